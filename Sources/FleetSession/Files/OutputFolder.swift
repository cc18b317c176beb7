import Foundation

/// A folder with atomic writes: a reader sees either the old or the new version of a file.
///
/// Where the system supports unnamed files, a killed process leaves nothing behind and no rename is
/// needed. Several threads may use the folder at once, each with its own temporary name.
final class OutputFolder: Sendable {
    let path: String
    private let descriptor: Int32
    private let linkMethod: LinkMethod?

    /// Opens a folder, and creates it if its parent exists.
    /// - Throws: `CommandError` (73).
    convenience init(_ path: String) throws {
        if mkdir(path, 0o777) != 0, errno != EEXIST { throw CommandError.unwritable(path, errno) }
        try self.init(opening: path, for: path)
    }

    /// Opens an existing folder; errors name `output`.
    /// - Throws: `CommandError` (73).
    init(opening path: String, for output: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandError.unwritable(output, errno) }
        linkMethod = LinkMethod.usable(in: descriptor, trial: Self.temporaryName())
    }

    deinit { close(descriptor) }

    /// Returns a unique name for a temporary file.
    static func temporaryName() -> String {
        ".fleet-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".tmp"
    }

    /// Returns whether a file exists.
    func contains(_ name: String) -> Bool {
        faccessat(descriptor, name, F_OK, 0) == 0
    }

    /// Writes a file, which replaces an existing one.
    /// - Throws: `CommandError` (73).
    func write(_ bytes: [UInt8], to name: String, via temporary: String) throws {
        var error: Int32
        if let file = linkMethod?.open(in: descriptor) {
            error = bytes.withUnsafeBytes { writeAll($0, to: file) }
            if error == 0 { error = link(file, as: name, via: temporary) }
            close(file)
        } else {
            let file = create(temporary, O_TRUNC | O_NOFOLLOW)
            guard file >= 0 else { throw CommandError.unwritable(self.path(of: name), errno) }
            error = bytes.withUnsafeBytes { writeAll($0, to: file) }
            if close(file) != 0, error == 0 { error = errno }
            if error == 0 { error = rename(temporary, to: name) } else { remove(temporary) }
        }
        guard error == 0 else { throw CommandError.unwritable(self.path(of: name), error) }
    }

    /// Opens a file that is written in parts.
    /// - Throws: `CommandError` (73).
    func begin(_ name: String, path: String? = nil) throws -> AtomicFile {
        let path = path ?? self.path(of: name)
        if let file = linkMethod?.open(in: descriptor) {
            return AtomicFile(file, in: .folder(self, name: name, temporary: nil), path: path)
        }
        let temporary = Self.temporaryName()
        let file = create(temporary, O_EXCL)
        guard file >= 0 else { throw CommandError.unwritable(path, errno) }
        return AtomicFile(file, in: .folder(self, name: name, temporary: temporary), path: path)
    }

    private func create(_ name: String, _ flags: Int32) -> Int32 {
        openat(descriptor, name, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o666 as mode_t)
    }

    /// Links an unnamed file; returns 0 or the system's error number.
    func link(_ file: Int32, as name: String, via temporary: String) -> Int32 {
        guard let linkMethod else { return ENOSYS }
        let error = linkMethod.link(file, as: name, in: descriptor)
        // Only a rename can replace an existing file.
        guard error == EEXIST else { return error }
        let other = linkMethod.link(file, as: temporary, in: descriptor)
        return other == 0 ? rename(temporary, to: name) : other
    }

    /// Renames a temporary file, or removes it on failure; returns 0 or the system's error number.
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

extension CommandError {
    /// Returns an error about a file or a folder that cannot be written.
    static func unwritable(_ path: String, _ error: Int32) -> CommandError {
        CommandError(
            .cannotCreate, "cannot write \(path): \(systemErrorMessage(error))",
            hint: "check the folder, its permissions and the disk")
    }
}
