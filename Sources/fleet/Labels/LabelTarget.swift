import ArgumentParser
import QRCode

/// Output of `fleet labels`.
enum LabelTarget: Equatable {
    /// Pages of a PDF file.
    case sheet(String)
    /// A folder with an image for each label.
    case folder(String)

    /// Creates a target from a path: a folder exists or ends in a slash, a sheet ends in `.pdf`.
    ///
    /// Returns nil for any other path.
    init?(_ path: String) {
        if path.isEmpty { return nil }
        if path.hasSuffix("/") || isFolder(path) {
            self = .folder(path)
        } else if path.lowercased().hasSuffix(".pdf") {
            self = .sheet(path)
        } else {
            return nil
        }
    }
}
