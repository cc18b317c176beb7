import FleetCore
import GRDB

/// Rows of `event_state` of a source: what event detection knows of vehicles beyond their rows.
struct EventStates {
    private let source: Int64
    private let database: Database
    /// Whether there may be any.
    private var isEmpty: Bool

    init(of source: Int64, in database: Database) throws {
        (self.source, self.database) = (source, database)
        var statement = try SQLStatement(
            cached: "SELECT 1 FROM event_state WHERE source = ? LIMIT 1", in: database)
        defer { statement.finish() }
        try statement.bind(source)
        isEmpty = try !statement.step()
    }

    /// Returns the state of a vehicle; `nil` if its row has everything.
    func vehicle(_ id: String) throws -> TrackedVehicle? {
        guard !isEmpty else { return nil }
        var statement = try SQLStatement(
            cached: "SELECT state FROM event_state WHERE source = ? AND vehicle_id = ?",
            in: database)
        defer { statement.finish() }
        try statement.bind(source)
        try statement.bind(id)
        guard try statement.step() else { return nil }
        return TrackedVehicle(id: id, bytes: statement.bytes(0))
    }

    /// Removes and returns the vehicles that were missing from the last snapshot and are held back.
    mutating func takeMissing() throws -> [TrackedVehicle] {
        guard !isEmpty else { return [] }
        var missing: [TrackedVehicle] = []
        var select = try SQLStatement(
            cached: """
                SELECT vehicle_id, state FROM event_state WHERE source = ? AND is_missing = 1
                """, in: database)
        try select.bind(source)
        while try select.step() {
            let id = select.text(0) ?? ""
            if let vehicle = TrackedVehicle(id: id, bytes: select.bytes(1)) {
                missing.append(vehicle)
            }
        }
        var delete = try SQLStatement(
            cached: "DELETE FROM event_state WHERE source = ? AND is_missing = 1", in: database)
        try delete.bind(source)
        try delete.run()
        return missing
    }

    mutating func save(_ vehicle: TrackedVehicle) throws {
        isEmpty = false
        var insert = try SQLStatement(
            cached: """
                INSERT OR REPLACE INTO event_state (source, vehicle_id, is_missing, state)
                VALUES (?, ?, ?, ?)
                """, in: database)
        try insert.bind(source)
        try insert.bind(vehicle.id)
        try insert.bind(vehicle.isHeldBack)
        try insert.bind(vehicle.bytes)
        try insert.run()
    }

    func remove(_ id: String) throws {
        guard !isEmpty else { return }
        var delete = try SQLStatement(
            cached: "DELETE FROM event_state WHERE source = ? AND vehicle_id = ?", in: database)
        try delete.bind(source)
        try delete.bind(id)
        try delete.run()
    }
}
