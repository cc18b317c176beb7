import FleetCore
import GRDB

/// Reader of the snapshots in an SQLite database within a transaction.
struct SQLiteSnapshotReader: SnapshotReader {
    let database: Database

    func info(of key: SourceKey) throws -> SnapshotInfo? {
        try StoredSource.info(of: key, in: database)
    }

    func counts(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleCounts {
        guard let source = try StoredSource.id(of: key, in: database) else {
            return VehicleCounts(total: 0, matching: 0, unknownBattery: 0)
        }
        let facets = try FacetCounts(of: source, in: database)
        let filter = query.filter
        guard filter != filter.facets else {
            let matching = facets.matching(filter).vehicles
            return VehicleCounts(total: facets.total, matching: matching, unknownBattery: 0)
        }
        return VehicleCounts(
            total: facets.total,
            matching: try VehicleSelection(query, of: source, in: database).count(in: database),
            unknownBattery: try unknownBattery(filter, of: source, facets))
    }

    private func unknownBattery(
        _ filter: Filter, of source: Int64, _ facets: FacetCounts
    ) throws -> Int {
        guard filter.battery != nil else { return 0 }
        var query = VehicleQuery()
        query.filter = filter
        query.filter.battery = nil
        guard query.filter != query.filter.facets else {
            return facets.matching(query.filter).withoutBattery
        }
        let selection = try VehicleSelection(query, of: source, in: database)
        return try selection.count(where: "battery_percent IS NULL", in: database)
    }

    func colorCounts(of key: SourceKey) throws -> [ColorCount] {
        guard let source = try StoredSource.id(of: key, in: database) else { return [] }
        return try FacetCounts(of: source, in: database).colors
    }

    func facetCounts(of key: SourceKey) throws -> [FacetCount] {
        guard let source = try StoredSource.id(of: key, in: database) else { return [] }
        return try FacetCounts(of: source, in: database).rows.map { row in
            FacetCount(
                color: row.prototype.color, typeID: row.prototype.typeID,
                formFactor: row.prototype.formFactor, state: row.prototype.state,
                count: row.vehicles)
        }
    }

    func forEachVehicle(
        _ query: VehicleQuery, of key: SourceKey, _ body: (Vehicle) throws -> Void
    ) throws {
        guard let source = try StoredSource.id(of: key, in: database) else { return }
        let selection = try VehicleSelection(query, of: source, in: database)
        try read(selection.statement(in: database), body)
    }

    func vehicle(_ id: String, of key: SourceKey) throws -> Vehicle? {
        let condition = SQLFragment(sql: "vehicle_id = ?", values: [.text(id)])
        return try vehicles(where: condition, of: key, limit: 1).first
    }

    func vehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int
    ) throws -> [Vehicle] {
        try vehicles(where: match.condition(id), of: key, limit: limit)
    }

    private func vehicles(
        where condition: SQLFragment, of key: SourceKey, limit: Int
    ) throws -> [Vehicle] {
        guard let source = try StoredSource.id(of: key, in: database) else { return [] }
        var statement = try SQLStatement(
            new: """
                SELECT \(VehicleRecord.readColumns) FROM vehicle
                WHERE source = ? AND \(condition.sql) ORDER BY vehicle_id LIMIT ?
                """, in: database)
        try statement.bind(source)
        try statement.bind(condition.values)
        try statement.bind(Int64(max(limit, 0)))
        var found: [Vehicle] = []
        try read(statement) { found.append($0) }
        return found
    }

    func goneVehicle(_ id: String, of key: SourceKey) throws -> GoneVehicle? {
        let condition = SQLFragment(sql: "vehicle_id = ?", values: [.text(id)])
        return try goneVehicles(where: condition, of: key, limit: 1).first
    }

    func goneVehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int
    ) throws -> [GoneVehicle] {
        try goneVehicles(where: match.condition(id), of: key, limit: limit)
    }

    private func goneVehicles(
        where condition: SQLFragment, of key: SourceKey, limit: Int
    ) throws -> [GoneVehicle] {
        guard let source = try StoredSource.id(of: key, in: database) else { return [] }
        var statement = try SQLStatement(
            new: """
                SELECT \(VehicleRecord.columns), NULL, seen_at FROM gone_vehicle
                WHERE source = ? AND \(condition.sql) ORDER BY vehicle_id LIMIT ?
                """, in: database)
        defer { statement.finish() }
        try statement.bind(source)
        try statement.bind(condition.values)
        try statement.bind(Int64(max(limit, 0)))
        var (found, cursor) = ([GoneVehicle](), VehicleCursor())
        while try statement.step() {
            let seenAt = Timestamp(milliseconds: statement.integer(20))
            found.append(GoneVehicle(cursor.vehicle(from: statement), in: seenAt))
        }
        return found
    }

    private func read(_ statement: SQLStatement, _ body: (Vehicle) throws -> Void) throws {
        var statement = statement
        var cursor = VehicleCursor()
        defer { statement.finish() }
        while try statement.step() {
            try body(cursor.vehicle(from: statement))
        }
    }
}

extension IDMatch {
    /// Returns the condition for IDs that match.
    fileprivate func condition(_ id: String) -> SQLFragment {
        let value = SQLValue.text(ASCIICase.lowercased(id))
        return switch self {
        case .ignoringCase: SQLFragment(sql: "lower(vehicle_id) = ?", values: [value])
        case .prefix: SQLFragment(sql: "instr(lower(vehicle_id), ?) = 1", values: [value])
        }
    }
}
