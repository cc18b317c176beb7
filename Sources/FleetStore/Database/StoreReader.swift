public import FleetCore
import GRDB

/// Reads the store as it is at one moment, whatever other processes write meanwhile.
///
/// It is handed to the closure of ``FleetStore/snapshot(_:)`` and is good only there.
public struct StoreReader {
    let database: Database

    /// What is remembered of a source; an empty record if nothing is.
    public func record(of key: SourceKey) throws -> SourceRecord {
        try StoredSource(key, in: database)?.record ?? SourceRecord()
    }

    /// What is known of a source's snapshot; `nil` if none is stored.
    public func info(of key: SourceKey) throws -> SnapshotInfo? {
        try StoredSource.info(of: key, in: database)
    }

    /// How many vehicles a query concerns; its limit and order do not matter.
    ///
    /// A filter of colors, types and states costs the same for a fleet of any size; one of charge,
    /// place or text reads all vehicles.
    public func counts(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleCounts {
        guard let source = try StoredSource.id(of: key, in: database) else {
            return VehicleCounts(total: 0, matching: 0, unknownBattery: 0)
        }
        let tally = try Tally(of: source, in: database)
        let filter = query.filter
        guard filter != filter.kinds else {
            let matching = tally.matching(filter).vehicles
            return VehicleCounts(total: tally.total, matching: matching, unknownBattery: 0)
        }
        return VehicleCounts(
            total: tally.total,
            matching: try VehicleSelection(query, of: source, in: database).count(in: database),
            unknownBattery: try unknownBattery(filter, of: source, tally))
    }

    private func unknownBattery(
        _ filter: Filter, of source: Int64, _ tally: Tally
    ) throws -> Int {
        guard filter.battery != nil else { return 0 }
        var query = VehicleQuery()
        query.filter = filter
        query.filter.battery = nil
        guard query.filter != query.filter.kinds else {
            return tally.matching(query.filter).withoutBattery
        }
        let selection = try VehicleSelection(query, of: source, in: database)
        return try selection.count(where: "battery_percent IS NULL", in: database)
    }

    /// The colors that a source has, the most frequent first.
    public func colorCounts(of key: SourceKey) throws -> [ColorCount] {
        guard let source = try StoredSource.id(of: key, in: database) else { return [] }
        return try Tally(of: source, in: database).colors
    }

    /// The kinds of vehicles that a source has.
    public func kindCounts(of key: SourceKey) throws -> [KindCount] {
        guard let source = try StoredSource.id(of: key, in: database) else { return [] }
        return try Tally(of: source, in: database).rows.map { row in
            KindCount(
                color: row.prototype.color, typeID: row.prototype.typeID,
                formFactor: row.prototype.formFactor, state: row.prototype.state,
                count: row.vehicles)
        }
    }

    /// Reads the vehicles of a query one by one, in its order.
    ///
    /// The database's log cannot be shortened while `body` runs: it should not wait for a person.
    public func forEachVehicle(
        _ query: VehicleQuery, of key: SourceKey, _ body: (Vehicle) throws -> Void
    ) throws {
        guard let source = try StoredSource.id(of: key, in: database) else { return }
        let selection = try VehicleSelection(query, of: source, in: database)
        try read(selection.statement(in: database), body)
    }

    /// The vehicle with exactly this code, byte for byte.
    public func vehicle(_ id: String, of key: SourceKey) throws -> Vehicle? {
        let condition = Condition(sql: "vehicle_id = ?", values: [.text(id)])
        return try vehicles(where: condition, of: key, limit: 1).first
    }

    /// The vehicles whose codes are like `id`, by code, at most `limit`.
    ///
    /// It reads all codes of the source.
    public func vehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int = 10
    ) throws -> [Vehicle] {
        let id = ASCIICase.lowered(id)
        let condition =
            switch match {
            case .ignoringCase: Condition(sql: "lower(vehicle_id) = ?", values: [.text(id)])
            case .prefix: Condition(sql: "instr(lower(vehicle_id), ?) = 1", values: [.text(id)])
            }
        return try vehicles(where: condition, of: key, limit: limit)
    }

    private func vehicles(
        where condition: Condition, of key: SourceKey, limit: Int
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

/// In which way a code may be like the one that is looked for; A–Z and a–z are alike.
public enum IDMatch: Sendable {
    /// It is the same but for the case of its letters.
    case ignoringCase
    /// It begins with it.
    case prefix
}
