package import FleetCore

/// Windowed reading: first the row IDs of a list (8 bytes each), then the vehicles on a screen.
extension StoredSnapshotReader {
    private struct Stopped: Error {}

    package func rowIDs(
        matching query: VehicleQuery, of key: SourceKey, while shouldContinue: () -> Bool
    ) throws -> [VehicleRowID]? {
        guard let selection = try selection(resolved(query, of: key), of: key) else { return [] }
        var rows: [VehicleRowID] = []
        do {
            // Ordered by ID, SQLite reads both columns from a covering index, not from the table.
            try transaction.query(selection.statement(of: "vehicle_id, id")) { row in
                rows.append(row.integer(1) ?? 0)
                if rows.count % 4096 == 0, !shouldContinue() { throw Stopped() }
            }
        } catch is Stopped {
            return nil
        }
        return rows
    }

    package func vehicles(
        at rows: some Collection<VehicleRowID>, of key: SourceKey
    ) throws -> [Vehicle?] {
        guard let source = try id(of: key) else { return rows.map { _ in nil } }
        let dialect = transaction.dialect
        let ids = dialect.isOne("id", of: rows)
        // SQLite must use the rows' ids, not its index of the source.
        let ofSource = dialect == .sqlite ? "+source = ?" : "source = ?"
        var colors = ColorCache()
        let visible = try hiding(of: key)
        var vehicles: [VehicleRowID: Vehicle] = [:]
        try transaction.query(
            SQLFragment(
                sql: """
                    SELECT id, \(VehicleRecord.readColumns) FROM vehicle
                    WHERE \(ofSource) AND \(ids.sql)
                    """, values: [.integer(source)] + ids.values)
        ) { row in
            vehicles[row.integer(0) ?? 0] = visible(Vehicle(from: row, at: 1, &colors))
        }
        return rows.map { vehicles[$0] }
    }

    package func rowID(ofVehicle id: String, of key: SourceKey) throws -> VehicleRowID? {
        guard let source = try self.id(of: key) else { return nil }
        return try transaction.rows(
            "SELECT id FROM vehicle WHERE source = ?1 AND vehicle_id = ?2",
            [.integer(source), .text(id)]
        ) { $0.integer(0) }.first
    }

    package func forEachPosition(
        _ filter: Filter, of key: SourceKey,
        _ body: (VehicleRowID, Position, VehicleColor?, VehicleState) throws -> Void
    ) throws -> Int {
        var query = VehicleQuery()
        query.filter = filter
        guard let selection = try selection(resolved(query, of: key), of: key) else { return 0 }
        var colors = ColorCache()
        var withoutPosition = 0
        try transaction.query(
            selection.unorderedStatement(
                of: "id, latitude, longitude, is_reserved, is_disabled, color, vehicle_state")
        ) { row in
            guard let position = Position(latitude: row.real(1), longitude: row.real(2)) else {
                withoutPosition += 1
                return
            }
            let state =
                row.text(6).flatMap(VehicleState.init(rawValue:))
                ?? VehicleState(
                    isReserved: row.integer(3).map { $0 != 0 },
                    isDisabled: row.integer(4).map { $0 != 0 })
            try body(row.integer(0) ?? 0, position, colors.color(in: row, at: 5), state)
        }
        return withoutPosition
    }
}
