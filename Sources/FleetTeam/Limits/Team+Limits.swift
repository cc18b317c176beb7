public import FleetCore
public import FleetSQL

extension Access {
    /// Returns the versions of the limits of sources whose reports the user sees, by name and first
    /// day.
    public func limits() async throws -> [TeamLimit] {
        try await read(.reports) { transaction in
            try transaction.transaction.limits().filter { limit in
                limit.content.sources.allSatisfy { transaction.rights.has(.reports, on: $0) }
            }
        }
    }

    /// Returns the days of a version of a limit that are known, the first one first.
    public func limitDays(
        of limit: TeamLimit, in days: ClosedRange<LocalDay>
    ) async throws -> [TeamLimitDay] {
        try await read(.reports) { try $0.transaction.limitDays(of: limit, in: days) }
    }
}

/// Functions of commands on the machine, and of the process that decides; no request reaches them.
extension Team {
    /// How long after a day it is decided: by then, what happened in it is stored.
    private static let settlingTime = Duration.seconds(600)

    /// Returns the versions of all limits, by name and first day.
    public func limits() async throws -> [TeamLimit] {
        try await read { try $0.limits() }
    }

    /// Returns the days of a version of a limit that are known, the first one first.
    public func limitDays(
        of limit: TeamLimit, in days: ClosedRange<LocalDay>
    ) async throws -> [TeamLimitDay] {
        try await read { try $0.limitDays(of: limit, in: days) }
    }

    /// Decides the finished days of a limit that are not decided yet, each for good, and stores the
    /// present verdict of today; returns today, and the zone of the days.
    @discardableResult
    public func decide(
        _ limit: TeamLimit, from history: LimitHistory
    ) async throws -> (today: LocalDay, zone: SystemTimeZone) {
        let (zone, now) = (try await history.zone(of: limit.content), history.now)
        let today = LocalDay(at: now, in: zone)
        let open = LocalDay(at: now - Self.settlingTime, in: zone)
        let known = try await read {
            try $0.limitDays(of: limit.id, since: limit.content.firstDay)
        }
        let decided = Set(known.filter(\.isFinal).map(\.day))
        var day = limit.content.firstDay
        while day <= today, limit.holds(on: day) {
            try Task.checkCancellation()
            if !decided.contains(day) {
                let verdict = try await history.verdict(of: limit.content, on: day, in: zone)
                try await write { [day] in
                    try $0.store(verdict, of: limit.id, on: day, isFinal: day < open, at: now)
                }
            }
            day = day.advanced(by: 1)
        }
        return (today, zone)
    }

    /// Marks the days of a limit that were not met and of which nobody was alerted, and returns
    /// them: of today, yesterday, and no day before the limit was added.
    ///
    /// Each day is returned once, whichever process asks.
    public func takeViolations(
        of limit: TeamLimit, today: LocalDay, in zone: SystemTimeZone, at now: Timestamp
    ) async throws -> [TeamLimitDay] {
        let since = max(today.advanced(by: -1), LocalDay(at: limit.createdAt, in: zone))
        return try await write { transaction in
            try transaction.takeViolations(of: limit.id, since: since, at: now)
        }
    }
}
