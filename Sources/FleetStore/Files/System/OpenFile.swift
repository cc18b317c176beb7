#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Open file descriptor that is closed on deinitialization and not inherited by child processes.
struct OpenFile: ~Copyable {
    /// Mode in which a file is opened.
    enum Mode {
        /// For reading; opening a pipe without a writer does not block.
        case reading
        /// For writing a new file with mode 0600; the file must not exist.
        case creating
        /// For locking; the file is created with mode 0600 if it does not exist.
        case locking

        fileprivate var flags: CInt {
            switch self {
            case .reading: O_RDONLY | O_NONBLOCK
            case .creating: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            case .locking: O_RDWR | O_CREAT
            }
        }
    }

    private let descriptor: CInt

    init(_ path: String, for mode: Mode) throws(SystemError) {
        descriptor = open(path, mode.flags | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw .last }
    }

    /// Opens a file in an open folder; a new file has mode 0600.
    init(_ name: String, in folder: CInt, _ flags: CInt) throws(SystemError) {
        descriptor = openat(folder, name, flags | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw .last }
    }

    deinit {
        close(descriptor)
    }

    func status() throws(SystemError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        return FileStatus(status)
    }

    /// Reads the whole file; returns `nil` if it has more than `limit` bytes.
    func bytes(limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .last }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            if bytes.count > limit { return nil }
        }
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let count = remaining.withUnsafeBytes { send($0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .last }
            remaining = remaining.dropFirst(count)
        }
    }

    /// Sets the permissions of another file and, if allowed, its owner.
    func setPermissions(of status: FileStatus) throws(SystemError) {
        let current = try self.status()
        // Only root may change the owner; a failure is harmless.
        if current.owner != status.owner { _ = fchown(descriptor, status.owner, status.group) }
        guard fchmod(descriptor, mode_t(status.permissions)) == 0 else { throw .last }
    }

    /// Closes the file and reports delayed write errors.
    consuming func finish() throws(SystemError) {
        let descriptor = descriptor
        discard self
        guard close(descriptor) == 0 else { throw .last }
    }

    /// Sets the access and modification times to now.
    func touch() {
        futimens(descriptor, nil)
    }

    /// Flushes the file to disk (`fsync`).
    func synchronize() throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw .last }
    }

    /// Locks the whole file (`flock`), or fails at once with `EWOULDBLOCK`.
    ///
    /// Any number of processes may hold a shared lock while no process holds an exclusive one.
    func lock(isShared: Bool = false) throws(SystemError) {
        while flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            if errno != EINTR { throw .last }
        }
    }

    /// Releases the lock.
    func unlock() {
        _ = flock(descriptor, LOCK_UN)
    }

    private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        // The qualified name avoids the method `write`.
        #if canImport(Glibc)
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}

/// Open folder; operations apply to this folder even if its path changes.
///
/// Symbolic links in it are never followed.
struct OpenFolder: ~Copyable {
    private let descriptor: CInt

    /// Opens a folder; fails if the path is a symbolic link.
    init(_ path: String) throws(SystemError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0 { throw .last }
    }

    deinit {
        close(descriptor)
    }

    /// Returns the status of an entry.
    func status(of name: String) throws(SystemError) -> FileStatus {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
        return FileStatus(status)
    }

    /// Opens a file for reading.
    func read(_ name: String) throws(SystemError) -> OpenFile {
        try OpenFile(name, in: descriptor, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    }

    /// Creates a new file with mode 0600; fails if the name exists.
    func create(_ name: String) throws(SystemError) -> OpenFile {
        try OpenFile(name, in: descriptor, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    }

    /// Renames a file, replacing an existing file of the new name.
    func rename(_ old: String, to new: String) throws(SystemError) {
        guard renameat(descriptor, old, descriptor, new) == 0 else { throw .last }
    }

    /// Removes a regular file or a link if it exists; other entries are left alone.
    func remove(_ name: String) throws(SystemError) {
        do {
            guard [.file, .link].contains(try status(of: name).kind) else { return }
        } catch {
            if error.isNotFound { return }
            throw error
        }
        try unlink(name)
    }

    /// Removes any entry except a folder, if it exists.
    func unlink(_ name: String) throws(SystemError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .last }
    }

    /// Names of its entries; empty if the folder cannot be listed.
    var entryNames: [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let folder = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                // SAFETY: the system terminates the name with a NUL within the entry.
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    /// Flushes the entries to disk; ignores file systems that do not support it.
    func synchronize() throws(SystemError) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
    }
}
