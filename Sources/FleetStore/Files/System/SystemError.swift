#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Error of a system call: a POSIX `errno`.
struct SystemError: Error, Equatable {
    let code: CInt

    /// Error of the last failed call.
    static var last: SystemError { SystemError(code: errno) }

    /// Message of the system, such as `Permission denied`.
    var message: String { String(cString: strerror(code)) }

    /// Whether the file does not exist.
    var isNotFound: Bool { code == ENOENT }

    /// Whether the file already exists.
    var alreadyExists: Bool { code == EEXIST }

    /// Whether another holder has the lock.
    var wouldBlock: Bool { code == EWOULDBLOCK }

    /// Whether the disk is full, or a quota or file size limit is exceeded.
    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}
