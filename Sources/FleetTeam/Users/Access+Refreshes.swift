import FleetCore
import FleetSQL

extension Access {
    /// Most refreshes of a user in any minute, by all servers of the team together.
    public static let refreshesPerMinute = 12

    /// Counts a refresh of the user, who could otherwise poll a service as often as it answers.
    /// - Throws: ``TeamError/forbidden`` for a viewer and a token that reads;
    ///   ``TeamError/throttled(until:)`` after too many.
    public func countRefresh() async throws {
        // A flood of refreshes costs no write.
        try await read(.refresh) { try $0.requireRoomForRefresh() }
        try await write(.refresh) { transaction in
            try transaction.requireRoomForRefresh()
            try transaction.execute(
                "DELETE FROM user_refresh WHERE owner = ?1 AND at NOT BETWEEN ?2 AND ?3",
                transaction.refreshTimes)
            try transaction.execute(
                "INSERT INTO user_refresh (owner, id, at) VALUES (?1, ?2, ?3)",
                [.uuid(transaction.transaction.newID()), .time(transaction.now)])
        }
    }
}

extension UserTransaction {
    private static let minute = Duration.seconds(60)

    /// The first and last time of refreshes that count, as the clocks of other servers may be
    /// ahead.
    fileprivate var refreshTimes: [SQLValue] {
        let first = (now - Self.minute).milliseconds + 1
        return [.integer(first), .time(now + Self.minute)]
    }

    /// - Throws: ``TeamError/throttled(until:)``.
    fileprivate func requireRoomForRefresh() throws {
        let times = try rows(
            "SELECT at FROM user_refresh WHERE owner = ?1 AND at BETWEEN ?2 AND ?3 ORDER BY at",
            refreshTimes
        ) { $0.time(0) }
        guard times.count >= Access.refreshesPerMinute else { return }
        // The oldest of those that fill the minute leaves it first.
        let oldest = times[times.count - Access.refreshesPerMinute]
        throw TeamError.throttled(until: oldest + Self.minute)
    }
}
