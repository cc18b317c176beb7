import FleetCore
import POSIX
package import SystemPackage

/// Writer of the archive of a backup, a tar archive that only its owner may read.
///
/// The file appears when it is complete, in place of an existing one.
package final class BackupWriter {
    /// Bytes that are read and written at a time.
    private static let chunk = 1 << 20

    private let path: FilePath
    private let folder: OpenFolder
    private let file: AtomicFile
    private var files: [BackupManifest.File] = []
    /// Size of the archive so far.
    package private(set) var writtenBytes: Int64 = 0

    /// Creates the incomplete file.
    /// - Parameter temporary: Its name, which no other file has.
    /// - Throws: `BackupError.unwritable`.
    package init(_ path: FilePath, temporary: String) throws(BackupError) {
        self.path = path
        do throws(Errno) {
            guard let name = path.lastComponent?.string else { throw .isDirectory }
            let parent = path.removingLastComponent()
            folder = try OpenFolder(parent.isEmpty ? "." : parent, followingLinks: true)
            file = try AtomicFile(
                name, in: folder, temporary: temporary, permissions: .ownerReadWrite)
        } catch {
            throw .unwritable(path: path.string, reason: error.description)
        }
    }

    /// Adds a file; one that does not exist is left out.
    /// - Returns: Whether it exists.
    /// - Throws: `BackupError.unreadable`, `BackupError.unwritable`.
    @discardableResult
    package func add(_ name: String, from source: FilePath) throws(BackupError) -> Bool {
        guard let content = try Self.open(source) else { return false }
        let size = try Self.size(of: content, source)
        var hash = SHA256()
        var rest = size
        try append(TarHeader(name: name, fileBytes: size))
        while rest > 0 {
            let bytes = try read(content, upTo: Int(min(rest, Int64(Self.chunk))), source)
            hash.update(bytes)
            rest -= Int64(bytes.count)
            try append(bytes)
        }
        try pad(after: size)
        files.append(BackupManifest.File(name: name, bytes: size, sha256: hash.hex()))
        return true
    }

    /// Adds the description and gives the file its name; nothing may be added afterwards.
    /// - Parameter manifest: Makes the description of the files.
    /// - Throws: `BackupError.unwritable`.
    package func complete(
        _ manifest: ([BackupManifest.File]) -> BackupManifest
    ) throws(BackupError) {
        guard let bytes = try? manifest(files).bytes, bytes.count <= BackupManifest.maxBytes else {
            throw .unwritable(path: path.string, reason: "it would have too many files")
        }
        try append(TarHeader(name: BackupManifest.name, fileBytes: Int64(bytes.count)))
        try append(bytes)
        try pad(after: Int64(bytes.count))
        try append([UInt8](repeating: 0, count: 2 * TarHeader.byteCount))
        try writing { () throws(Errno) in
            try file.complete(durably: true)
            try folder.synchronize()
        }
    }

    private func read(
        _ content: borrowing OpenFile, upTo count: Int, _ source: FilePath
    ) throws(BackupError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try content.read(upTo: count)
        } catch {
            throw .unreadable(path: source.string, reason: error.description)
        }
        guard !bytes.isEmpty else {
            throw .unreadable(path: source.string, reason: "it became shorter meanwhile")
        }
        return bytes
    }

    /// Opens a file; returns `nil` if it does not exist.
    private static func open(_ source: FilePath) throws(BackupError) -> OpenFile? {
        do throws(Errno) {
            return try OpenFile(source, .readOnly, options: [.nonBlocking, .noFollow])
        } catch {
            if error == .noSuchFileOrDirectory { return nil }
            throw .unreadable(path: source.string, reason: error.description)
        }
    }

    private static func size(
        of content: borrowing OpenFile, _ source: FilePath
    ) throws(BackupError) -> Int64 {
        do throws(Errno) {
            return try content.status().size
        } catch {
            throw .unreadable(path: source.string, reason: error.description)
        }
    }

    private func append(_ header: TarHeader) throws(BackupError) {
        guard let bytes = header.bytes else {
            throw .unwritable(path: path.string, reason: "a name in it would be too long")
        }
        try append(bytes)
    }

    private func append(_ bytes: [UInt8]) throws(BackupError) {
        try writing { () throws(Errno) in try file.append(bytes) }
        writtenBytes += Int64(bytes.count)
    }

    private func pad(after size: Int64) throws(BackupError) {
        let rest = Int(size % Int64(TarHeader.byteCount))
        if rest > 0 { try append([UInt8](repeating: 0, count: TarHeader.byteCount - rest)) }
    }

    private func writing(_ body: () throws(Errno) -> Void) throws(BackupError) {
        do throws(Errno) {
            try body()
        } catch {
            throw .unwritable(path: path.string, reason: error.description)
        }
    }
}
