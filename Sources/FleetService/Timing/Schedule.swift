import FleetCore

/// Schedule of the polls of a feed.
enum Schedule {
    /// Maximum pause; a stored time further ahead than this is ignored.
    static let horizon = Duration.seconds(3600)
    /// Pause if neither feed nor user sets one, such as for a file without a ttl in `watch`.
    static let idlePause = Duration.seconds(5)
    /// Minimum pause, so that a feed with a tiny ttl does not cause a busy loop.
    static let minPause = Duration.milliseconds(10)

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

    /// Returns whether a stored time is still to come and at most an hour ahead.
    static func isUpcoming(_ time: Timestamp, at now: Timestamp) -> Bool {
        time > now && time <= now + horizon
    }
}
