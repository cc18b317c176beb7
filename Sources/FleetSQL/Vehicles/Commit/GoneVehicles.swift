package import FleetCore
package import Foundation

/// Reader of the IDs of the vehicles of a source that are a favorite or have a note of anybody,
/// which are remembered for longer after they left their feed.
///
/// Where a commit has no reader (`nil`), servers write the IDs into `kept_vehicle` instead.
package typealias AnnotatedVehicles = @Sendable (_ source: UUID) throws -> [String]

/// The vehicles of a source that left the feed: a day later they are forgotten, unless they are
/// favorites or have notes.
package struct GoneVehicles {
    /// Time for which a vehicle is remembered.
    private static let lifetime = Duration.seconds(86_400)
    /// Time for which the IDs of favorites and of vehicles with notes are not read again.
    private static let readInterval = Duration.seconds(3600)
    package let source: Int64
    /// Time of the snapshot that had the vehicles.
    package let seenAt: Timestamp
    /// Time of the request whose response lacks them, on the system clock.
    package let goneAt: Timestamp
    /// Maximum number of remembered vehicles of a source; the oldest are deleted first.
    var limit: Int64 = 100_000
    /// ``AnnotatedVehicles`` of the source.
    var annotatedVehicles: (@Sendable () throws -> [String])?

    /// Forgets the vehicles that are too old, or too many.
    ///
    /// Favorites and notes are in another database. They are read when a vehicle may be forgotten,
    /// at most every hour: until then only those that are too many are forgotten. If they cannot be
    /// read, none is.
    package func expire(in transaction: any SQLTransaction) throws {
        guard let annotatedVehicles else {
            try forgetOld(in: transaction)
            return try forgetSurplus(in: transaction)
        }
        guard try isReadDue(in: transaction) else { return try forgetSurplus(in: transaction) }
        guard try hasCandidates(in: transaction), let ids = try? annotatedVehicles() else { return }
        try keep(ids, in: transaction)
        try forgetOld(in: transaction)
        try forgetSurplus(in: transaction)
    }

    /// Forgets all vehicles of a source whose IDs rotate, since they would never come back.
    static func removeAll(of source: Int64, in transaction: any SQLTransaction) throws {
        try transaction.execute(
            "DELETE FROM gone_vehicle WHERE source = ?1", [.integer(source)])
    }

    private var oldest: SQLValue { .integer((goneAt - Self.lifetime).milliseconds) }

    private func forgetOld(in transaction: any SQLTransaction) throws {
        try transaction.execute(
            "DELETE FROM gone_vehicle WHERE source = ?1 AND gone_at < ?2 AND NOT \(Self.isKept)",
            [.integer(source), oldest])
    }

    private func forgetSurplus(in transaction: any SQLTransaction) throws {
        try transaction.execute(
            """
            DELETE FROM gone_vehicle WHERE source = ?1 AND vehicle_id IN (
                SELECT vehicle_id FROM gone_vehicle WHERE source = ?1
                ORDER BY gone_at DESC LIMIT \(Int64.max) OFFSET ?2)
            AND NOT \(Self.isKept)
            """, [.integer(source), .integer(limit)])
    }

    /// Whether the favorites and notes have not been read for an hour; a time in the future comes
    /// from a wrong clock.
    private func isReadDue(in transaction: any SQLTransaction) throws -> Bool {
        let times = try transaction.rows(
            "SELECT kept_at FROM source WHERE id = ?1", [.integer(source)]
        ) { $0.integer(0).map(Timestamp.init(milliseconds:)) }
        guard let readAt = times.first else { return true }
        return goneAt - readAt >= Self.readInterval || readAt > goneAt
    }

    /// Whether there is a vehicle that is too old, or more than the limit.
    private func hasCandidates(in transaction: any SQLTransaction) throws -> Bool {
        try transaction.integer(
            """
            SELECT 1 WHERE EXISTS (
                SELECT 1 FROM gone_vehicle WHERE source = ?1 AND gone_at < ?2)
            OR EXISTS (
                SELECT 1 FROM (SELECT 1 FROM gone_vehicle WHERE source = ?1 LIMIT 1 OFFSET ?3) AS more)
            """, [.integer(source), oldest, .integer(limit)]) > 0
    }

    /// Replaces the vehicles to remember for longer than a day.
    private func keep(_ ids: [String], in transaction: any SQLTransaction) throws {
        let uuid = "(SELECT uuid FROM source WHERE id = ?1)"
        try transaction.execute(
            "DELETE FROM kept_vehicle WHERE source = \(uuid)", [.integer(source)])
        for id in ids {
            try transaction.execute(
                """
                INSERT INTO kept_vehicle (source, vehicle_id) VALUES (\(uuid), ?2)
                ON CONFLICT DO NOTHING
                """, [.integer(source), .text(id)])
        }
        try transaction.execute(
            "UPDATE source SET kept_at = ?2 WHERE id = ?1",
            [.integer(source), .integer(goneAt.milliseconds)])
    }

    /// The condition for a vehicle that is a favorite or has notes.
    private static let isKept = """
        EXISTS (
            SELECT 1 FROM source JOIN kept_vehicle ON kept_vehicle.source = source.uuid
            WHERE source.id = gone_vehicle.source
            AND kept_vehicle.vehicle_id = gone_vehicle.vehicle_id)
        """
}
