#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that is open; it is closed at the end of its life, and not inherited by other programs.
struct OpenFile: ~Copyable {
    /// How a file is opened.
    enum Use {
        /// To read; a pipe without a writer does not hold up the opening.
        case reading
        /// To write a file that must not be there yet; mode 0600 from the beginning.
        case creating
        /// To be locked; created with mode 0600 if it is missing.
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

    init(_ path: String, for use: Use) throws(SystemError) {
        descriptor = open(path, use.flags | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw .last }
    }

    /// Opens a file of a folder that is open; a new one has mode 0600.
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

    /// Reads to the end; `nil` if there is more than `limit` bytes.
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

    /// Writes all of it.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send($0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .last }
            rest = rest.dropFirst(count)
        }
    }

    /// Gives the file the permissions and the owner of another one, the owner as far as is allowed.
    func adopt(_ status: FileStatus) throws(SystemError) {
        let own = try self.status()
        // Only root may give a file away; a file that stays one's own is still whole.
        if own.owner != status.owner { _ = fchown(descriptor, status.owner, status.group) }
        guard fchmod(descriptor, mode_t(status.permissions)) == 0 else { throw .last }
    }

    /// Closes it, and tells what keeps from being kept what was written.
    consuming func finish() throws(SystemError) {
        let descriptor = descriptor
        discard self
        guard close(descriptor) == 0 else { throw .last }
    }

    /// Has it count as just read and written.
    func touch() {
        futimens(descriptor, nil)
    }

    /// Waits until what was written is on the disk.
    func synchronize() throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw .last }
    }

    /// Takes the lock of the whole file, or fails at once with an error that is busy.
    ///
    /// A shared lock is had by any number of processes as long as none has the lock for itself.
    func lock(isShared: Bool = false) throws(SystemError) {
        while flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            if errno != EINTR { throw .last }
        }
    }

    /// Gives the lock back.
    func unlock() {
        _ = flock(descriptor, LOCK_UN)
    }

    private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        // Inside a method named `write` the bare name would mean that method.
        #if canImport(Glibc)
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
