import FleetCore

/// When a feed is asked again.
enum Schedule {
    /// No feed is left alone for longer, and no remembered time further ahead is believed.
    static let horizon = Duration.seconds(3600)
    /// The pause for a feed that names none, such as a file without a ttl in `watch`.
    static let idlePause = Duration.seconds(5)
    /// The shortest pause, so that a feed that is good for next to nothing makes no busy loop.
    static let leastPause = Duration.milliseconds(10)

    /// Until when an answer is fresh to everybody: `received + max(floor, goodFor)`.
    ///
    /// It is at most an hour ahead. The user's interval is no part of it, since it holds for one
    /// `watch` only.
    static func freshUntil(
        received: Timestamp, _ schedule: FeedSchedule, _ policy: ServicePolicy
    ) -> Timestamp {
        received + min(max(policy.floor, schedule.floor, schedule.goodFor, .zero), horizon)
    }

    /// When the service loads next: `received + max(floor, interval, goodFor)`.
    ///
    /// It is at most an hour ahead, and `idlePause` if none of the three says anything.
    static func due(
        received: Timestamp, _ schedule: FeedSchedule, _ policy: ServicePolicy
    ) -> Timestamp {
        let asked = max(policy.floor, schedule.floor, schedule.goodFor, policy.interval ?? .zero)
        let pause = asked > .zero ? max(asked, leastPause) : idlePause
        return received + min(pause, horizon)
    }

    /// Whether a remembered time is still to come and no more than an hour ahead.
    static func isAhead(_ time: Timestamp, of now: Timestamp) -> Bool {
        time > now && time <= now + horizon
    }
}
