import POSIX
import SystemPackage

/// A file that can be read from its beginning any number of times.
final class SeekableFile {
    private let file: OpenFile

    /// Opens a file, or standard input for `nil`.
    ///
    /// A file that cannot be read twice is copied to an unnamed temporary file.
    init(_ path: String?) throws(Errno) {
        let file =
            if let path {
                try OpenFile(FilePath(argument: path), .readOnly)
            } else {
                try OpenFile(duplicating: .standardInput)
            }
        if (try? file.rewind()) != nil {
            guard try file.status().type != .directory else { throw .isDirectory }
            self.file = file
            return
        }
        let copy = try OpenFile.temporary()
        while case let chunk = try file.read(upTo: 65_536), !chunk.isEmpty {
            try copy.write(chunk)
        }
        self.file = copy
    }

    /// Moves to the beginning.
    func rewind() throws(Errno) { try file.rewind() }

    /// Returns at most `limit` bytes, none at the end.
    func read(upTo limit: Int) throws(Errno) -> [UInt8] { try file.read(upTo: limit) }
}
