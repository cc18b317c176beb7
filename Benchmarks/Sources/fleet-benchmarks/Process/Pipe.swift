#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A pipe that started programs do not inherit, but for the end that they are given.
struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchmarkFailure.system(call: "pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }
}

extension BenchmarkFailure {
    /// The failure that a call just left in `errno`.
    static func system(call: String) -> BenchmarkFailure {
        .system(call: call, cause: String(cString: strerror(errno)))
    }
}
