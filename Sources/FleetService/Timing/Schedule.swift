public import FleetCore

/// Schedule of the polls of a feed.
enum Schedule {
    /// Maximum pause; a stored time further ahead than this is ignored.
    static let horizon = Duration.seconds(3600)
    /// Pause if neither feed nor user sets one, such as for a file without a ttl in `watch`.
    private static let idlePause = Duration.seconds(5)
    /// Minimum time between the starts of two requests of refreshes.
    private static let refreshInterval = Duration.seconds(1)
    /// Minimum pause, so that a feed with a tiny ttl does not cause a busy loop.
    private static let minPause = Duration.milliseconds(10)

    /// Returns the end of a response's freshness: `received + max(minInterval, freshFor)`.
    ///
    /// It is at most an hour ahead. The user's interval does not count, since it applies to one
    /// `watch` only.
    static func freshUntil(
        received: Timestamp, _ schedule: FeedSchedule, _ policy: ServicePolicy
    ) -> Timestamp {
        received
            + min(max(policy.minInterval, schedule.minInterval, schedule.freshFor, .zero), horizon)
    }

    /// Returns the time of the next load: `received + max(minInterval, interval, freshFor)`.
    ///
    /// It is at most an hour ahead. If all three are zero or unset, the pause is `idlePause`.
    static func nextLoad(
        received: Timestamp, _ schedule: FeedSchedule, _ policy: ServicePolicy
    ) -> Timestamp {
        let requested = max(
            policy.minInterval, schedule.minInterval, schedule.freshFor, policy.interval ?? .zero)
        let pause = requested > .zero ? max(requested, minPause) : idlePause
        return received + min(pause, horizon)
    }

    /// Returns the time for the request of a refresh: a second after the last one of another
    /// process, unless the source may be read at any time.
    ///
    /// The reader of the feed spaces the requests of this process.
    static func refresh(
        after lastRequest: RequestID?, _ policy: ServicePolicy, at now: Timestamp
    ) -> Timestamp {
        guard let lastRequest, policy.minInterval > .zero,
            lastRequest.process != policy.process, lastRequest.beganAt <= now
        else { return now }
        return max(now, lastRequest.beganAt + refreshInterval)
    }

    /// Returns whether a stored time is still to come and at most an hour ahead.
    static func isUpcoming(_ time: Timestamp, at now: Timestamp) -> Bool {
        time > now && time <= now + horizon
    }
}

extension BackOff {
    /// Returns the pause after the `attempt`th failure in a row.
    ///
    /// | attempt | 1 | 2 | 3 | 4 | 5 | 6 | 7 and more |
    /// |---|---|---|---|---|---|---|---|
    /// | seconds | 5 | 10 | 20 | 40 | 80 | 160 | 300 |
    ///
    /// `jitter`, 0 to 1, adds up to 10 %, so that clients do not all retry at the same moment. The
    /// pause is at least the service's `retryAfter` and at most an hour.
    static func delay(attempt: Int, jitter: Double, retryAfter: Duration = .zero) -> Duration {
        let seconds = min(5 << min(max(attempt, 1) - 1, 6), 300)
        let fraction = jitter.isNaN ? 0 : min(max(jitter, 0), 1)
        let spread = Duration.milliseconds(Int64(Double(seconds) * 100 * fraction))
        return min(max(.seconds(seconds) + spread, retryAfter), Schedule.horizon)
    }

    /// Creates the error state after a failure at the time `now`.
    public init(after failure: FeedFailure, attempt: Int, at now: Timestamp, jitter: Double) {
        let requested = Duration(clampingSeconds: failure.retryAfterSeconds ?? 0)
        let retryAfter = min(requested, Schedule.horizon)
        self.init(
            failure: failure, failedAt: now,
            retryAt: now + Self.delay(attempt: attempt, jitter: jitter, retryAfter: retryAfter),
            attempt: attempt, notBefore: retryAfter > .zero ? now + retryAfter : nil)
    }

    /// Returns the end of a `Retry-After`, which also delays refreshes; `nil` if it has passed.
    func retryAfterDeadline(at now: Timestamp) -> Timestamp? {
        notBefore.flatMap { Schedule.isUpcoming($0, at: now) ? $0 : nil }
    }

    /// Returns whether the back-off applies to everything but refreshes.
    func isActive(at now: Timestamp) -> Bool {
        Schedule.isUpcoming(retryAt, at: now) || retryAfterDeadline(at: now) != nil
    }
}

extension FetchOutcome {
    /// Creates the outcome of a request, which is due again when its response is no longer fresh.
    public init(
        _ response: FeedResponse, of request: RequestID, shownAt: Timestamp, receivedAt: Timestamp,
        _ policy: ServicePolicy
    ) {
        self.init(
            response: response, request: request, fetchedAt: shownAt,
            dueAt: Schedule.freshUntil(received: receivedAt, response.schedule, policy))
    }
}
