import FleetCore
import FleetSQL
import GRDB

extension SQLiteTransaction: CommitTransaction {
    func write(
        _ vehicles: [Vehicle], of source: Int64, at fetchedAt: Timestamp, stored: Int,
        gone: GoneVehicles?, recorder: ChangeRecorder?
    ) throws -> WrittenVehicles {
        var writer = SnapshotWriter(
            vehicles, of: source, at: fetchedAt, stored: stored, gone: gone, recorder: recorder,
            in: database)
        return try writer.write()
    }

    func eventStates(
        of vehicles: [Vehicle], _ source: Int64
    ) throws -> [ByteString: TrackedVehicle] {
        guard try hasEventStates(source) else { return [:] }
        var statement = try SQLStatement(
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
            var delete = try SQLStatement(
                cached: "DELETE FROM event_state WHERE source = ? AND vehicle_id = ?", in: database)
            for id in ids {
                try delete.bind(source)
                try delete.bind(id)
                try delete.run()
            }
        }
        var insert = try SQLStatement(
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
        var statement = try SQLStatement(
            cached: "SELECT 1 FROM event_state WHERE source = ? LIMIT 1", in: database)
        defer { statement.finish() }
        try statement.bind(source)
        return try statement.step()
    }

    func insert(
        _ events: [DetectedEvent], of source: Int64, after last: Int64, at committedAt: Timestamp
    ) throws {
        var insert = try SQLStatement(
            cached: """
                INSERT INTO event (source, number, committed_at, kind, at, vehicle_id, detail)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, in: database)
        for (event, number) in zip(events, (last + 1)...) {
            try insert.bind(source)
            try insert.bind(number)
            try insert.bind(committedAt.milliseconds)
            try insert.bind(event.kind)
            try insert.bind(event.at.milliseconds)
            try insert.bind(event.vehicleID)
            try insert.bind(event.json.string)
            try insert.run()
        }
    }

    func insert(
        _ changes: some Sequence<VehicleChange>, of source: Int64, _ sequence: Int64
    ) throws {
        var insert = try SQLStatement(
            cached: """
                INSERT INTO vehicle_change
                (source, sequence, vehicle, latitude, longitude, state, battery)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, in: database)
        for change in changes {
            try insert.bind(source)
            try insert.bind(sequence)
            try insert.bind(change.number)
            try insert.bind(change.latitude)
            try insert.bind(change.longitude)
            try insert.bind(change.state)
            try insert.bind(change.battery)
            try insert.run()
        }
    }

    func insert(_ removed: [RemovedVehicle], of source: Int64, _ sequence: Int64) throws {
        var insert = try SQLStatement(
            cached: """
                INSERT INTO vehicle_removal (source, sequence, vehicle, vehicle_id)
                VALUES (?, ?, ?, ?)
                """, in: database)
        for vehicle in removed {
            try insert.bind(source)
            try insert.bind(sequence)
            try insert.bind(vehicle.number)
            try insert.bind(vehicle.id)
            try insert.run()
        }
    }
}
