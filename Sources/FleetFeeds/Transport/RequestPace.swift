import FleetCore

/// Pace of the requests to a host that asked its clients to slow down.
///
/// | times that it asked | 1 | 2 | 3 and more |
/// |---|---|---|---|
/// | seconds between two requests | 1.1 | 2.2 | 4.4 |
///
/// Many quotas are per second; the tenth more is for requests that arrive unevenly.
struct RequestPace: Equatable, Sendable {
    /// Longest pause that a refresh or a check waits for, instead of failing.
    static let maxWait = Duration.seconds(10)
    private static let (minInterval, maxInterval) = (
        Duration.milliseconds(1100), Duration.milliseconds(4400)
    )
    /// Time after which a host that no longer asks is requested without pauses again.
    private static let memory = Duration.seconds(600)

    private var interval = Duration.zero
    private var nextAt: ContinuousClock.Instant
    private var askedAt: ContinuousClock.Instant

    /// Creates the pace of a host that has not asked yet.
    init(at now: ContinuousClock.Instant) { (nextAt, askedAt) = (now, now) }

    /// Notes that the host asked to slow down.
    ///
    /// - Parameter wait: The pause that it asked for; `nil` if it named none.
    mutating func slowDown(for wait: Duration?, at now: ContinuousClock.Instant) {
        interval = min(max(interval * 2, Self.minInterval), Self.maxInterval)
        nextAt = max(nextAt, now + min(max(wait ?? .zero, interval), Self.maxWait))
        askedAt = now
    }

    /// Returns the time until the next request.
    func remaining(at now: ContinuousClock.Instant) -> Duration { max(.zero, nextAt - now) }

    /// Notes that a request is sent.
    mutating func send(at now: ContinuousClock.Instant) { nextAt = now + interval }

    /// Whether the host has not asked for so long that it is requested without pauses again.
    func isOver(at now: ContinuousClock.Instant) -> Bool { now - askedAt >= Self.memory }
}
