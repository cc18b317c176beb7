import FleetCore
import GRDB

/// Writer of the vehicles that left a feed: a day later they are forgotten, unless they are favorites
/// or have notes.
struct GoneVehicleWriter {
    /// Time for which a vehicle is remembered.
    private static let lifetime = Duration.seconds(86_400)
    let source: Int64
    /// Time of the snapshot that had the vehicles.
    let seenAt: Timestamp
    /// Time of the request whose response lacks them, on the system clock.
    let goneAt: Timestamp
    let database: Database
    /// Maximum number of remembered vehicles of a source; the oldest are deleted first.
    var limit: Int64 = 100_000

    /// Remembers the vehicle of a row, which is deleted next.
    func remember(_ row: Int64) throws {
        var statement = try SQLStatement(
            cached: """
                INSERT OR REPLACE INTO gone_vehicle
                (source, seen_at, gone_at, \(VehicleRecord.columns))
                SELECT source, ?, ?, \(VehicleRecord.columns) FROM vehicle WHERE id = ?
                """, in: database)
        try statement.bind(seenAt.milliseconds)
        try statement.bind(goneAt.milliseconds)
        try statement.bind(row)
        try statement.run()
    }

    /// Whether any vehicle of the source is remembered.
    func isEmpty() throws -> Bool {
        var statement = try SQLStatement(
            cached: "SELECT 1 FROM gone_vehicle WHERE source = ? LIMIT 1", in: database)
        defer { statement.finish() }
        try statement.bind(source)
        return try !statement.step()
    }

    /// Forgets a vehicle that is in the feed again; returns whether it was remembered.
    func forget(_ id: String) throws -> Bool {
        var statement = try SQLStatement(
            cached: "DELETE FROM gone_vehicle WHERE source = ? AND vehicle_id = ?", in: database)
        try statement.bind(source)
        try statement.bind(id)
        try statement.run()
        return database.changesCount > 0
    }

    /// Forgets the vehicles that are too old, or too many.
    func expire() throws {
        var old = try SQLStatement(
            cached: """
                DELETE FROM gone_vehicle WHERE source = ? AND gone_at < ? AND NOT \(Self.isKept)
                """, in: database)
        try old.bind(source)
        try old.bind((goneAt - Self.lifetime).milliseconds)
        try old.run()
        var rest = try SQLStatement(
            cached: """
                DELETE FROM gone_vehicle WHERE source = ?1 AND vehicle_id IN (
                    SELECT vehicle_id FROM gone_vehicle WHERE source = ?1
                    ORDER BY gone_at DESC LIMIT -1 OFFSET ?2)
                AND NOT \(Self.isKept)
                """, in: database)
        try rest.bind(source)
        try rest.bind(limit)
        try rest.run()
    }

    /// Forgets all vehicles of a source whose IDs rotate, since they would never come back.
    static func removeAll(of source: Int64, in database: Database) throws {
        var statement = try SQLStatement(
            cached: "DELETE FROM gone_vehicle WHERE source = ?", in: database)
        try statement.bind(source)
        try statement.run()
    }

    /// Condition for a vehicle that is a favorite or has notes, of the home or of its team.
    private static let isKept = """
        EXISTS (
            SELECT 1 FROM source JOIN favorite ON favorite.source = source.uuid
            WHERE source.id = gone_vehicle.source
            AND favorite.vehicle_id = gone_vehicle.vehicle_id
            UNION ALL
            SELECT 1 FROM source JOIN note ON note.source = source.uuid
            WHERE source.id = gone_vehicle.source AND note.vehicle_id = gone_vehicle.vehicle_id
            UNION ALL
            SELECT 1 FROM source JOIN kept_vehicle ON kept_vehicle.source = source.uuid
            WHERE source.id = gone_vehicle.source
            AND kept_vehicle.vehicle_id = gone_vehicle.vehicle_id)
        """
}
