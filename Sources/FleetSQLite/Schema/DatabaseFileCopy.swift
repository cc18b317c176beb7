import GRDB
import POSIX
import SystemPackage

/// Copy of a database file with all that is committed at one moment, while others write it.
enum DatabaseFileCopy {
    /// Writes a copy, in place of an existing file, which only its owner may read.
    static func write(_ path: String, to copy: String) throws {
        let copy = FilePath(copy)
        guard let name = copy.lastComponent?.string else { return }
        let folder = copy.removingLastComponent()
        let incomplete = folder.appending("." + name + ".part")
        for suffix in ["", "-journal", "-wal", "-shm"] {
            FileSystem.removeFile(FilePath(incomplete.string + suffix))
        }
        _ = try OpenFile(
            incomplete, .writeOnly, options: [.create, .exclusiveCreate],
            permissions: .ownerReadWrite)
        try backUp(path, to: incomplete.string)
        try OpenFile(reading: incomplete).synchronize()
        try FileSystem.rename(incomplete, to: copy)
        try OpenFolder(folder.isEmpty ? "." : folder, followingLinks: true).synchronize()
    }

    private static func backUp(_ path: String, to copy: String) throws {
        // SQLite takes other relative paths for names such as `:memory:`.
        func file(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }
        var configuration = Configuration()
        configuration.readonly = true
        // The last connection that is closed locks the file for a moment.
        configuration.busyMode = .timeout(10)
        let source = try DatabaseQueue(path: file(path), configuration: configuration)
        let target = try DatabaseQueue(path: file(copy))
        try source.backup(to: target)
        try source.close()
        try target.close()
    }
}
