#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a run of a program cost.
struct Usage {
    /// User and system time of the process, in seconds.
    var cpu: Double
    /// The time from before it was started until it was waited for, in seconds.
    var wall: Double
    /// The most memory that was resident at one time, in bytes.
    ///
    /// The kernel counts the process that started the program into it, so a figure below
    /// `Usage.ownPeak` says nothing.
    var peak: Double
}

extension Usage {
    /// The times of a part, or of a multiple, of the same work.
    func times(_ factor: Double) -> Usage {
        Usage(cpu: cpu * factor, wall: wall * factor, peak: peak)
    }

    init(_ usage: rusage, wall: Duration) {
        cpu = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        self.wall = wall / .seconds(1)
        peak = Double(usage.ru_maxrss) * Self.unitOfPeak
    }

    /// The most memory that this process had, in bytes.
    static var ownPeak: Double {
        var usage = rusage()
        getrusage(ownUsage, &usage)
        return Double(usage.ru_maxrss) * unitOfPeak
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }

    /// `RUSAGE_SELF`, which C libraries declare with different types.
    private static let ownUsage: Int32 = 0

    #if canImport(Darwin)
    private static let unitOfPeak = 1.0
    #else
    private static let unitOfPeak = 1_024.0
    #endif
}
