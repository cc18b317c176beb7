/// Pauses between attempts to reach a database that is away, and the times at which this is logged.
struct DatabaseWait {
    typealias Instant = ContinuousClock.Instant

    /// Time between two lines of the log.
    private static let logInterval = Duration.seconds(60)
    private static let (shortestPause, longestPause) = (
        Duration.milliseconds(500), Duration.seconds(5)
    )

    private var pause = shortestPause
    private var loggedAt: Instant?

    /// Returns the pause before the next attempt (0.5 s, 1 s, 2 s, 4 s, then 5 s), and whether the
    /// cause is logged now.
    mutating func next(at now: Instant) -> (pause: Duration, isLogged: Bool) {
        defer { pause = min(pause * 2, Self.longestPause) }
        let isLogged = loggedAt.map { now - $0 >= Self.logInterval } ?? true
        if isLogged { loggedAt = now }
        return (pause, isLogged)
    }
}
