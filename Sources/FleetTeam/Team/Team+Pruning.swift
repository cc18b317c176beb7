import FleetCore
import FleetSQL

extension Team {
    /// Removes expired rows: sessions, devices, tokens, links, keys of requests, sightings, tables
    /// without confirmation, counts of failures and old audit entries; erases who reported older
    /// sightings, and how finders can be reached.
    public func prune() async throws {
        try await write { [auditRetention, reporterRetention] transaction in
            let now = transaction.now
            try transaction.sql.execute(
                "DELETE FROM session WHERE last_seen_at <= ?1 OR created_at <= ?2",
                [.time(now - Session.idleLimit), .time(now - Session.absoluteLimit)])
            // An expired token is listed for a week, so that its owner sees why it fails.
            try transaction.sql.execute(
                "DELETE FROM api_token WHERE expires_at <= ?1",
                [.time(now - .seconds(7 * 86_400))])
            for table in ["device", "reset_link", "invitation"] {
                try transaction.sql.execute(
                    "DELETE FROM \(table) WHERE expires_at <= ?1", [.time(now)])
            }
            try transaction.sql.execute(
                "DELETE FROM request_key WHERE created_at <= ?1",
                [.time(now - RepeatableRequest.lifetime)])
            try transaction.removeOldSightings()
            try transaction.removeOldUploads()
            // The command line is no person, and finds what it has reported by its owner.
            try transaction.sql.execute(
                """
                UPDATE sighting SET owner = NULL
                WHERE reported_at <= ?1 AND owner NOT IN (\(Table.homeOwners))
                """, [.time(now - reporterRetention)])
            try transaction.eraseContacts()
            try transaction.sql.execute(
                "DELETE FROM throttle WHERE last_failed_at <= ?1", [.time(now - Throttle.memory)])
            try transaction.sql.execute(
                """
                DELETE FROM team_user WHERE removed_at IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM note WHERE owner = team_user.id)
                """, [])
            // The newest entry may be older than the log is kept; the database keeps its last day.
            try transaction.sql.execute(
                """
                DELETE FROM audit WHERE at <= ?1
                    AND at <= (SELECT max(at) FROM audit) - 86400000
                """, [.time(now - auditRetention)])
        }
    }
}
