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
