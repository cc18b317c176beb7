#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Termination signals, blocked so that temporary files are removed first.
///
/// Child processes do not inherit the block: Ctrl-C ends them immediately.
enum Interrupts {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Blocks the signals.
    static func block() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        sigprocmask(SIG_BLOCK, &set, nil)
    }

    /// Checks for a pending signal.
    /// - Throws: `.interrupted` if there is one.
    static func check() throws {
        var set = sigset_t()
        sigemptyset(&set)
        sigpending(&set)
        if signals.contains(where: { sigismember(&set, $0) == 1 }) {
            throw BenchmarkError.interrupted
        }
    }
}
