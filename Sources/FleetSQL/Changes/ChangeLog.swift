import FleetCore
package import Foundation

/// The log of the changes of sources, within a transaction of any database.
///
/// Its tables do not refer to `source`: a cascade over many rows would hold the writer for long.
package enum ChangeLog {
    /// Number of versions that are given before those that nothing refers to are removed.
    private static let maxUnusedVersions: Int64 = 50_000

    /// Number of rows that one transaction removes of a history that has ended.
    private static let maxRemoved = 20_000

    /// The tables whose rows grow with the age of a history.
    private static let manyRows: Set = ["vehicle_change", "vehicle_base", "change_commit"]

    private static let tables = [
        "vehicle_change", "vehicle_touch", "logged_vehicle", "vehicle_version", "change_commit",
        "vehicle_base", "site_change", "logged_site", "coverage",
    ]

    /// Begins a history with the next commit, which writes all vehicles.
    static func begin(
        _ stream: inout ChangeStream, of source: Int64, in transaction: any SQLTransaction
    ) throws {
        try remove(ofSources: "id = ?1", [.integer(source)], in: transaction)
        stream.beginLog()
        // Another digest makes each row a changed one.
        try transaction.execute(
            """
            UPDATE vehicle SET digest = CASE WHEN digest > 0 THEN digest - 1 ELSE digest + 1 END
            WHERE source = ?1
            """,
            [.integer(source)])
    }

    /// Ends the history of a source, some rows in each transaction, so that others wait only
    /// shortly for the database.
    ///
    /// - Parameter write: Function that runs a body in a write transaction, and returns its result.
    package static func endHistory(
        of source: UUID,
        _ write: (@escaping @Sendable (any SQLTransaction) throws -> Bool) async throws -> Bool
    ) async throws {
        _ = try await write { transaction in
            for feed in try feeds(of: source, in: transaction) {
                try end(of: feed, in: transaction)
            }
            return true
        }
        while try await write({ try removeEnded(of: source, in: $0) }) {}
    }

    private static func feeds(
        of source: UUID, in transaction: any SQLTransaction
    ) throws -> [Int64] {
        try transaction.rows(
            "SELECT id FROM source WHERE uuid = ?1 ORDER BY id" + transaction.dialect.lock,
            [.text(SourceKey(source).uuidText)]
        ) { $0.integer(0) }
    }

    /// Ends the history of a feed; ``removeEnded(of:in:)`` removes its rows.
    private static func end(of source: Int64, in transaction: any SQLTransaction) throws {
        guard try ChangeStream.stored(of: source, in: transaction).keptSince != nil else { return }
        for table in tables where !manyRows.contains(table) {
            try transaction.execute(
                "DELETE FROM \(table) WHERE source = ?1", [.integer(source)])
        }
        // The next recorded commit starts the stream again, and others go on without a log.
        try transaction.execute(
            """
            UPDATE change_stream SET history = NULL, kept_since = NULL, base_sequence = NULL,
            begun_at = sequence, revision = 0 WHERE source = ?1
            """, [.integer(source)])
    }

    /// Removes some rows of histories that have ended; returns whether there are more.
    private static func removeEnded(
        of source: UUID, in transaction: any SQLTransaction
    ) throws -> Bool {
        for feed in try feeds(of: source, in: transaction) {
            let stream = try ChangeStream.stored(of: feed, in: transaction)
            guard stream.keptSince == nil else { continue }
            let hasMore = try remove(
                of: feed, before: stream.begunAt + 1, atMost: maxRemoved, in: transaction)
            if hasMore { return true }
        }
        return false
    }

    /// Removes the logs of the sources whose rows a condition selects.
    static func remove(
        ofSources condition: String, _ values: [SQLValue], in transaction: any SQLTransaction
    ) throws {
        for table in tables {
            try transaction.execute(
                "DELETE FROM \(table) WHERE source IN (SELECT id FROM source WHERE \(condition))",
                values)
        }
    }

    /// Removes changes and bases of the commits before one, the oldest first; returns whether there
    /// are more.
    ///
    /// - Parameter count: The number of changes, which all those of one commit may exceed.
    static func remove(
        of source: Int64, before sequence: Int64, atMost count: Int,
        in transaction: any SQLTransaction
    ) throws -> Bool {
        let last = try transaction.rows(
            """
            SELECT sequence FROM vehicle_change WHERE source = ?1 AND sequence < ?2
            ORDER BY sequence, vehicle LIMIT 1 OFFSET ?3
            """, [.integer(source), .integer(sequence), .integer(Int64(count))]
        ) { $0.integer(0) }.first
        // A commit is removed as a whole.
        let end = last.map { $0 + 1 } ?? sequence
        let first = try transaction.rows(
            "SELECT min(sequence) FROM change_commit WHERE source = ?1", [.integer(source)]
        ) { $0.integer(0) }.first
        guard let first, first < end else { return false }
        try remove(of: source, before: end, in: transaction)
        try transaction.execute(
            "DELETE FROM vehicle_base WHERE source = ?1 AND sequence < ?2",
            [.integer(source), .integer(end)])
        try Coverage(source: source, transaction: transaction).remove(before: end)
        return last != nil
    }

    /// Removes the changes of the commits before one.
    static func remove(
        of source: Int64, before sequence: Int64, in transaction: any SQLTransaction
    ) throws {
        let values: [SQLValue] = [.integer(source), .integer(sequence)]
        try transaction.execute(
            """
            DELETE FROM logged_vehicle WHERE source = ?1 AND removed_at < ?2 AND number IN (
                SELECT vehicle FROM vehicle_change
                WHERE source = ?1 AND sequence < ?2 AND state_code IS NULL)
            """, values)
        for table in ["vehicle_change", "vehicle_touch", "change_commit"] {
            try transaction.execute(
                "DELETE FROM \(table) WHERE source = ?1 AND sequence < ?2", values)
        }
    }

    /// Removes the versions that nothing refers to, if there may be many; returns the highest
    /// number of the versions that were looked at.
    static func removeVersions(
        of source: Int64, from checked: Int64, to end: Int64, in transaction: any SQLTransaction
    ) throws -> Int64 {
        guard end - checked >= maxUnusedVersions else { return checked }
        try transaction.execute(
            """
            DELETE FROM vehicle_version WHERE source = ?1
            AND number NOT IN (
                SELECT version FROM vehicle WHERE source = ?1 AND version IS NOT NULL)
            AND number NOT IN (
                SELECT version FROM vehicle_change WHERE source = ?1 AND version IS NOT NULL)
            """, [.integer(source)])
        return end
    }
}
