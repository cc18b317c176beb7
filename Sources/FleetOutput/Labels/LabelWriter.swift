import POSIX
import SystemPackage

/// Output of a run of labels.
package protocol LabelWriter: AnyObject {
    /// Throws if a label cannot be printed; writes nothing.
    func check(_ item: LabelItem) throws

    /// Starts the output of `count` labels, which have all passed ``check(_:)``.
    /// - Throws: `CommandError` if there is nothing to print.
    func begin(_ count: Int) throws

    /// Prints labels, and returns a record of each that is part of the output.
    func print(_ items: [LabelItem]) throws -> [LabelRecord]

    /// Completes the output and makes it visible.
    /// - Returns: A summary of the output, and warnings about it.
    func finish() throws -> (summary: String, warnings: [String])

    /// Stops after an error; only complete files stay.
    func abandon()
}

/// Output of `fleet labels`.
package enum LabelTarget: Equatable {
    /// Pages of a PDF file, or of standard output for `-`.
    case sheet(String)
    /// A file for a Zebra label printer.
    case zpl(String)
    /// A folder with an image for each label.
    case folder(String)

    /// Creates a target from a path: a folder exists or ends in a slash, a sheet ends in `.pdf` or
    /// is `-`, a file for a label printer ends in `.zpl`.
    ///
    /// Returns `nil` for any other path.
    package init?(_ path: String) {
        if path.isEmpty { return nil }
        if path != "-", path.hasSuffix("/") || FileSystem.isFolder(FilePath(path)) {
            self = .folder(path)
        } else if path == "-" || path.lowercased().hasSuffix(".pdf") {
            self = .sheet(path)
        } else if path.lowercased().hasSuffix(".zpl") {
            self = .zpl(path)
        } else {
            return nil
        }
    }

    /// Path of the file, or of the index in the folder.
    package var path: String {
        switch self {
        case .sheet(let path), .zpl(let path): path
        case .folder(let path): path + "/" + LabelFolderWriter.index
        }
    }
}
