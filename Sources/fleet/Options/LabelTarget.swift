import ArgumentParser
import QRCode

/// Where labels go.
enum LabelTarget: Equatable {
    /// Pages of a PDF file.
    case sheet(String)
    /// A folder with an image for each label.
    case folder(String)

    /// Reads a path: a folder ends in a slash or is there, a sheet ends in `.pdf`; `nil` for others.
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
