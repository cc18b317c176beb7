#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Pipe with close-on-exec set; a child gets only the end that is redirected to it.
struct Pipe {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchmarkError.system(call: "pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }
}

extension BenchmarkError {
    /// Creates the error of a failed call from `errno`.
    static func system(call: String) -> BenchmarkError {
        .system(call: call, cause: String(cString: strerror(errno)))
    }
}
