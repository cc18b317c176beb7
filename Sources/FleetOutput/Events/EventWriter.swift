import Dispatch
import FleetRuntime
import Synchronization

/// Writer of event lines on a thread of its own, so that a slow reader does not block the watch.
///
/// The buffer is bounded: lines beyond its limit are dropped, and a gap line reports their number.
final class EventWriter: Sendable {
    /// Maximum number of buffered lines.
    static let limit = 10_000

    private struct State {
        var pending: [String] = []
        /// Number of lines dropped after the pending ones.
        var dropped = 0
        var isWriting = false
        var error: Output.WriteError?
    }

    private let output: Output
    private let format: EventFormat
    private let queue = DispatchQueue(label: "fleet.watch.events")
    private let state = Mutex(State())

    init(_ output: Output, _ format: EventFormat) {
        (self.output, self.format) = (output, format)
    }

    /// Queues lines for writing.
    func post(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let isIdle = state.withLock { state in
            let room = state.dropped == 0 ? Self.limit - state.pending.count : 0
            state.pending += lines.prefix(room)
            state.dropped += max(0, lines.count - room)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isIdle { queue.async { [self] in write() } }
    }

    /// Throws the last write error, if any.
    func check() throws(Output.WriteError) {
        if let error = state.withLock({ $0.error }) { throw error }
    }

    /// Waits until all lines are written.
    func finish() throws(Output.WriteError) {
        queue.sync {}
        try check()
    }

    /// Writes until no line is pending.
    private func write() {
        while let lines = takeLines() {
            do {
                try output.write(lines.joined(separator: "\n") + "\n")
                try output.finish()
            } catch {
                state.withLock { $0.error = error }
            }
        }
    }

    /// Returns the pending lines and a gap line for dropped ones; `nil` if there are none.
    private func takeLines() -> [String]? {
        state.withLock { state in
            var lines = state.pending
            if state.dropped > 0 { lines.append(format.gap("lost_events", state.dropped, at: nil)) }
            (state.pending, state.dropped) = ([], 0)
            state.isWriting = !lines.isEmpty
            return lines.isEmpty ? nil : lines
        }
    }
}
