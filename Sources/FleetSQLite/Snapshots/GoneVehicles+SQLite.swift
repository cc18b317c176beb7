import FleetCore
import FleetSQL
import GRDB

extension GoneVehicles {
    /// Remembers the vehicle of a row, which is deleted next.
    func remember(_ row: Int64, in database: Database) throws {
        let statement = try SQLStatement(
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
    func isEmpty(in database: Database) throws -> Bool {
        let statement = try SQLStatement(
            cached: "SELECT 1 FROM gone_vehicle WHERE source = ? LIMIT 1", in: database)
        defer { statement.finish() }
        try statement.bind(source)
        return try !statement.step()
    }

    /// Forgets a vehicle that is in the feed again; returns whether it was remembered.
    func forget(_ id: String, in database: Database) throws -> Bool {
        let statement = try SQLStatement(
            cached: "DELETE FROM gone_vehicle WHERE source = ? AND vehicle_id = ?", in: database)
        try statement.bind(source)
        try statement.bind(id)
        try statement.run()
        return database.changesCount > 0
    }
}
