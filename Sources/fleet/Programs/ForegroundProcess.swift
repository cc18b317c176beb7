import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program that has the terminal as this process has it.
///
/// It is of the same process group: one of a group of its own is halted as soon as it reads what is
/// typed, and `Process` of Foundation makes such a group.
enum ForegroundProgram {
    /// Runs a program with the environment of this process, and waits for its end.
    /// - Returns: how it ended; `nil` if it could not be started.
    static func run(_ path: String, _ arguments: [String]) -> StartedProgram.End? {
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
        var identifier: pid_t = 0
        let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        let error = withStrings([path] + arguments) { arguments in
            withStrings(variables) { variables in
                posix_spawn(&identifier, path, nil, &attributes, arguments, variables)
            }
        }
        guard error == 0 else { return nil }
        return StartedProgram.End(of: identifier)
    }
}
