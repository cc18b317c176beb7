#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How much processor time a running process has used.
enum ProcessorTime {
    /// Whether the clock of another process can be read here.
    #if canImport(Darwin)
    static let isTold = false
    #else
    static let isTold = true
    #endif

    /// User and system time of all its threads, those that have ended too, in seconds; `nil` if
    /// it is not told.
    static func used(by id: ProcessID) -> Double? {
        #if canImport(Darwin)
        return nil
        #else
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            return nil
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
        #endif
    }
}
