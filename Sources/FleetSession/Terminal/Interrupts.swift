import Dispatch
import POSIX
import Synchronization

/// Handler of termination signals: the first cancels the command, the second exits at once.
///
/// The process also exits after a grace period, because a write to a full pipe cannot be cancelled.
package final class Interrupts: Sendable {
    private static let gracePeriod = DispatchTimeInterval.seconds(3)

    private let state: Mutex<(sources: [any DispatchSourceSignal], received: Int32?)>

    package init(_ cancel: @escaping @Sendable () -> Void) {
        state = Mutex((sources: [], received: nil))
        for number in CurrentProcess.terminationSignals where CurrentProcess.claimSignal(number) {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [weak self] in self?.receive(number, cancel) }
            source.resume()
            state.withLock { $0.sources.append(source) }
        }
    }

    /// First signal received, if any.
    package var received: Int32? { state.withLock { $0.received } }

    private func receive(_ number: Int32, _ cancel: () -> Void) {
        let isFirst = state.withLock { state in
            defer { state.received = state.received ?? number }
            return state.received == nil
        }
        guard isFirst else { Self.killAndExit(128 + number) }
        cancel()
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.gracePeriod) {
            Self.killAndExit(128 + number)
        }
    }

    /// Kills all subprocesses and exits.
    private static func killAndExit(_ code: Int32) -> Never {
        Program.killAll()
        CurrentProcess.exitNow(code)
    }
}
