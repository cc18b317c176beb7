public import FleetCore
import GRDB

/// Reader of a consistent state of the store, independent of concurrent writes.
///
/// It is passed to the closure of ``FleetStore/snapshot(_:)`` and valid only there.
public struct StoreReader {
    let database: Database

    /// Returns the stored record of a source; empty if there is none.
    public func record(of key: SourceKey) throws -> SourceRecord {
        try StoredSource(key, in: database)?.record ?? SourceRecord()
    }

    /// Returns the info of a source's snapshot; `nil` if none is stored.
    public func info(of key: SourceKey) throws -> SnapshotInfo? {
        try StoredSource.info(of: key, in: database)
    }

    /// Returns the number of vehicles that match a query; its limit and order are ignored.
    ///
    /// A filter by color, type and state costs the same for a fleet of any size; one by battery
    /// level, location or text reads all vehicles.
    public func counts(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleCounts {
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

    /// Returns the number of vehicles per color of a source, most frequent first.
    public func colorCounts(of key: SourceKey) throws -> [ColorCount] {
        guard let source = try StoredSource.id(of: key, in: database) else { return [] }
        return try FacetCounts(of: source, in: database).colors
    }

    /// Returns the number of vehicles per combination of color, type, form factor and state.
    public func facetCounts(of key: SourceKey) throws -> [FacetCount] {
        guard let source = try StoredSource.id(of: key, in: database) else { return [] }
        return try FacetCounts(of: source, in: database).rows.map { row in
            FacetCount(
                color: row.prototype.color, typeID: row.prototype.typeID,
                formFactor: row.prototype.formFactor, state: row.prototype.state,
                count: row.vehicles)
        }
    }

    /// Calls `body` with each vehicle of a query, in its order.
    ///
    /// The write-ahead log cannot be truncated while `body` runs, so it should not wait for user
    /// input.
    public func forEachVehicle(
        _ query: VehicleQuery, of key: SourceKey, _ body: (Vehicle) throws -> Void
    ) throws {
        guard let source = try StoredSource.id(of: key, in: database) else { return }
        let selection = try VehicleSelection(query, of: source, in: database)
        try read(selection.statement(in: database), body)
    }

    /// Returns the vehicle with exactly this ID, byte for byte.
    public func vehicle(_ id: String, of key: SourceKey) throws -> Vehicle? {
        let condition = SQLFragment(sql: "vehicle_id = ?", values: [.text(id)])
        return try vehicles(where: condition, of: key, limit: 1).first
    }

    /// Returns at most `limit` vehicles whose IDs match `id`, ordered by ID.
    ///
    /// Reads all IDs of the source.
    public func vehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int = 10
    ) throws -> [Vehicle] {
        let id = ASCIICase.lowercased(id)
        let condition =
            switch match {
            case .ignoringCase: SQLFragment(sql: "lower(vehicle_id) = ?", values: [.text(id)])
            case .prefix: SQLFragment(sql: "instr(lower(vehicle_id), ?) = 1", values: [.text(id)])
            }
        return try vehicles(where: condition, of: key, limit: limit)
    }

    private func vehicles(
        where condition: SQLFragment, of key: SourceKey, limit: Int
    ) throws -> [Vehicle] {
        guard let source = try StoredSource.id(of: key, in: database) else { return [] }
        var statement = try SQLStatement(
            new: """
                SELECT \(VehicleRecord.columns) FROM vehicle
                WHERE source = ? AND \(condition.sql) ORDER BY vehicle_id LIMIT ?
                """, in: database)
        try statement.bind(source)
        try statement.bind(condition.values)
        try statement.bind(Int64(max(limit, 0)))
        var found: [Vehicle] = []
        try read(statement) { found.append($0) }
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

/// Inexact match of a vehicle ID; both cases ignore ASCII case.
public enum IDMatch: Sendable {
    /// The IDs differ at most in case.
    case ignoringCase
    /// The vehicle's ID begins with the given one.
    case prefix
}
