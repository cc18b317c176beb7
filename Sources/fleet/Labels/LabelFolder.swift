#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder that files are put into, each as a whole: a reader sees the old one or the new one.
///
/// Several threads may use it at once, each with a temporary name of its own.
final class LabelFolder: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens a folder, which is made if it is not there; the one that it lies in must be.
    /// - Throws: `Problem` (73).
    convenience init(_ path: String) throws {
        if mkdir(path, 0o777) != 0, errno != EEXIST { throw Self.problem(path, errno) }
        try self.init(opening: path)
    }

    /// Opens a folder that is there.
    /// - Throws: `Problem` (73).
    init(opening path: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.problem(path, errno) }
    }

    deinit { close(descriptor) }

    /// A name for a file in the making, which no other file has.
    static func temporaryName() -> String {
        ".fleet-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".tmp"
    }

    /// Whether there is a file of that name.
    func holds(_ name: String) -> Bool {
        faccessat(descriptor, name, F_OK, 0) == 0
    }

    /// Writes a file, and puts it in the place of one that is there.
    /// - Throws: `Problem` (73).
    func write(_ bytes: [UInt8], to name: String, by temporary: String) throws {
        #if os(Linux)
        if link(bytes, as: name) { return }
        #endif
        let file = openat(
            descriptor, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
            0o666 as mode_t)
        guard file >= 0 else { throw problem(name, errno) }
        var error = bytes.withUnsafeBytes { writeAll($0, to: file) }
        if close(file) != 0, error == 0 { error = errno }
        if error == 0, renameat(descriptor, temporary, descriptor, name) != 0 { error = errno }
        guard error != 0 else { return }
        remove(temporary)
        throw problem(name, error)
    }

    #if os(Linux)
    /// Writes a file that has no name until it is whole (open(2), O_TMPFILE; linkat(2),
    /// AT_EMPTY_PATH): cheaper than a rename, and a killed process leaves nothing.
    ///
    /// False if the name is taken, or if the system does not let this be done: then nothing is there.
    private func link(_ bytes: [UInt8], as name: String) -> Bool {
        let (withoutName, emptyPath): (Int32, Int32) = (0o20_000_000 | O_DIRECTORY, 0x1000)
        let file = openat(
            descriptor, ".", O_WRONLY | withoutName | O_CLOEXEC, 0o666 as mode_t)
        guard file >= 0 else { return false }
        defer { close(file) }
        return bytes.withUnsafeBytes { writeAll($0, to: file) } == 0
            && linkat(file, "", descriptor, name, emptyPath) == 0
    }
    #endif

    /// Begins a file of which the bytes come one by one; `complete` gives it its name.
    func begin(_ temporary: String) throws -> FileInMaking {
        let file = openat(
            descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666 as mode_t)
        guard file >= 0 else { throw problem(temporary, errno) }
        return FileInMaking(file, temporary, in: self)
    }

    /// Begins a file at a path, and says the name to complete it by.
    static func fileInMaking(at path: String) throws -> (FileInMaking, name: String) {
        let target = resolvedPath(path) ?? path
        let slash = target.lastIndex(of: "/")
        let folder = try LabelFolder(opening: slash.map { String(target[...$0]) } ?? ".")
        let name = slash.map { target[target.index(after: $0)...] } ?? target[...]
        return (try folder.begin(temporaryName()), String(name))
    }

    fileprivate func complete(_ temporary: String, as name: String) throws {
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            throw problem(name, errno)
        }
    }

    fileprivate func remove(_ name: String) {
        _ = unlinkat(descriptor, name, 0)
    }

    fileprivate func problem(_ name: String, _ error: Int32) -> Problem {
        Self.problem(path.hasSuffix("/") ? path + name : path + "/" + name, error)
    }

    private static func problem(_ path: String, _ error: Int32) -> Problem {
        Problem(
            .cannotCreate, "\(path) cannot be written: \(systemWords(error))",
            hint: "check the folder, its permissions and the disk")
    }
}

/// A file that has no name of its own until it is whole; without one it is removed.
final class FileInMaking {
    private let folder: LabelFolder
    private let temporary: String
    private var descriptor: Int32
    private var waiting: [UInt8] = []

    fileprivate init(_ descriptor: Int32, _ temporary: String, in folder: LabelFolder) {
        (self.descriptor, self.temporary, self.folder) = (descriptor, temporary, folder)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        folder.remove(temporary)
    }

    /// Adds bytes, which may wait for more.
    /// - Throws: `Problem` (73).
    func append(_ bytes: [UInt8]) throws {
        waiting += bytes
        if waiting.count >= 65_536 { try flush() }
    }

    private func flush() throws {
        let error = waiting.withUnsafeBytes { writeAll($0, to: descriptor) }
        waiting.removeAll(keepingCapacity: true)
        guard error == 0 else { throw folder.problem(temporary, error) }
    }

    /// Gives the file its name; nothing may be added after.
    /// - Throws: `Problem` (73).
    func complete(as name: String) throws {
        try flush()
        var error: Int32 = 0
        if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { error = errno }
        if close(descriptor) != 0, error == 0 { error = errno }
        descriptor = -1
        guard error == 0 else {
            folder.remove(temporary)
            throw folder.problem(name, error)
        }
        do {
            try folder.complete(temporary, as: name)
        } catch {
            folder.remove(temporary)
            throw error
        }
    }
}
