import Synchronization

@testable import FleetFeeds

/// Clock whose pauses end at once, and advance it.
final class QuickClock: Sendable {
    private let state = Mutex((now: ContinuousClock.now, pauses: [Duration]()))

    var now: ContinuousClock.Instant { state.withLock(\.now) }

    /// All pauses so far.
    var pauses: [Duration] { state.withLock(\.pauses) }

    var clock: PauseClock {
        PauseClock(
            now: { self.now },
            sleep: { pause in
                try Task.checkCancellation()
                self.state.withLock { state in
                    state.now += pause
                    state.pauses.append(pause)
                }
            })
    }

    func advance(by time: Duration) { state.withLock { $0.now += time } }
}
