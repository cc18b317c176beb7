import FleetCore
import POSIX
package import SystemPackage

/// Reader of the archive of a backup, which may be hostile.
///
/// It accepts only what ``BackupWriter`` writes: regular files with the names of backups, each once,
/// whose sizes and digests are those of the description.
package final class BackupReader {
    /// Most entries of an archive.
    private static let maxEntries = 2_000_000
    private static let chunk = 1 << 20
    /// The names of files beside the parts of a home, in a backup of a database.
    package static let databaseFiles: Set = ["database.dump", "roles.sql"]

    private struct Entry {
        let name: String
        let offset: Int64
        let bytes: Int64
    }

    private let path: FilePath
    private let file: OpenFile
    private let entries: [Entry]
    /// The description of the backup.
    package let manifest: BackupManifest

    /// Opens a backup and checks its structure, but not the content of its files.
    /// - Parameter path: The path of a regular file; `-` for one that is the standard input.
    /// - Throws: `BackupError`.
    package init(_ path: FilePath) throws(BackupError) {
        self.path = path
        file = try Self.open(path)
        do throws(BackupDefect) {
            var entries = try Self.entries(of: file)
            guard let last = entries.popLast(), last.name == BackupManifest.name,
                last.bytes <= BackupManifest.maxBytes
            else { throw .damaged(reason: "it has no description") }
            manifest = try BackupManifest(
                try Self.read(file, at: last.offset, count: Int(last.bytes)))
            self.entries = entries
        } catch {
            throw BackupError(error, at: path.string)
        }
        try checkNames()
    }

    private static func open(_ path: FilePath) throws(BackupError) -> OpenFile {
        do throws(Errno) {
            let file =
                path == "-"
                ? try OpenFile(duplicating: .standardInput) : try OpenFile(reading: path)
            if try file.status().type == .regular { return file }
        } catch {
            throw .unreadable(path: path.string, reason: error.description)
        }
        throw .notRegular(path: path.string)
    }

    /// Writes all files into an existing folder, with folders below it for the photos.
    ///
    /// Each file is on disk afterwards, and only its owner may read it.
    /// - Throws: `BackupError`; some files may be there then.
    package func unpack(into folder: FilePath) throws(BackupError) {
        for (entry, described) in zip(entries, manifest.files) {
            let target = FilePath(folder.string + "/" + entry.name)
            do throws(Errno) {
                let parent = target.removingLastComponent()
                if parent != folder { try FileSystem.createFolders(parent) }
                let file = try OpenFile(
                    target, .writeOnly, options: [.create, .exclusiveCreate, .noFollow],
                    permissions: .ownerReadWrite)
                guard try copy(entry, to: file) == described.sha256 else { throw .badMessage }
                try file.synchronize()
                try file.close()
            } catch {
                if error == .badMessage {
                    throw .damaged(
                        path: path.string, reason: "\(entry.name) differs from its description")
                }
                throw .unwritable(path: target.string, reason: error.description)
            }
        }
    }

    /// Copies the bytes of an entry; returns their digest, or `Errno.badMessage` if they end early.
    private func copy(_ entry: Entry, to target: borrowing OpenFile) throws(Errno) -> String {
        var hash = SHA256()
        var offset = entry.offset
        let end = entry.offset + entry.bytes
        while offset < end {
            let count = Int(min(end - offset, Int64(Self.chunk)))
            guard let bytes = try? Self.read(file, at: offset, count: count) else {
                throw .badMessage
            }
            hash.update(bytes)
            try target.write(bytes)
            offset += Int64(count)
        }
        return hash.hex()
    }

    /// Checks that the entries are those of the description, and that a backup can have them.
    private func checkNames() throws(BackupError) {
        let isDescribed =
            entries.map(\.name) == manifest.files.map(\.name)
            && entries.map(\.bytes) == manifest.files.map(\.bytes)
        guard isDescribed, Set(entries.map(\.name)).count == entries.count else {
            throw .damaged(path: path.string, reason: "its files differ from its description")
        }
        if manifest.content == .database,
            let missing = Self.databaseFiles.subtracting(entries.map(\.name)).min()
        {
            throw .damaged(path: path.string, reason: "it has no \(missing)")
        }
        for entry in entries {
            let part = BackupPart.part(ofEntry: entry.name)
            let isExpected =
                switch manifest.content {
                case .home: part != nil
                case .database: part == .photos || Self.databaseFiles.contains(entry.name)
                }
            guard isExpected else {
                throw .damaged(
                    path: path.string, reason: "no backup has the file \(entry.name.prefix(100))")
            }
        }
    }

    /// Returns whether an archive with a first entry of this name may be a backup.
    private static func isFirst(_ name: String) -> Bool {
        name == BackupManifest.name || databaseFiles.contains(name)
            || BackupPart.part(ofEntry: name) != nil
    }

    /// Returns the entries, from their headers.
    private static func entries(of file: borrowing OpenFile) throws(BackupDefect) -> [Entry] {
        guard let size = try? file.status().size else { throw .damaged(reason: "it has no size") }
        let block = Int64(TarHeader.byteCount)
        var (entries, offset): ([Entry], Int64) = ([], 0)
        while entries.count < maxEntries {
            guard size - offset >= 2 * block else {
                throw size < block ? .foreign : .damaged(reason: "its end is missing")
            }
            let bytes = try read(file, at: offset, count: TarHeader.byteCount)
            if bytes.allSatisfy({ $0 == 0 }) {
                guard size - offset == 2 * block else {
                    throw .damaged(reason: "something follows its end")
                }
                return entries
            }
            let header: TarHeader
            do throws(TarDefect) {
                header = try TarHeader(bytes)
            } catch {
                throw entries.isEmpty ? .foreign : .damaged(reason: error.reason)
            }
            guard !entries.isEmpty || isFirst(header.name) else { throw .foreign }
            offset += block
            // The two blocks of the end follow, so the padded size is in range.
            guard header.fileBytes <= size - offset - 2 * block else {
                throw .damaged(reason: "its end is missing")
            }
            entries.append(Entry(name: header.name, offset: offset, bytes: header.fileBytes))
            offset += (header.fileBytes + block - 1) / block * block
        }
        throw .damaged(reason: "it has too many files")
    }

    /// Reads bytes, which must all be there.
    private static func read(
        _ file: borrowing OpenFile, at offset: Int64, count: Int
    ) throws(BackupDefect) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        do {
            try file.descriptor.seek(offset: offset, from: .start)
            while bytes.count < count {
                let part = try file.read(upTo: count - bytes.count)
                guard !part.isEmpty else { break }
                bytes += part
            }
        } catch {
            throw .damaged(reason: "it cannot be read: \(error)")
        }
        guard bytes.count == count else { throw .damaged(reason: "its end is missing") }
        return bytes
    }
}
