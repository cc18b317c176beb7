import Foundation
import POSIX
import Synchronization
import SystemPackage

/// Modes of the database files: only their owner may read them (0600).
enum PrivateFile {
    private static let creation = Mutex(())

    /// Creates an empty database file if there is none, and corrects the modes of the files of an
    /// older version; SQLite gives the log and its index the mode of the file.
    ///
    /// Errors are left to SQLite, which meets them again.
    static func prepare(_ path: String) {
        let file = FilePath(path)
        if (try? file.stat())?.isAccessibleByOthers != false { restrictCopies(of: file) }
        // Closing a file drops the locks that SQLite has on it in this process, so it must not be
        // opened here once SQLite may have opened it.
        creation.withLock { _ in
            guard !FileSystem.exists(file) else { return }
            _ = try? OpenFile(
                file, .readWrite, options: [.create, .exclusiveCreate],
                permissions: .ownerReadWrite)
        }
        for suffix in ["", "-wal", "-shm"] { FileSystem.makePrivate(FilePath(path + suffix)) }
    }

    /// Corrects the modes of damaged stores that were moved away, and of other copies beside it.
    private static func restrictCopies(of file: FilePath) {
        guard let name = file.lastComponent?.string else { return }
        let folder = file.removingLastComponent()
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.string)
        for copy in names ?? [] where copy.hasPrefix(name + ".") {
            let copy = folder.appending(copy)
            if (try? copy.stat(followTargetSymlink: false))?.type == .regular {
                FileSystem.makePrivate(copy)
            }
        }
    }
}
