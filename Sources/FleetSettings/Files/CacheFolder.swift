import Foundation
import POSIX
import SystemPackage

/// Open folder of cache files.
///
/// Nothing outside it is read, written or removed, whatever it contains. Errors are ignored.
struct CacheFolder {
    /// Suffix of its files; other files are left alone.
    static let suffix = ".picture"
    private static let temporaryPrefix = ".picture-"

    private let folder: OpenFolder

    /// Opens the folder; returns `nil` if it does not exist, or is a link or a file.
    init?(_ path: String) {
        guard let folder = try? OpenFolder(FilePath(path)) else { return nil }
        self.folder = folder
    }

    /// Reads a file and marks it as used; returns `nil` if it does not exist or exceeds the limit.
    func read(_ name: String, limit: Int) -> [UInt8]? {
        do {
            let file = try folder.open(name)
            let status = try file.status()
            guard status.type == .regular, status.size <= limit else { return nil }
            file.touch()
            return try file.bytes(limit: limit)
        } catch {
            return nil
        }
    }

    /// Writes a file atomically, using a temporary name until it is complete.
    func write(_ bytes: [UInt8], to name: String) {
        let temporary = Self.temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36)
        do {
            let file = try AtomicFile(
                name, in: folder, temporary: temporary, permissions: .ownerReadWrite)
            try file.append(bytes)
            try file.complete(durably: false)
        } catch {
            // What is missing is downloaded again.
        }
    }

    /// Removes a file or a link.
    func remove(_ name: String) {
        try? folder.remove(name)
    }

    /// Removes the cache files whose names have this prefix.
    func removeAll(startingWith prefix: String) {
        for name in folder.entryNames where name.hasPrefix(prefix) && name.hasSuffix(Self.suffix) {
            remove(name)
        }
    }

    /// Removes the least recently used files until the total size is at most `limit` bytes, and
    /// temporary files of killed processes.
    func trim(to limit: Int) {
        var files: [(name: String, used: Int, size: Int)] = []
        let now = Int(Date().timeIntervalSince1970) * 1_000_000_000
        for name in folder.entryNames {
            guard let status = try? folder.status(of: name) else { continue }
            if name.hasSuffix(Self.suffix) {
                // A small file still occupies a block.
                files.append((name, status.modified, max(Int(status.size), 4096)))
            } else if name.hasPrefix(Self.temporaryPrefix),
                status.modified < now - 3_600_000_000_000
            {
                remove(name)
            }
        }
        var total = files.reduce(0) { $0 + $1.size }
        for file in files.sorted(by: { $0.used < $1.used }) where total > limit {
            remove(file.name)
            total -= file.size
        }
    }
}
