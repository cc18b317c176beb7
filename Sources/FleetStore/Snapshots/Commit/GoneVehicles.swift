package import FleetCore

/// The vehicles of a source that left the feed: a day later they are forgotten, unless they are
/// favorites or have notes.
package struct GoneVehicles {
    /// Time for which a vehicle is remembered.
    private static let lifetime = Duration.seconds(86_400)
    package let source: Int64
    /// Time of the snapshot that had the vehicles.
    package let seenAt: Timestamp
    /// Time of the request whose response lacks them, on the system clock.
    package let goneAt: Timestamp
    /// Maximum number of remembered vehicles of a source; the oldest are deleted first.
    var limit: Int64 = 100_000

    /// Forgets the vehicles that are too old, or too many.
    package func expire(in transaction: any SQLTransaction) throws {
        let isKept = Self.isKept(transaction.dialect)
        try transaction.execute(
            "DELETE FROM gone_vehicle WHERE source = ?1 AND gone_at < ?2 AND NOT \(isKept)",
            [.integer(source), .integer((goneAt - Self.lifetime).milliseconds)])
        try transaction.execute(
            """
            DELETE FROM gone_vehicle WHERE source = ?1 AND vehicle_id IN (
                SELECT vehicle_id FROM gone_vehicle WHERE source = ?1
                ORDER BY gone_at DESC LIMIT \(Int64.max) OFFSET ?2)
            AND NOT \(isKept)
            """, [.integer(source), .integer(limit)])
    }

    /// Forgets all vehicles of a source whose IDs rotate, since they would never come back.
    static func removeAll(of source: Int64, in transaction: any SQLTransaction) throws {
        try transaction.execute(
            "DELETE FROM gone_vehicle WHERE source = ?1", [.integer(source)])
    }

    /// Returns the condition for a vehicle that is a favorite or has notes, of the home or of its
    /// team; in PostgreSQL only a team has favorites and notes.
    private static func isKept(_ dialect: SQLDialect) -> String {
        let tables = dialect == .sqlite ? ["favorite", "note", "kept_vehicle"] : ["kept_vehicle"]
        let selects = tables.map { table in
            """
            SELECT 1 FROM source JOIN \(table) ON \(table).source = source.uuid
            WHERE source.id = gone_vehicle.source
            AND \(table).vehicle_id = gone_vehicle.vehicle_id
            """
        }
        return "EXISTS (" + selects.joined(separator: "\nUNION ALL\n") + ")"
    }
}
