public import FleetCore
import Synchronization

/// Clock of a database, which takes the place of a process's own clock while that is ahead.
///
/// All processes store times in the database; for the other processes, those of one whose clock is
/// ahead would lie in the future. Between two readings, the monotonic clock advances its time.
public final class DatabaseClock: Sendable {
    /// The difference up to which a process uses its own clock.
    public static let tolerance = Duration.seconds(300)
    /// Age from which a reading is replaced, and from which it says nothing any more: a machine may
    /// have been suspended without notice.
    private static let (renewal, lifetime) = (Duration.seconds(15), Duration.seconds(60))

    private struct State {
        var reading: (time: Timestamp, instant: ContinuousClock.Instant)?
        var isOwnAhead = false
    }

    private let state = Mutex(State())
    private let warn: @Sendable (String) -> Void

    /// - Parameter warn: Receives a line when the own clock is found to be ahead, and when it is right
    ///   again.
    public init(warn: @escaping @Sendable (String) -> Void = { _ in }) { self.warn = warn }

    /// Whether the time of the database is to be read again.
    func isDue(at instant: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.reading }.map { instant - $0.instant >= Self.renewal } ?? true
    }

    /// Notes the time of the database, which was asked for at an instant.
    public func note(_ time: Timestamp, askedAt instant: ContinuousClock.Instant) {
        state.withLock { $0.reading = (time, instant) }
    }

    /// Returns a time of the own clock, or that of the database if the own clock is ahead by more
    /// than the tolerance.
    public func corrected(
        _ own: Timestamp, at instant: ContinuousClock.Instant = .now
    ) -> Timestamp {
        let (time, line) = state.withLock { state -> (Timestamp, String?) in
            guard let reading = state.reading, instant - reading.instant < Self.lifetime else {
                return (own, nil)
            }
            let time = reading.time + (instant - reading.instant)
            let isAhead = own > time + Self.tolerance
            defer { state.isOwnAhead = isAhead }
            guard isAhead != state.isOwnAhead else { return (isAhead ? time : own, nil) }
            return isAhead
                ? (time, Self.ahead(by: own - time))
                : (own, "the clock of this machine agrees with that of the database again")
        }
        if let line { warn(line) }
        return time
    }

    private static func ahead(by difference: Duration) -> String {
        "the clock of this machine is \(difference.components.seconds) s ahead of that of the "
            + "database, whose time is stored; set the clock"
    }
}
