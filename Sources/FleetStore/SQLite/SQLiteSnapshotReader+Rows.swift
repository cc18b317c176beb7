import FleetCore
import GRDB

/// Windowed reading: first the row IDs of a list (8 bytes each), then the vehicles on a screen.
extension SQLiteSnapshotReader {
    func rowIDs(
        matching query: VehicleQuery, of key: SourceKey, while shouldContinue: () -> Bool
    ) throws -> [VehicleRowID]? {
        guard let source = try StoredSource.id(of: key, in: database) else { return [] }
        let selection = try VehicleSelection(query, of: source, in: database)
        // Ordered by ID, a covering index serves both columns and the table is not read.
        var statement = try selection.statement(of: "vehicle_id, id", in: database)
        defer { statement.finish() }
        var rows: [VehicleRowID] = []
        while try statement.step() {
            rows.append(statement.integer(1))
            if rows.count % 4096 == 0, !shouldContinue() { return nil }
        }
        return rows
    }

    func vehicles(
        at rows: some Collection<VehicleRowID>, of key: SourceKey
    ) throws -> [Vehicle?] {
        guard let source = try StoredSource.id(of: key, in: database) else {
            return rows.map { _ in nil }
        }
        var statement = try SQLStatement(
            cached: "SELECT \(VehicleRecord.readColumns) FROM vehicle WHERE id = ? AND source = ?",
            in: database)
        defer { statement.finish() }
        var cursor = VehicleCursor()
        return try rows.map { row in
            statement.finish()
            try statement.bind(row)
            try statement.bind(source)
            return try statement.step() ? cursor.vehicle(from: statement) : nil
        }
    }

    func rowID(ofVehicle id: String, of key: SourceKey) throws -> VehicleRowID? {
        guard let source = try StoredSource.id(of: key, in: database) else { return nil }
        var statement = try SQLStatement(
            cached: "SELECT id FROM vehicle WHERE source = ? AND vehicle_id = ?", in: database)
        defer { statement.finish() }
        try statement.bind(source)
        try statement.bind(id)
        return try statement.step() ? statement.integer(0) : nil
    }

    func forEachPosition(
        _ filter: Filter, of key: SourceKey,
        _ body: (VehicleRowID, Position, VehicleColor?, VehicleState) throws -> Void
    ) throws -> Int {
        guard let source = try StoredSource.id(of: key, in: database) else { return 0 }
        var query = VehicleQuery()
        query.filter = filter
        let selection = try VehicleSelection(query, of: source, in: database)
        var statement = try selection.unorderedStatement(
            of: "id, latitude, longitude, is_reserved, is_disabled, color", in: database)
        defer { statement.finish() }
        var cursor = VehicleCursor()
        var withoutPosition = 0
        while try statement.step() {
            guard let latitude = statement.real(1), let longitude = statement.real(2),
                let position = Position(latitude: latitude, longitude: longitude)
            else {
                withoutPosition += 1
                continue
            }
            let state = VehicleState(
                isReserved: statement.optionalInteger(3).map { $0 != 0 },
                isDisabled: statement.optionalInteger(4).map { $0 != 0 })
            try body(
                statement.integer(0), position, cursor.color(from: statement, at: 5), state)
        }
        return withoutPosition
    }
}
