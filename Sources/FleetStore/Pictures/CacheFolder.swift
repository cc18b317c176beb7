import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An open folder of files that can be made again.
///
/// Everything goes through its descriptor and follows no links, so that nothing outside of it is
/// read, written or removed, whatever stands in it.
struct CacheFolder: ~Copyable {
    /// How the names of its files end; others are left alone.
    static let ending = ".picture"

    private let descriptor: CInt

    /// Opens the folder; `nil` if it is not there, or is a link or a file.
    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// The bytes of a file, which then counts as just used; `nil` if there is no such file or it is
    /// larger than the limit.
    func read(_ name: String, limit: Int) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, FileStatus(status).kind == .file,
            status.st_size <= limit
        else { return nil }
        futimens(file, nil)
        // SAFETY: `count` grows by what was read into the array's own room.
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { room, count in
            while count < room.count {
                let end = UnsafeMutableRawBufferPointer(
                    UnsafeMutableBufferPointer(rebasing: room[count...]))
                let read = readBytes(file, end)
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { break }
                count += read
            }
        }
    }

    /// Writes a file as a whole, under a name of its own until it is complete.
    func write(_ bytes: [UInt8], to name: String) {
        let temporary = Self.temporary + String(UInt64.random(in: .min ... .max), radix: 36)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, temporary, flags, 0o600 as mode_t)
        guard file >= 0 else { return }
        let isWhole = writeBytes(bytes, to: file)
        guard close(file) == 0, isWhole,
            renameat(descriptor, temporary, descriptor, name) == 0
        else { return remove(temporary) }
    }

    /// Removes a file, or a link to one.
    func remove(_ name: String) {
        unlinkat(descriptor, name, 0)
    }

    /// Removes the files whose names begin so.
    func removeAll(startingWith prefix: String) {
        for name in names where name.hasPrefix(prefix) && name.hasSuffix(Self.ending) {
            remove(name)
        }
    }

    /// Removes the files that were not used for the longest time until the others have no more than
    /// so many bytes, and what killed processes left.
    func trim(to limit: Int) {
        var files: [(name: String, used: Int, size: Int)] = []
        let now = Int(time(nil)) * 1_000_000_000
        for name in names {
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            let used = modified(status)
            if name.hasSuffix(Self.ending) {
                // A small file takes a block all the same.
                files.append((name, used, max(Int(status.st_size), 4096)))
            } else if name.hasPrefix(Self.temporary), used < now - 3_600_000_000_000 {
                remove(name)
            }
        }
        var rest = files.reduce(0) { $0 + $1.size }
        for file in files.sorted(by: { $0.used < $1.used }) where rest > limit {
            remove(file.name)
            rest -= file.size
        }
    }

    private static let temporary = ".picture-"

    private var names: [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let folder = fdopendir(copy) else { close(copy); return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                // SAFETY: the system ends the name with a NUL, within the entry.
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }
}

/// When a file was written or used, in nanoseconds; a time out of all bounds is the beginning.
private func modified(_ status: stat) -> Int {
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    let (seconds, overflow) = Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? 0 : seconds &+ Int(time.tv_nsec)
}

// Inside a method named `read` or `write` the bare names would mean that method.

private func readBytes(_ file: CInt, _ room: UnsafeMutableRawBufferPointer) -> Int {
    read(file, room.baseAddress, room.count)
}

private func writeBytes(_ bytes: [UInt8], to file: CInt) -> Bool {
    bytes.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
