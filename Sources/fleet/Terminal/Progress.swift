import FleetCore
import Synchronization

/// Tells on a terminal how far a long reading has come; a reading under half a second is silent.
final class Progress: Sendable {
    private struct State {
        var beganAt: Timestamp?
        var shownAt: Timestamp?
    }

    private static let patience = Duration.milliseconds(500)
    private static let interval = Duration.milliseconds(100)

    private let output: Output
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())

    init(output: Output, now: @escaping @Sendable () -> Timestamp) {
        self.output = output
        self.now = now
    }

    /// Does the work of a reading; if nothing has come for a while, that is told too.
    func whileReading<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard output.talksToTerminal else { return try await work() }
        defer { finish() }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask { [self] in
                try await Task.sleep(for: Self.patience)
                wait()
                return nil
            }
            while let value = try await group.next() {
                guard let value else { continue }
                group.cancelAll()
                return value
            }
            throw CancellationError()
        }
    }

    /// Takes note of how much was read so far.
    func read(bytes: Int) {
        guard output.talksToTerminal else { return }
        tell("\(bytes / 1_048_576).\(bytes % 1_048_576 * 10 / 1_048_576) MiB read")
    }

    /// Takes note of how many vehicles were found so far.
    func found(vehicles: Int) {
        guard output.talksToTerminal else { return }
        tell("\(vehicles) vehicles read")
    }

    /// Tells that nothing was read yet, unless something was.
    private func wait() {
        let isFirst = state.withLock { state in
            defer { state.shownAt = state.shownAt ?? now() }
            return state.beganAt == nil
        }
        if isFirst { output.talk("\r\u{1B}[Kwaiting for an answer") }
    }

    /// Removes what is shown; the next reading begins anew.
    private func finish() {
        let wasShown = state.withLock { state in
            defer { state = State() }
            return state.shownAt != nil
        }
        if wasShown { output.talk("\r\u{1B}[K") }
    }

    private func tell(_ text: @autoclosure () -> String) {
        let time = now()
        let isDue = state.withLock { state in
            let began = state.beganAt ?? time
            state.beganAt = began
            let isDue =
                time - (state.shownAt ?? began) >= Self.interval
                && time - began >= Self.patience
            if isDue { state.shownAt = time }
            return isDue
        }
        if isDue { output.talk("\r\u{1B}[K" + text()) }
    }
}
