import Dispatch
import POSIX
import Synchronization

/// Handler of termination signals: the first cancels the command, the second exits at once.
///
/// The process also exits after a grace period, since the end of a commit, of the parsing of a
/// large document or of a write to a full pipe may take long. Whatever it leaves is as complete as
/// after `kill -9`, and `ExitCleanup` removes the rest.
package final class Interrupts: Sendable {
    private static let gracePeriod = Mutex(DispatchTimeInterval.milliseconds(60))
    // A serial queue gets a thread of its own, even while others use all processors.
    private static let signals = DispatchQueue(label: "fleet.signals", qos: .userInteractive)
    private static let hangup = Mutex<(@Sendable () -> Void)?>(nil)
    private static let exit = DispatchQueue(label: "fleet.exit", qos: .userInteractive)

    private let state: Mutex<(sources: [any DispatchSourceSignal], received: Int32?)>

    package init(_ cancel: @escaping @Sendable () -> Void) {
        state = Mutex((sources: [], received: nil))
        for number in CurrentProcess.terminationSignals where CurrentProcess.claimSignal(number) {
            let source = DispatchSource.makeSignalSource(signal: number, queue: Self.signals)
            source.setEventHandler { [weak self] in self?.receive(number, cancel) }
            // Until it is registered, a signal that has no default action any more would be lost.
            let isRegistered = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { isRegistered.signal() }
            source.resume()
            _ = isRegistered.wait(timeout: .now() + .seconds(1))
            state.withLock { $0.sources.append(source) }
        }
    }

    /// Lets a command that finishes its work after the first signal take this long.
    package static func extendGracePeriod(toSeconds seconds: Int) {
        gracePeriod.withLock { $0 = .seconds(seconds) }
    }

    /// Does something else at SIGHUP than to end the program.
    package static func handleHangup(_ body: @escaping @Sendable () -> Void) {
        hangup.withLock { $0 = body }
    }

    /// First signal received, if any.
    package var received: Int32? { state.withLock { $0.received } }

    private func receive(_ number: Int32, _ cancel: () -> Void) {
        if number == CurrentProcess.hangupSignal, let hangup = Self.hangup.withLock(\.self) {
            return hangup()
        }
        let isFirst = state.withLock { state in
            defer { state.received = state.received ?? number }
            return state.received == nil
        }
        guard isFirst else { Self.killAndExit(128 + number) }
        Self.exit.asyncAfter(deadline: .now() + Self.gracePeriod.withLock(\.self)) {
            Self.killAndExit(128 + number)
        }
        cancel()
    }

    /// Kills all subprocesses, cleans up and exits.
    private static func killAndExit(_ code: Int32) -> Never {
        Program.killAll()
        ExitCleanup.run()
        CurrentProcess.exitNow(code)
    }
}
