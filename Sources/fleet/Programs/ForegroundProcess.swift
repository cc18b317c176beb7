import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Program in the foreground of the terminal.
///
/// It runs in this process's group. In a group of its own, as Foundation's `Process` creates, it
/// would be suspended as soon as it read from the terminal.
enum ForegroundProcess {
    /// Runs a program with the environment of this process, and waits until it exits.
    /// - Returns: its termination status; nil if it cannot be started.
    static func run(_ path: String, _ arguments: [String]) -> Subprocess.TerminationStatus? {
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        #else
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        var processID: pid_t = 0
        let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        let error = withStrings([path] + arguments) { arguments in
            withStrings(variables) { variables in
                posix_spawn(&processID, path, nil, &attributes, arguments, variables)
            }
        }
        guard error == 0 else { return nil }
        return Subprocess.TerminationStatus(of: processID)
    }
}
