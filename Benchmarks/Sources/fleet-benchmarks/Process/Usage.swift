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
    /// Peak resident memory, in bytes; 0 unless ``BenchmarkContext/runForPeak(_:)`` measured it.
    var peak = 0.0
}

extension Usage {
    /// Returns the times of a fraction or multiple of the same work.
    func scaled(by factor: Double) -> Usage {
        Usage(cpu: cpu * factor, wall: wall * factor, peak: peak)
    }

    init(_ usage: rusage, wall: Duration) {
        cpu = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        self.wall = wall / .seconds(1)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }
}
