#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Resource usage of one run of a program.
struct Usage {
    /// User and system time of the process, in seconds.
    var cpu: Double
    /// Time from just before the start until `wait` returned, in seconds.
    var wall: Double
    /// Peak resident memory, in bytes.
    ///
    /// The kernel includes the process that started the program, so a figure below `Usage.ownPeak`
    /// is meaningless.
    var peak: Double
}

extension Usage {
    /// Returns the times of a fraction or multiple of the same work.
    func scaled(by factor: Double) -> Usage {
        Usage(cpu: cpu * factor, wall: wall * factor, peak: peak)
    }

    init(_ usage: rusage, wall: Duration) {
        cpu = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        self.wall = wall / .seconds(1)
        peak = Double(usage.ru_maxrss) * Self.maxRSSUnit
    }

    /// Peak resident memory of this process, in bytes.
    static var ownPeak: Double {
        var usage = rusage()
        getrusage(ownUsage, &usage)
        return Double(usage.ru_maxrss) * maxRSSUnit
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }

    /// `RUSAGE_SELF`, which C libraries declare with different types.
    private static let ownUsage: Int32 = 0

    #if canImport(Darwin)
    private static let maxRSSUnit = 1.0
    #else
    private static let maxRSSUnit = 1_024.0
    #endif
}
