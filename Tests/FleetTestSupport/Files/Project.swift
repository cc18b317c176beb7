import Foundation

/// Files of this project.
package enum Project {
    /// The top folder.
    package static let folder: String = {
        URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
            .replacing("//", with: "/")
    }()

    /// Returns the path of a file in `Fixtures`.
    package static func fixture(_ name: String) -> String { folder + "/Fixtures/" + name }
}
