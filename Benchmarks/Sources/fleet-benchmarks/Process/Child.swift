#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

typealias ProcessID = pid_t

/// Destination of a program's output.
enum OutputTarget {
    /// `/dev/null`.
    case discarded
    /// This process, through a pipe.
    case read
}

/// Running program; killed on deinitialization unless `wait` was called.
final class Child {
    let id: ProcessID
    private let start: ContinuousClock.Instant
    private let pipe: Int32?
    private var hasTerminated = false

    /// Starts a program.
    /// - Parameter errors: File for its error output, overwritten.
    init(_ command: Command, output: OutputTarget, errors: String) throws {
        let pipe = output == .read ? try Pipe() : nil
        defer { if let pipe { close(pipe.writeEnd) } }
        let redirection = Redirection(output: pipe?.writeEnd, errors: errors)
        start = .now
        do {
            id = try redirection.spawn(command)
        } catch {
            if let pipe { close(pipe.readEnd) }
            throw error
        }
        self.pipe = pipe?.readEnd
    }

    /// Starts a program on its own terminal.
    /// - Parameter errors: File for its error output, overwritten.
    init(_ command: Command, on terminal: PseudoTerminal, errors: String) throws {
        let redirection = Redirection(
            input: terminal.program, output: terminal.program, errors: errors)
        start = .now
        id = try redirection.spawn(command)
        pipe = nil
        terminal.closeProgramEnd()
    }

    deinit {
        if let pipe { close(pipe) }
        if hasTerminated { return }
        kill(id, SIGKILL)
        _ = wait()
    }

    /// Sends a signal and waits for the program to exit.
    func stop(with signal: Int32) {
        kill(id, signal)
        wait()
    }

    /// Waits for the program to exit; may be called only once.
    @discardableResult
    func wait() -> Termination {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(id, &status, 0, &usage) == -1, errno == EINTR {}
        let wall = start.duration(to: .now)
        hasTerminated = true
        return Termination(status: status, usage: Usage(usage, wall: wall))
    }

    /// Passes every line of the output, without its newline, to `body` until the program closes it.
    func forEachLine(_ body: (String) -> Void) throws {
        guard let pipe else { return }
        try LineReader(pipe).forEachLine(body)
    }
}

/// Exit status of a program and its resource usage.
struct Termination {
    /// Status in the format of `wait4`.
    let status: Int32
    let usage: Usage

    /// Description of the failure; `nil` if the program exited with 0.
    var failureDescription: String? {
        let signal = status & 0x7f
        if signal != 0 { return "was killed by signal \(signal)" }
        let code = (status >> 8) & 0xff
        return code == 0 ? nil : "exited with \(code)"
    }
}
