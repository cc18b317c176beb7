import FleetCore
package import Foundation

/// The log of the changes of sources, within a transaction of any database.
///
/// Its tables do not refer to `source`: a cascade over many rows would hold the writer for long.
package enum ChangeLog {
    /// Number of versions that are given before those that nothing refers to are removed.
    private static let maxUnusedVersions: Int64 = 50_000

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

    /// Ends the history of a source.
    package static func endHistory(of source: UUID, in transaction: any SQLTransaction) throws {
        let rows = try transaction.rows(
            "SELECT id FROM source WHERE uuid = ?1 ORDER BY id" + transaction.dialect.lock,
            [.text(SourceKey(source).uuidText)]
        ) { $0.integer(0) }
        for row in rows { try end(of: row, in: transaction) }
    }

    /// Ends the history of a feed.
    static func end(of source: Int64, in transaction: any SQLTransaction) throws {
        guard try ChangeStream.stored(of: source, in: transaction).keptSince != nil else { return }
        try remove(ofSources: "id = ?1", [.integer(source)], in: transaction)
        // The next recorded commit starts the stream again, and others go on without a log.
        try transaction.execute(
            """
            UPDATE change_stream SET history = NULL, kept_since = NULL, base_sequence = NULL,
            begun_at = sequence, revision = 0 WHERE source = ?1
            """, [.integer(source)])
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
