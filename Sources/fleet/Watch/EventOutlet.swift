import Dispatch
import Synchronization

/// Writes lines on a thread of its own, so that a reader that is slow holds up nobody: what it cannot
/// take in time is dropped from a bounded buffer, and a line says how much that was.
final class EventOutlet: Sendable {
    /// How many lines wait at most.
    static let limit = 10_000

    private struct State {
        var waiting: [String] = []
        /// Lines that were dropped after the waiting ones.
        var lost = 0
        var isWriting = false
        var failure: Output.Failure?
    }

    private let output: Output
    private let style: EventStyle
    private let queue = DispatchQueue(label: "fleet.watch.events")
    private let state = Mutex(State())

    init(_ output: Output, _ style: EventStyle) {
        (self.output, self.style) = (output, style)
    }

    /// Leaves lines to be written.
    func post(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let begins = state.withLock { state in
            let room = state.lost == 0 ? Self.limit - state.waiting.count : 0
            state.waiting += lines.prefix(room)
            state.lost += max(0, lines.count - room)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if begins { queue.async { [self] in write() } }
    }

    /// Tells what keeps lines from being written.
    func check() throws(Output.Failure) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// Waits until all is written.
    func finish() throws(Output.Failure) {
        queue.sync {}
        try check()
    }

    /// Writes what waits, until nothing does.
    private func write() {
        while let lines = next() {
            do {
                try output.write(lines.joined(separator: "\n") + "\n")
                try output.finish()
            } catch {
                state.withLock { $0.failure = error }
            }
        }
    }

    /// What waits, and after it how much was lost; `nil` ends the writing.
    private func next() -> [String]? {
        state.withLock { state in
            var lines = state.waiting
            if state.lost > 0 { lines.append(style.gap("lost_events", state.lost, at: nil)) }
            (state.waiting, state.lost) = ([], 0)
            state.isWriting = !lines.isEmpty
            return lines.isEmpty ? nil : lines
        }
    }
}
