import FleetCore
import Synchronization

/// Progress display on a terminal for loads and label runs that take longer than half a second.
package final class Progress: Sendable {
    private struct State {
        var startedAt: Timestamp?
        var shownAt: Timestamp?
        /// Tenths of a label run that were last reported in a line, without a terminal.
        var tenths = 0
    }

    /// Time after which anything is shown.
    let initialDelay: Duration
    private static let interval = Duration.milliseconds(100)
    /// Minimum labels of a run whose tenths are printed.
    private static let longRun = 2000
    private static let barWidth = 30

    private let output: Output
    private let now: @Sendable () -> Timestamp
    private let isWanted: Bool
    private let state = Mutex(State())

    /// Whether progress is shown now: a screen takes the terminal after the display is made.
    private var isShown: Bool { isWanted && output.showsProgress }

    /// Creates a display; with `isShown` false, it never shows anything on a terminal.
    init(
        output: Output, isShown: Bool = true, timeoutFactor: Double = 1,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.output = output
        initialDelay = .milliseconds(500) * timeoutFactor
        isWanted = isShown
        self.now = now
    }

    /// Runs a load, and shows a waiting message if nothing has arrived after the initial delay.
    func track<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard isShown else { return try await work() }
        defer { finish() }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask { [self] in
                try await Task.sleep(for: initialDelay)
                showWaiting()
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

    /// Shows the number of bytes received so far.
    func received(bytes: Int) {
        guard isShown else { return }
        show("\(bytes / 1_048_576).\(bytes % 1_048_576 * 10 / 1_048_576) MiB received")
    }

    /// Shows the number of vehicles parsed so far.
    func parsed(vehicles: Int) {
        guard isShown else { return }
        show("\(vehicles) vehicles read")
    }

    /// Shows how many of several sources were read; the caller waits for the initial delay.
    func read(sources done: Int, of total: Int) {
        guard isShown else { return }
        state.withLock { $0.shownAt = now() }
        output.writeMessage("\r\u{1B}[K\(done) of \(total) sources read")
    }

    /// Shows the number of printed labels: a bar, or without a terminal for it a line for every
    /// tenth of a long run.
    package func printed(labels done: Int, of total: Int) {
        if isShown {
            let filled = Self.barWidth * done / total
            let bar =
                String(repeating: "█", count: filled)
                + String(repeating: "░", count: Self.barWidth - filled)
            return show("\(bar) \(done) of \(total) labels")
        }
        let tenths = total < Self.longRun ? 0 : 10 * done / total
        let isNew = state.withLock { state in
            defer { state.tenths = tenths }
            return tenths > state.tenths
        }
        if isNew { output.log("\(done) of \(total) labels") }
    }

    /// Shows a waiting message unless data has already arrived.
    private func showWaiting() {
        let isFirst = state.withLock { state in
            defer { state.shownAt = state.shownAt ?? now() }
            return state.startedAt == nil
        }
        if isFirst { output.writeMessage("\r\u{1B}[Kwaiting for a response") }
    }

    /// Clears the display and resets it for the next load.
    package func finish() {
        let wasShown = state.withLock { state in
            defer { state = State() }
            return state.shownAt != nil
        }
        if wasShown { output.writeMessage("\r\u{1B}[K") }
    }

    private func show(_ text: @autoclosure () -> String) {
        let time = now()
        let isDue = state.withLock { state in
            let start = state.startedAt ?? time
            state.startedAt = start
            let isDue =
                time - (state.shownAt ?? start) >= Self.interval
                && time - start >= initialDelay
            if isDue { state.shownAt = time }
            return isDue
        }
        if isDue { output.writeMessage("\r\u{1B}[K" + text()) }
    }
}
