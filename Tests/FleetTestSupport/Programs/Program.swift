import Foundation
package import Testing

#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// A running program; a thread of its own reads its output as it arrives.
///
/// A wait for it that reaches the `Deadline` kills it.
package final class Program: Sendable {
    package let processID: pid_t
    private let state = Observed(Outcome())
    /// The owner of its files, which must outlive the program.
    private let owner: (any AnyObject & Sendable)?
    private let end = DispatchSemaphore(value: 0)

    /// Starts a program with exactly this environment.
    ///
    /// Its standard input is empty without `input`; its output goes to pipes or to the terminal.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String], folder: String,
        input: Int32? = nil, terminal: Terminal? = nil,
        retaining owner: (any AnyObject & Sendable)? = nil
    ) throws {
        self.owner = owner
        let (output, errors) = (try OutputPipe(), try OutputPipe())
        let outputs =
            terminal.map { [$0.subsidiary, $0.subsidiary] } ?? [output.writeEnd, errors.writeEnd]
        let empty = open("/dev/null", O_RDONLY | O_CLOEXEC)
        processID = try spawn(
            path, arguments, environment: environment, folder: folder,
            descriptors: [input ?? empty] + outputs)
        [empty, output.writeEnd, errors.writeEnd].forEach { _ = close($0) }
        if let terminal { [terminal.subsidiary, output.readEnd].forEach { _ = close($0) } }
        let readEnds = [terminal?.manager ?? output.readEnd, errors.readEnd]
        Thread.detachNewThread { self.readOutput(readEnds) }
    }

    /// The output so far.
    package var output: Outcome { state.value }

    /// Waits until the condition is true for the output so far, or until the program has ended.
    @discardableResult
    package func waitUntil(
        within seconds: Double = Deadline.seconds, _ condition: @escaping (Outcome) -> Bool
    ) async -> Outcome {
        let isMet = await state.waitUntil(within: seconds) {
            $0.isEnded || condition($0)
        }
        if !isMet {
            killHung()
            await state.waitUntil(\.isEnded)
        }
        return output
    }

    private func killHung() {
        state.change { state in
            guard !state.isEnded else { return }
            state.isHung = true
            _ = kill(-processID, SIGKILL)
        }
    }

    /// Waits until the program has ended; returns its outcome.
    package func outcome(within seconds: Double = Deadline.seconds) async -> Outcome {
        await waitUntil(within: seconds, \.isEnded)
    }

    /// Blocks this thread until the program has ended; for one caller.
    func blockingOutcome() -> Outcome {
        if end.wait(timeout: .now() + Deadline.seconds) == .timedOut {
            killHung()
            end.wait()
        }
        return output
    }

    /// Sends SIGINT, as Ctrl-C does; expects exit status 130 and nothing on the standard error.
    package func interrupt(_ location: SourceLocation = #_sourceLocation) async {
        send(SIGINT)
        let outcome = await outcome()
        #expect(outcome.status == 130, "\(outcome.errorText)", sourceLocation: location)
        #expect(!outcome.isHung && outcome.errorText.isEmpty, sourceLocation: location)
    }

    /// Sends SIGKILL and waits until the program has ended.
    package func forceKill(_ location: SourceLocation = #_sourceLocation) async {
        send(SIGKILL)
        #expect(await outcome().status == -SIGKILL, sourceLocation: location)
    }

    /// Sends a signal, unless the program has ended.
    package func send(_ signal: Int32) {
        state.change { if !$0.isEnded { _ = kill(processID, signal) } }
    }
}

extension Program {
    /// Reads to the end of both streams, then waits for the program.
    private func readOutput(_ readEnds: [Int32]) {
        var polls = readEnds.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while polls.contains(where: { $0.fd >= 0 }) {
            guard poll(&polls, nfds_t(polls.count), -1) > 0 else { continue }
            for index in polls.indices where polls[index].fd >= 0 && polls[index].revents != 0 {
                if !take(from: polls[index].fd, isOutput: index == 0) { polls[index].fd = -1 }
            }
        }
        readEnds.forEach { _ = close($0) }
        reap()
    }

    /// Reads the available bytes; returns false at the end.
    private func take(from descriptor: Int32, isOutput: Bool) -> Bool {
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        guard !bytes.isEmpty else { return false }
        state.change { if isOutput { $0.data += bytes } else { $0.errorBytes += bytes } }
        return true
    }

    private func reap() {
        // The process stays a zombie until `isEnded` is set, so that `send` cannot signal another
        // process with the same ID.
        var information = siginfo_t()
        while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {
        }
        state.change { state in
            var status: Int32 = 0
            while waitpid(processID, &status, 0) < 0, errno == EINTR {}
            state.status = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
            state.isEnded = true
        }
        end.signal()
    }
}
