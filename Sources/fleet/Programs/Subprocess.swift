import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program that was started, in a process group of its own.
///
/// When it ends, so does all that it left running in its group.
struct StartedProgram: Sendable {
    /// How a program ended.
    enum End: Equatable, Sendable {
        case exit(Int32)
        case signal(Int32)
    }

    /// Why a program could not be started.
    struct Failure: Error {
        let words: String
        /// Whether the same may go well later.
        let mayPass: Bool

        fileprivate init(_ number: Int32) {
            switch number {
            case ENOENT: (words, mayPass) = ("there is no such program", false)
            case EACCES, ENOEXEC, E2BIG: (words, mayPass) = (systemWords(number), false)
            default: (words, mayPass) = (systemWords(number), true)
            }
        }
    }

    let identifier: Int32
    /// What the program reads, as its standard input.
    let input: Int32
    /// What the program writes, if that is read.
    let output: Int32?

    /// The programs that run; what is started and signalled is so under the lock, so that no signal goes to
    /// a number that another program has by now, and no program inherits what another one reads.
    private static let running = Mutex<Set<Int32>>([])

    /// Starts a program that is found as a shell finds it (`PATH`), with all signals as they were meant to
    /// be.
    ///
    /// What it writes is thrown away unless `isRead`.
    init(
        _ name: String, _ arguments: [String], _ environment: [String: String],
        isRead: Bool = false
    ) throws(Failure) {
        let started = Self.running.withLock { running -> Result<(Int32, Int32, Int32?), Failure> in
            guard let ends = makePipe() else { return .failure(Failure(errno)) }
            let output = isRead ? makePipe() : nil
            guard !isRead || output != nil else {
                let failure = Failure(errno)
                close(ends.reading)
                close(ends.writing)
                return .failure(failure)
            }
            keepFromBlocking(ends.writing)
            var identifier: Int32 = 0
            let error = spawn(
                &identifier, [name] + arguments, environment, reading: ends.reading,
                writing: output?.writing)
            close(ends.reading)
            if let output { close(output.writing) }
            guard error == 0 else {
                close(ends.writing)
                if let output { close(output.reading) }
                return .failure(Failure(error))
            }
            running.insert(identifier)
            return .success((identifier, ends.writing, output?.reading))
        }
        (identifier, input, output) = try started.get()
    }

    /// Hands the program its input and waits for its end; to be called once.
    func end(reading bytes: [UInt8]) async -> End {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "fleet.notify").async {
                feed(bytes)
                continuation.resume(returning: reap())
            }
        }
    }

    /// Asks the program and its group to end, and ends them after some seconds.
    func stop(grace: Double) {
        signal(SIGTERM)
        DispatchQueue.global().asyncAfter(deadline: .now() + grace) { signal(SIGKILL) }
    }

    /// Ends all programs at once.
    static func endAll() {
        running.withLock { for program in $0 { kill(-program, SIGKILL) } }
    }

    func signal(_ number: Int32) {
        Self.running.withLock { if $0.contains(identifier) { kill(-identifier, number) } }
    }

    /// Writes what the program reads, until it has it or does not want it.
    private func feed(_ bytes: [UInt8]) {
        defer { close(input) }
        var rest = bytes[...]
        while feedSome(&rest), !hasEnded {
            var request = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
            _ = poll(&request, 1, 50)
        }
    }

    var hasEnded: Bool {
        var information = siginfo_t()
        let options = WEXITED | WNOWAIT | WNOHANG
        let result = waitid(P_PID, id_t(identifier), &information, options)
        return result != 0 || information.si_signo == SIGCHLD
    }

    /// Waits for the end of the program; ends then what is left of its group.
    func reap() -> End {
        // Until it is waited for, its number and that of its group are nobody else's.
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0,
            errno == EINTR
        {}
        return Self.running.withLock { running in
            running.remove(identifier)
            kill(-identifier, SIGKILL)
            return End(of: identifier)
        }
    }
}

extension StartedProgram.End {
    /// Waits for the end of a program.
    init(of identifier: Int32) {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        self = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
}

/// Starts a program; returns the system's error number, 0 if it runs.
private func spawn(
    _ identifier: inout Int32, _ words: [String], _ environment: [String: String],
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
    return withStrings(words) { arguments in
        withStrings(environment.map { "\($0)=\($1)" }) { environment in
            posix_spawnp(&identifier, words[0], &actions, &attributes, arguments, environment)
        }
    }
}

/// Hands texts to a call of C, ended by a null pointer.
func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}
