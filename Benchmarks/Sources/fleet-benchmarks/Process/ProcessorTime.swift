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
    /// `nil` if unavailable.
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

    /// Returns the user and system time of a process and its children, including finished ones, in
    /// seconds, from `/proc`; `nil` if unavailable.
    static func used(byFamilyOf id: ProcessID) -> Double? {
        guard let parent = ticks(of: id) else { return nil }
        let children = (Files.names(in: "/proc") ?? []).compactMap { ProcessID($0) }
            .compactMap { ticks(of: $0) }.filter { $0.parent == id }
        let all = children.reduce(parent.own + parent.finishedChildren) { $0 + $1.own }
        return all / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Returns what `/proc/<pid>/stat` has of a process, in clock ticks.
    private static func ticks(
        of id: ProcessID
    ) -> (parent: ProcessID, own: Double, finishedChildren: Double)? {
        // The name, in parentheses, may contain spaces.
        let fields = Files.beginning(of: "/proc/\(id)/stat").split(separator: ")").last?
            .split(separator: " ")
        guard let fields, fields.count > 14, let parent = ProcessID(fields[1]) else { return nil }
        let times = fields[11...14].map { Double($0) ?? 0 }
        return (parent, times[0] + times[1], times[2] + times[3])
    }
}
