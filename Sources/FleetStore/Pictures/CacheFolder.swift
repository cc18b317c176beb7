#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An open folder of files that can be made again.
///
/// Nothing outside of it is read, written or removed, whatever stands in it. What cannot be done is
/// left undone.
struct CacheFolder: ~Copyable {
    /// How the names of its files end; others are left alone.
    static let ending = ".picture"
    private static let temporary = ".picture-"

    private let folder: OpenFolder

    /// Opens the folder; `nil` if it is not there, or is a link or a file.
    init?(_ path: String) {
        do {
            folder = try OpenFolder(path)
        } catch {
            return nil
        }
    }

    /// The bytes of a file, which then counts as just used; `nil` if there is no such file or it is
    /// larger than the limit.
    func read(_ name: String, limit: Int) -> [UInt8]? {
        do {
            let file = try folder.read(name)
            let status = try file.status()
            guard status.kind == .file, status.size <= limit else { return nil }
            file.touch()
            return try file.bytes(limit: limit)
        } catch {
            return nil
        }
    }

    /// Writes a file as a whole, under a name of its own until it is complete.
    func write(_ bytes: [UInt8], to name: String) {
        let temporary = Self.temporary + String(UInt64.random(in: .min ... .max), radix: 36)
        do {
            let file = try folder.create(temporary)
            try file.write(bytes)
            try file.finish()
            try folder.rename(temporary, to: name)
        } catch {
            remove(temporary)
        }
    }

    /// Removes a file, or a link to one.
    func remove(_ name: String) {
        try? folder.unlink(name)
    }

    /// Removes the files whose names begin so.
    func removeAll(startingWith prefix: String) {
        for name in folder.names where name.hasPrefix(prefix) && name.hasSuffix(Self.ending) {
            remove(name)
        }
    }

    /// Removes the files that were not used for the longest time until the others have no more than
    /// so many bytes, and what killed processes left.
    func trim(to limit: Int) {
        var files: [(name: String, used: Int, size: Int)] = []
        let now = Int(time(nil)) * 1_000_000_000
        for name in folder.names {
            guard let status = try? folder.status(of: name) else { continue }
            if name.hasSuffix(Self.ending) {
                // A small file takes a block all the same.
                files.append((name, status.modified, max(Int(status.size), 4096)))
            } else if name.hasPrefix(Self.temporary), status.modified < now - 3_600_000_000_000 {
                remove(name)
            }
        }
        var rest = files.reduce(0) { $0 + $1.size }
        for file in files.sorted(by: { $0.used < $1.used }) where rest > limit {
            remove(file.name)
            rest -= file.size
        }
    }
}
