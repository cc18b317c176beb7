#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder that files are put into, each as a whole: a reader sees the old one or the new one.
///
/// Where the system lets a file have no name until it is whole, a killed process leaves nothing, and
/// no rename is needed. Several threads may use it at once, each with a temporary name of its own.
final class OutputFolder: Sendable {
    let path: String
    private let descriptor: Int32
    private let naming: LateNaming?

    /// Opens a folder, which is made if it is not there; the one that it lies in must be.
    /// - Throws: `Problem` (73).
    convenience init(_ path: String) throws {
        if mkdir(path, 0o777) != 0, errno != EEXIST { throw Problem.unwritable(path, errno) }
        try self.init(opening: path, for: path)
    }

    /// Opens a folder that is there, for what lies at `output`.
    /// - Throws: `Problem` (73).
    init(opening path: String, for output: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Problem.unwritable(output, errno) }
        naming = LateNaming.usable(in: descriptor, trial: Self.temporaryName())
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
        var error: Int32
        if let file = naming?.open(in: descriptor) {
            error = bytes.withUnsafeBytes { writeAll($0, to: file) }
            if error == 0 { error = self.name(file, name, by: temporary) }
            close(file)
        } else {
            let file = create(temporary, O_TRUNC | O_NOFOLLOW)
            guard file >= 0 else { throw Problem.unwritable(self.path(of: name), errno) }
            error = bytes.withUnsafeBytes { writeAll($0, to: file) }
            if close(file) != 0, error == 0 { error = errno }
            if error == 0 { error = rename(temporary, to: name) } else { remove(temporary) }
        }
        guard error == 0 else { throw Problem.unwritable(self.path(of: name), error) }
    }

    /// Begins a file of which the bytes come one by one.
    /// - Throws: `Problem` (73).
    func begin(_ name: String, path: String? = nil) throws -> FileInMaking {
        let path = path ?? self.path(of: name)
        if let file = naming?.open(in: descriptor) {
            return FileInMaking(file, in: .folder(self, name: name, temporary: nil), path: path)
        }
        let temporary = Self.temporaryName()
        let file = create(temporary, O_EXCL)
        guard file >= 0 else { throw Problem.unwritable(path, errno) }
        return FileInMaking(file, in: .folder(self, name: name, temporary: temporary), path: path)
    }

    private func create(_ name: String, _ flags: Int32) -> Int32 {
        openat(descriptor, name, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o666 as mode_t)
    }

    /// Names a file that has no name; returns the system's error number, 0 if it has its name.
    func name(_ file: Int32, _ name: String, by temporary: String) -> Int32 {
        guard let naming else { return ENOSYS }
        let error = naming.name(file, name, in: descriptor)
        // A name that is taken is given only by a rename.
        guard error == EEXIST else { return error }
        let other = naming.name(file, temporary, in: descriptor)
        return other == 0 ? rename(temporary, to: name) : other
    }

    /// Returns the system's error number, 0 if the file has its name; otherwise it is removed.
    func rename(_ temporary: String, to name: String) -> Int32 {
        guard renameat(descriptor, temporary, descriptor, name) != 0 else { return 0 }
        let error = errno
        remove(temporary)
        return error
    }

    func remove(_ name: String) {
        _ = unlinkat(descriptor, name, 0)
    }

    private func path(of name: String) -> String {
        path.hasSuffix("/") ? path + name : path + "/" + name
    }
}

extension Problem {
    /// A file or a folder cannot be written.
    static func unwritable(_ path: String, _ error: Int32) -> Problem {
        Problem(
            .cannotCreate, "\(path) cannot be written: \(systemWords(error))",
            hint: "check the folder, its permissions and the disk")
    }
}
