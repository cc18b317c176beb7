#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ctrl-C and termination, held back so that temporary files are removed first.
///
/// Programs that were started are not held back: Ctrl-C ends them at once.
enum Interrupts {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Holds the signals back from now on.
    static func postpone() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        sigprocmask(SIG_BLOCK, &set, nil)
    }

    /// - Throws: `.interrupted` if a signal came meanwhile.
    static func check() throws {
        var set = sigset_t()
        sigemptyset(&set)
        sigpending(&set)
        if signals.contains(where: { sigismember(&set, $0) == 1 }) {
            throw BenchmarkFailure.interrupted
        }
    }
}
