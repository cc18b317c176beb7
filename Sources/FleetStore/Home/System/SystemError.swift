#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Why a call to the operating system failed: an `errno` of POSIX.
struct SystemError: Error, Equatable {
    let code: CInt

    /// The error of the call that failed just now.
    static var last: SystemError { SystemError(code: errno) }

    /// The system's words, such as `Permission denied`.
    var words: String { String(cString: strerror(code)) }

    /// Whether there is no such file.
    var isMissing: Bool { code == ENOENT }

    /// Whether something stands there already.
    var isExisting: Bool { code == EEXIST }

    /// Whether somebody else holds the lock.
    var isBusy: Bool { code == EWOULDBLOCK }

    /// Whether the disk, a quota or a limit on file sizes leaves no room.
    var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}
