import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program that runs; a thread of its own reads at once what it writes.
final class Program: @unchecked Sendable {
    /// How long a program of the tests may take before it counts as hung, in seconds.
    static let patience = 90.0

    let identifier: pid_t
    private let place: String
    // SAFETY: everything below is used under the lock only.
    private let lock = NSLock()
    private var state = Outcome()
    private var isEnded = false
    private var waiters: [(isReady: (Outcome) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    /// Starts a program with nothing but the given environment; it reads nothing, and writes into
    /// pipes or to a terminal.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], folder: String,
        input: Int32? = nil, terminal: Terminal? = nil
    ) throws {
        let (data, talk) = (try Pipe(), try Pipe())
        let outputs = terminal.map { [$0.program, $0.program] } ?? [data.writing, talk.writing]
        let none = open("/dev/null", O_RDONLY | O_CLOEXEC)
        identifier = try spawn(
            path, arguments, environment: environment, folder: folder,
            descriptors: [input ?? none] + outputs)
        place = arguments.first ?? path
        [none, data.writing, talk.writing].forEach { _ = close($0) }
        terminal?.closeProgram()
        let readers = [terminal?.person ?? data.reading, talk.reading]
        Thread.detachNewThread { self.follow(readers) }
        if terminal != nil { _ = close(data.reading) }
    }

    /// What was written so far; the status is that of a program which runs.
    var soFar: Outcome { lock.withLock { state } }

    /// Returns as soon as the condition holds for what was written, or the program has ended.
    @discardableResult
    func until(_ condition: @escaping (Outcome) -> Bool) async -> Outcome {
        await withCheckedContinuation { continuation in
            let holds = lock.withLock {
                if isEnded || condition(state) { return true }
                waiters.append((condition, continuation))
                return false
            }
            if holds { continuation.resume() }
        }
        return soFar
    }

    /// How the program ended.
    func outcome() async -> Outcome { await until { _ in false } }

    /// Sends a signal; to a program that has ended, none.
    func send(_ signal: Int32) {
        lock.withLock { if !isEnded { _ = kill(identifier, signal) } }
    }

    private func change(ending: Bool = false, _ change: (inout Outcome) -> Void) {
        let ready = lock.withLock {
            change(&state)
            isEnded = isEnded || ending
            let ready = waiters.filter { isEnded || $0.isReady(state) }
            waiters.removeAll { isEnded || $0.isReady(state) }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }
}

extension Program {
    /// Reads to the end of both streams, then waits for the program; one that hangs is killed.
    private func follow(_ readers: [Int32]) {
        let end = Date(timeIntervalSinceNow: Self.patience)
        var polls = readers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while polls.contains(where: { $0.fd >= 0 }) {
            let left = max(0, end.timeIntervalSinceNow)
            guard poll(&polls, nfds_t(polls.count), Int32(left * 1000) + 1) > 0 || left > 0 else {
                change { $0.isHung = true }
                _ = kill(-identifier, SIGKILL)
                break
            }
            for index in polls.indices where polls[index].revents != 0 {
                if !read(polls[index].fd, isData: index == 0) { polls[index].fd = -1 }
            }
        }
        readers.forEach { _ = close($0) }
        reap()
    }

    /// Reads what is there; `false` at the end.
    private func read(_ descriptor: Int32, isData: Bool) -> Bool {
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, readBytes(descriptor, buffer.baseAddress, buffer.count))
        }
        guard !bytes.isEmpty else { return false }
        change { if isData { $0.data += bytes } else { $0.talkBytes += bytes } }
        return true
    }

    private func reap() {
        var information = siginfo_t()
        // It stays a zombie until no signal can be sent to another process of its number.
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        var status: Int32 = 0
        lock.withLock {
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            isEnded = true
        }
        change(ending: true) { $0.status = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F) }
    }
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
