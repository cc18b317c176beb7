import FleetCore
import FleetSQL
import GRDB

extension SQLiteTransaction: CommitTransaction {
    func write(
        _ vehicles: [Vehicle], of source: Int64, at fetchedAt: Timestamp, stored: Int,
        gone: GoneVehicles?, numberEnd: Int64?, recorder: ChangeRecorder?
    ) throws -> WrittenVehicles {
        var writer = SQLiteVehicleWriter(
            vehicles, of: source, at: fetchedAt, stored: stored, gone: gone,
            numberEnd: numberEnd, recorder: recorder, in: database)
        return try writer.write()
    }

    func eventStates(
        of vehicles: [Vehicle], _ source: Int64
    ) throws -> [ByteString: TrackedVehicle] {
        guard try hasEventStates(source) else { return [:] }
        let statement = try SQLStatement(
            cached: "SELECT state FROM event_state WHERE source = ? AND vehicle_id = ?",
            in: database)
        var states: [ByteString: TrackedVehicle] = [:]
        for vehicle in vehicles {
            try statement.bind(source)
            try statement.bind(vehicle.id)
            if try statement.step() {
                states[ByteString(vehicle.id)] = TrackedVehicle(
                    id: vehicle.id, bytes: statement.bytes(0))
            }
            statement.finish()
        }
        return states
    }

    func saveEventStates(
        _ vehicles: [TrackedVehicle], removing ids: [String], of source: Int64
    ) throws {
        if try hasEventStates(source) {
            let delete = try SQLStatement(
                cached: "DELETE FROM event_state WHERE source = ? AND vehicle_id = ?", in: database)
            for id in ids {
                try delete.bind(source)
                try delete.bind(id)
                try delete.run()
            }
        }
        let insert = try SQLStatement(
            cached: """
                INSERT OR REPLACE INTO event_state (source, vehicle_id, is_missing, state)
                VALUES (?, ?, ?, ?)
                """, in: database)
        for vehicle in vehicles {
            try insert.bind(source)
            try insert.bind(vehicle.id)
            try insert.bind(vehicle.isHeldBack)
            try insert.bind(vehicle.bytes)
            try insert.run()
        }
    }

    private func hasEventStates(_ source: Int64) throws -> Bool {
        let statement = try SQLStatement(
            cached: "SELECT 1 FROM event_state WHERE source = ? LIMIT 1", in: database)
        defer { statement.finish() }
        try statement.bind(source)
        return try statement.step()
    }

    func insert<Row>(
        _ rows: some Sequence<Row>, into table: String, _ columns: [String],
        _ bind: (Row, any SQLRowWriter) throws -> Void
    ) throws {
        let insert = try SQLStatement(
            cached: """
                INSERT INTO \(table) (\(columns.joined(separator: ", ")))
                VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                """, in: database)
        for row in rows {
            try bind(row, insert)
            try insert.run()
        }
    }
}
