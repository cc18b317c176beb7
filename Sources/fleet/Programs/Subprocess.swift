import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Program in a process group of its own.
///
/// When it exits, the rest of its group is killed.
struct Subprocess: Sendable {
    /// Exit code or signal of a program that has ended.
    enum TerminationStatus: Equatable, Sendable {
        case exit(Int32)
        case signal(Int32)
    }

    /// Failure to start a program.
    struct LaunchError: Error {
        let message: String
        let isRetryable: Bool

        fileprivate init(_ number: Int32) {
            switch number {
            case ENOENT: (message, isRetryable) = ("no such program", false)
            case EACCES, ENOEXEC, E2BIG:
                (message, isRetryable) = (systemErrorMessage(number), false)
            default: (message, isRetryable) = (systemErrorMessage(number), true)
            }
        }
    }

    let processID: Int32
    /// Pipe to the program's standard input.
    let input: Int32
    /// Pipe from the program's standard output, if it is captured.
    let output: Int32?

    /// Process IDs of running programs.
    ///
    /// Programs are started and signalled under the lock, so that no signal goes to a reused
    /// process ID, and no program inherits the pipes of another.
    private static let running = Mutex<Set<Int32>>([])

    /// Starts a program found through `PATH`, with default signal handlers and an empty signal
    /// mask.
    ///
    /// Its output is discarded unless `capturesOutput`.
    init(
        _ name: String, _ arguments: [String], _ environment: [String: String],
        capturesOutput: Bool = false
    ) throws(LaunchError) {
        let started = Self.running.withLock {
            running -> Result<(Int32, Int32, Int32?), LaunchError> in
            guard let ends = makePipe() else { return .failure(LaunchError(errno)) }
            let output = capturesOutput ? makePipe() : nil
            guard !capturesOutput || output != nil else {
                let error = LaunchError(errno)
                close(ends.reading)
                close(ends.writing)
                return .failure(error)
            }
            setNonBlocking(ends.writing)
            var processID: Int32 = 0
            let error = spawn(
                &processID, [name] + arguments, environment, reading: ends.reading,
                writing: output?.writing)
            close(ends.reading)
            if let output { close(output.writing) }
            guard error == 0 else {
                close(ends.writing)
                if let output { close(output.reading) }
                return .failure(LaunchError(error))
            }
            running.insert(processID)
            return .success((processID, ends.writing, output?.reading))
        }
        (processID, input, output) = try started.get()
    }

    /// Writes the program's input and waits until it exits; call this once.
    func terminationStatus(input bytes: [UInt8]) async -> TerminationStatus {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "fleet.notify").async {
                writeInput(bytes)
                continuation.resume(returning: reap())
            }
        }
    }

    /// Sends SIGTERM to the program's group, and SIGKILL after a grace period in seconds.
    func stop(gracePeriod: Double) {
        signal(SIGTERM)
        DispatchQueue.global().asyncAfter(deadline: .now() + gracePeriod) { signal(SIGKILL) }
    }

    /// Kills all running programs.
    static func killAll() {
        running.withLock { for program in $0 { kill(-program, SIGKILL) } }
    }

    func signal(_ number: Int32) {
        Self.running.withLock { if $0.contains(processID) { kill(-processID, number) } }
    }

    /// Writes the input until the program has read it, closes it or exits.
    private func writeInput(_ bytes: [UInt8]) {
        defer { close(input) }
        var rest = bytes[...]
        while writeAvailable(&rest), !hasExited {
            var request = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
            _ = poll(&request, 1, 50)
        }
    }

    var hasExited: Bool {
        var information = siginfo_t()
        let options = WEXITED | WNOWAIT | WNOHANG
        let result = waitid(P_PID, id_t(processID), &information, options)
        return result != 0 || information.si_signo == SIGCHLD
    }

    /// Waits until the program exits, then kills the rest of its group.
    func reap() -> TerminationStatus {
        // Its process ID and group ID cannot be reused before it is reaped.
        var information = siginfo_t()
        while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0,
            errno == EINTR
        {}
        return Self.running.withLock { running in
            running.remove(processID)
            kill(-processID, SIGKILL)
            return TerminationStatus(of: processID)
        }
    }
}

extension Subprocess.TerminationStatus {
    /// Waits until a process exits, and reaps it.
    init(of processID: Int32) {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        self = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
}

/// Starts a program; returns `errno`, or 0 on success.
private func spawn(
    _ processID: inout Int32, _ command: [String], _ environment: [String: String],
    reading input: Int32, writing output: Int32?
) -> Int32 {
    #if canImport(Darwin)
    var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    if let output {
        posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    let flags = [POSIX_SPAWN_SETSIGDEF, POSIX_SPAWN_SETSIGMASK, POSIX_SPAWN_SETPGROUP]
    posix_spawnattr_setflags(&attributes, flags.reduce(0) { $0 | Int16($1) })
    return withStrings(command) { arguments in
        withStrings(environment.map { "\($0)=\($1)" }) { environment in
            posix_spawnp(&processID, command[0], &actions, &attributes, arguments, environment)
        }
    }
}

/// Passes strings to a C call as a null-terminated array.
func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}
