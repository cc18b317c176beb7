import Dispatch
import Foundation
import Synchronization

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

extension Subprocess {
    /// Limits of a program whose output is captured.
    struct Limits: Sendable {
        /// Time limit, after which the program is killed.
        let time: Duration
        /// Maximum number of output bytes.
        let bytes: Int
    }

    /// Writes the program's input and returns its output; returns nil if it fails or exceeds a
    /// limit.
    ///
    /// Call this once, on a program started with `capturesOutput`. The program and its group have
    /// ended when it returns. Cancelling the task kills the program.
    func output(input bytes: [UInt8], limits: Limits) async -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "fleet.program").async {
                    continuation.resume(returning: captureOutput(bytes, limits))
                }
            }
        } onCancel: {
            signal(SIGKILL)
        }
    }

    private func captureOutput(_ bytes: [UInt8], _ limits: Limits) -> [UInt8]? {
        guard let output else { return nil }
        defer { close(output) }
        let deadline = ContinuousClock.now + limits.time
        let received = transfer(bytes, from: output, limit: limits.bytes, until: deadline)
        while received != nil, !hasExited, ContinuousClock.now < deadline { _ = poll(nil, 0, 5) }
        if !hasExited { signal(SIGKILL) }
        return reap() == .exit(0) ? received : nil
    }

    /// Writes the input while reading the output, until the program closes it; closes the input.
    private func transfer(
        _ bytes: [UInt8], from output: Int32, limit: Int, until deadline: ContinuousClock.Instant
    ) -> [UInt8]? {
        var (rest, received) = (bytes[...], [UInt8]())
        var isOpen = true
        defer { if isOpen { close(input) } }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while ContinuousClock.now < deadline {
            if isOpen, !writeAvailable(&rest) {
                close(input)
                isOpen = false
            }
            var requests = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen ? input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            guard poll(&requests, nfds_t(requests.count), 50) > 0, requests[0].revents != 0 else {
                continue
            }
            let count = read(output, &buffer, buffer.count)
            if count == 0 { return received }
            guard count > 0 else { continue }
            received += buffer[..<count]
            guard received.count <= limit else { return nil }
        }
        return nil
    }

    /// Writes as much input as the pipe accepts; returns whether input remains and can still be
    /// written.
    func writeAvailable(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard !rest.isEmpty else { return false }
        let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) }
        return !rest.isEmpty && (count > 0 || errno == EAGAIN || errno == EINTR)
    }
}

/// Program in the foreground of the terminal.
///
/// It runs in this process's group. In a group of its own, as Foundation's `Process` creates, it
/// would be suspended as soon as it read from the terminal.
enum ForegroundProcess {
    /// Runs a program and waits until it exits.
    /// - Returns: its termination status; nil if it cannot be started.
    static func run(
        _ path: String, _ arguments: [String], environment: [String: String]
    ) -> Subprocess.TerminationStatus? {
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
        let variables = environment.map { "\($0)=\($1)" }
        let error = withStrings([path] + arguments) { arguments in
            withStrings(variables) { variables in
                posix_spawn(&processID, path, nil, &attributes, arguments, variables)
            }
        }
        guard error == 0 else { return nil }
        return Subprocess.TerminationStatus(of: processID)
    }
}
