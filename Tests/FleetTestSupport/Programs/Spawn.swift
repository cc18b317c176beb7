import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

struct OutputPipe {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        try spawning.withLock {
            guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }
}

/// No program starts between making a pipe and marking it to be closed.
private let spawning = NSLock()

/// Starts a program in its own process group, with the default action for all signals.
///
/// It gets these descriptors, numbered from 0, and none of those that other tests have open: an
/// inherited descriptor would keep a connection open, or prevent a file from being executed.
func spawn(
    _ path: String, _ arguments: [String], environment: [String: String], folder: String,
    descriptors: [Int32]
) throws -> pid_t {
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    for (target, descriptor) in descriptors.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }
    var flags = [POSIX_SPAWN_SETSIGDEF, POSIX_SPAWN_SETSIGMASK, POSIX_SPAWN_SETPGROUP]
    #if canImport(Darwin)
    flags.append(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
    guard addCloseFrom(&actions, Int32(descriptors.count)) == 0 else { throw POSIXError(.ENOMEM) }
    #endif
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, flags.reduce(0) { $0 | Int16($1) })
    var processID: pid_t = 0
    // Not every system can start a program in another folder, but every shell can change to it.
    let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder, path]
    let status = withStrings(shell + arguments) { arguments in
        withStrings(environment.map { "\($0)=\($1)" }) { environment in
            spawning.withLock {
                posix_spawn(&processID, shell[0], &actions, &attributes, arguments, environment)
            }
        }
    }
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EINVAL) }
    return processID
}

#if !canImport(Darwin)
/// `posix_spawn_file_actions_addclosefrom_np`, which headers declare for `_GNU_SOURCE` only.
private let addCloseFrom = unsafeBitCast(
    dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"),
    to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
#endif

private func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}
