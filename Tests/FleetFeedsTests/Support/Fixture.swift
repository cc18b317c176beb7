import Foundation

/// Feeds in the `Fixtures` folder.
enum Fixture {
    static let folder: String = {
        var path = URL(filePath: #filePath).pathComponents
        path.removeLast(4)
        return path.joined(separator: "/").replacing("//", with: "/") + "/Fixtures"
    }()

    static let versions = ["1.0", "1.1", "2.0", "2.1", "2.2", "2.3", "3.0", "3.1-RC3"]

    static func path(_ name: String) -> String { folder + "/" + name }

    static func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: path(name))))
    }

    /// Returns the relative paths of all feed files below a folder.
    static func names(in name: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path(name)).filter { file in
            [".json", ".html", ".txt"].contains { file.hasSuffix($0) }
        }.sorted()
    }
}
