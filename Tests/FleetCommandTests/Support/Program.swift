import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program that runs; a thread of its own reads at once what it writes.
final class Program: Sendable {
    /// How long a program of the tests may take before it counts as hung, in seconds.
    static let patience = 90.0

    let identifier: pid_t
    private let state = Observed(Outcome())
    /// What must not go before the program does.
    private let home: FleetHome?

    /// Starts a program with nothing but the given environment; it reads nothing, unless there is an
    /// `input`, and writes into pipes or to a terminal.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], folder: String,
        input: Int32? = nil, terminal: Terminal? = nil, keeping home: FleetHome? = nil
    ) throws {
        self.home = home
        let (data, talk) = (try Pipe(), try Pipe())
        let outputs = terminal.map { [$0.program, $0.program] } ?? [data.writing, talk.writing]
        let none = open("/dev/null", O_RDONLY | O_CLOEXEC)
        identifier = try spawn(
            path, arguments, environment: environment, folder: folder,
            descriptors: [input ?? none] + outputs)
        [none, data.writing, talk.writing].forEach { _ = close($0) }
        if let terminal { [terminal.program, data.reading].forEach { _ = close($0) } }
        let readers = [terminal?.person ?? data.reading, talk.reading]
        Thread.detachNewThread { self.follow(readers, answers: terminal?.answers) }
    }

    /// What was written so far.
    var soFar: Outcome { state.value }

    /// Returns as soon as the condition holds for what was written, or the program has ended.
    @discardableResult
    func until(_ condition: @escaping (Outcome) -> Bool) async -> Outcome {
        await state.until { $0.isEnded || condition($0) }
        return soFar
    }

    /// How the program ended.
    func outcome() async -> Outcome { await until(\.isEnded) }

    /// Sends the signal of Ctrl-C, and claims that the program ends by it, quietly.
    func interrupt(_ location: SourceLocation = #_sourceLocation) async {
        send(SIGINT)
        let outcome = await outcome()
        #expect(outcome.status == 130, "\(outcome.talk)", sourceLocation: location)
        #expect(!outcome.isHung && outcome.talk.isEmpty, sourceLocation: location)
    }

    /// Kills the program as nothing can prevent.
    func killed(_ location: SourceLocation = #_sourceLocation) async {
        send(SIGKILL)
        #expect(await outcome().status == -SIGKILL, sourceLocation: location)
    }

    /// Sends a signal, unless the program has ended.
    func send(_ signal: Int32) {
        state.change { if !$0.isEnded { _ = kill(identifier, signal) } }
    }
}

extension Program {
    /// Reads to the end of both streams, then waits for the program; one that hangs is killed.
    ///
    /// A terminal's answers are given here, since a program waits for them for a moment only.
    private func follow(_ readers: [Int32], answers: String?) {
        var answers = answers.map { Array($0.utf8) }
        let end = Date(timeIntervalSinceNow: Self.patience)
        var polls = readers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while polls.contains(where: { $0.fd >= 0 }) {
            let left = end.timeIntervalSinceNow
            guard left > 0 else {
                state.change { $0.isHung = true }
                _ = kill(-identifier, SIGKILL)
                break
            }
            guard poll(&polls, nfds_t(polls.count), Int32(left * 1000) + 1) > 0 else { continue }
            for index in polls.indices where polls[index].fd >= 0 && polls[index].revents != 0 {
                if !take(from: polls[index].fd, isData: index == 0) { polls[index].fd = -1 }
            }
            if let bytes = answers, soFar.text.contains(Terminal.question) {
                _ = write(readers[0], bytes, bytes.count)
                answers = nil
            }
        }
        readers.forEach { _ = close($0) }
        reap()
    }

    /// Reads what is there; `false` at the end.
    private func take(from descriptor: Int32, isData: Bool) -> Bool {
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        guard !bytes.isEmpty else { return false }
        state.change { if isData { $0.data += bytes } else { $0.talkBytes += bytes } }
        return true
    }

    private func reap() {
        // It stays a zombie, whose number nobody else has, until no signal can be sent any more.
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR
        {}
        state.change { state in
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            state.status = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
            state.isEnded = true
        }
    }
}
