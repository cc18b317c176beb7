import FleetCore

extension BackOff {
    /// How long a source is left alone after its `attempt`th failure in a row.
    ///
    /// | attempt | 1 | 2 | 3 | 4 | 5 | 6 | 7 and more |
    /// |---|---|---|---|---|---|---|---|
    /// | seconds | 5 | 10 | 20 | 40 | 80 | 160 | 300 |
    ///
    /// `jitter`, 0 to 1, adds up to 10 %, so that many clients do not come back at one time. What
    /// the service asked for (`retryAfter`) is the least, and an hour the most.
    static func delay(attempt: Int, jitter: Double, retryAfter: Duration = .zero) -> Duration {
        let seconds = min(5 << min(max(attempt, 1) - 1, 6), 300)
        let share = jitter.isNaN ? 0 : min(max(jitter, 0), 1)
        let spread = Duration.milliseconds(Int64(Double(seconds) * 100 * share))
        return min(max(.seconds(seconds) + spread, retryAfter), Schedule.horizon)
    }

    /// The error state that a failure brings at the time `now`.
    init(after failure: FeedFailure, attempt: Int, at now: Timestamp, jitter: Double) {
        let asked = Duration(clampingSeconds: failure.retryAfterSeconds ?? 0)
        let retryAfter = min(asked, Schedule.horizon)
        self.init(
            failure: failure, failedAt: now,
            retryAt: now + Self.delay(attempt: attempt, jitter: jitter, retryAfter: retryAfter),
            attempt: attempt, notBefore: retryAfter > .zero ? now + retryAfter : nil)
    }

    /// The time before which not even a refresh may ask, if it is still to come.
    func forbidden(at now: Timestamp) -> Timestamp? {
        notBefore.flatMap { Schedule.isAhead($0, of: now) ? $0 : nil }
    }

    /// Whether the source is to be left alone by all that is not a person's refresh.
    func isInForce(at now: Timestamp) -> Bool {
        Schedule.isAhead(retryAt, of: now) || forbidden(at: now) != nil
    }
}
