import Dispatch
import Synchronization

/// Turns the signals that ask a program to end into a cancellation; a second one ends it at once, and so
/// does the end of a grace period, since a write to a full pipe cannot be cancelled.
final class Interrupts: Sendable {
    private static let grace = DispatchTimeInterval.seconds(3)

    private let state: Mutex<(sources: [any DispatchSourceSignal], received: Int32?)>

    init(_ cancel: @escaping @Sendable () -> Void) {
        state = Mutex((sources: [], received: nil))
        for number in endingSignals where takeOverSignal(number) {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [weak self] in self?.receive(number, cancel) }
            source.resume()
            state.withLock { $0.sources.append(source) }
        }
    }

    /// The first signal that came, if any.
    var received: Int32? { state.withLock { $0.received } }

    private func receive(_ number: Int32, _ cancel: () -> Void) {
        let isFirst = state.withLock { state in
            defer { state.received = state.received ?? number }
            return state.received == nil
        }
        guard isFirst else { Self.endNow(128 + number) }
        cancel()
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) {
            Self.endNow(128 + number)
        }
    }

    /// Ends the process and the programs that it started.
    private static func endNow(_ code: Int32) -> Never {
        StartedProgram.endAll()
        exitNow(code)
    }
}
