#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// CPU time of a running process.
enum ProcessorTime {
    /// Whether the CPU clock of another process can be read on this system.
    #if canImport(Darwin)
    static let isAvailable = false
    #else
    static let isAvailable = true
    #endif

    /// Returns the user and system time of all its threads, including finished ones, in seconds;
    /// nil if unavailable.
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
