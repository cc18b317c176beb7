#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The number of a process.
typealias ProcessID = pid_t

/// Where the output of a program goes.
enum OutputTarget {
    /// To /dev/null.
    case discarded
    /// To this process, through a pipe.
    case read
}

/// A running program; one that is not waited for is killed.
final class Child {
    let id: ProcessID
    private let began: ContinuousClock.Instant
    private let pipe: Int32?
    private var isWaitedFor = false

    /// Starts a program.
    /// - Parameter errors: the file that gets its error output, replaced.
    init(_ command: Command, output: OutputTarget, errors: String) throws {
        let pipe = output == .read ? try Pipe() : nil
        defer { if let pipe { close(pipe.writing) } }
        let redirection = Redirection(output: pipe?.writing, errors: errors)
        began = .now
        do {
            id = try redirection.spawn(command)
        } catch {
            if let pipe { close(pipe.reading) }
            throw error
        }
        self.pipe = pipe?.reading
    }

    /// Starts a program on a terminal of its own.
    /// - Parameter errors: the file that gets its error output, replaced.
    init(_ command: Command, on terminal: PseudoTerminal, errors: String) throws {
        let redirection = Redirection(
            input: terminal.program, output: terminal.program, errors: errors)
        began = .now
        id = try redirection.spawn(command)
        pipe = nil
        terminal.closeProgramEnd()
    }

    deinit {
        if let pipe { close(pipe) }
        if isWaitedFor { return }
        kill(id, SIGKILL)
        _ = wait()
    }

    /// Waits for the end of the program; to be called once.
    func wait() -> Ending {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(id, &status, 0, &usage) == -1, errno == EINTR {}
        let wall = began.duration(to: .now)
        isWaitedFor = true
        return Ending(status: status, usage: Usage(usage, wall: wall))
    }

    /// Hands over every line of the output, without its end, until the program closes it.
    func forEachLine(_ body: (String) -> Void) throws {
        guard let pipe else { return }
        try LineReader(pipe).forEachLine(body)
    }
}

/// How a program ended, and what it cost.
struct Ending {
    /// As `wait4` tells it.
    let status: Int32
    let usage: Usage

    /// What went wrong; `nil` if it exited with 0.
    var misfortune: String? {
        let signal = status & 0x7f
        if signal != 0 { return "was ended by signal \(signal)" }
        let code = (status >> 8) & 0xff
        return code == 0 ? nil : "exited with \(code)"
    }
}
