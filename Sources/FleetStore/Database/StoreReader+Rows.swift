public import FleetCore
import GRDB

/// Where a vehicle lies in the store.
///
/// It stays the same while the vehicle is in the feed, whatever changes of it, and may be given to
/// another vehicle later: read it in the same moment, or ask for the code.
public typealias VehicleRow = Int64

/// Reading by windows: first where the vehicles of a list lie, 8 bytes each, then those on a screen.
extension StoreReader {
    /// Where the vehicles of a query lie, in its order; `nil` once `isWanted`, which is asked now and
    /// then, says no.
    public func rows(
        _ query: VehicleQuery, of key: SourceKey, while isWanted: () -> Bool
    ) throws -> [VehicleRow]? {
        guard let source = try StoredSource.id(of: key, in: database) else { return [] }
        let selection = try VehicleSelection(query, of: source, in: database)
        // By code alone, the index holds both columns and the table is not read.
        var statement = try selection.statement(of: "vehicle_id, id", in: database)
        defer { statement.finish() }
        var rows: [VehicleRow] = []
        while try statement.step() {
            rows.append(statement.integer(1))
            if rows.count % 4096 == 0, !isWanted() { return nil }
        }
        return rows
    }

    /// The vehicles at some rows, in their order; `nil` where there is none of this source.
    public func vehicles(
        at rows: some Collection<VehicleRow>, of key: SourceKey
    ) throws -> [Vehicle?] {
        guard let source = try StoredSource.id(of: key, in: database) else {
            return rows.map { _ in nil }
        }
        var statement = try SQLStatement(
            cached: "SELECT \(VehicleRecord.columns) FROM vehicle WHERE id = ? AND source = ?",
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

    /// Where the vehicle with exactly this code lies.
    public func row(ofVehicle id: String, of key: SourceKey) throws -> VehicleRow? {
        guard let source = try StoredSource.id(of: key, in: database) else { return nil }
        var statement = try SQLStatement(
            cached: "SELECT id FROM vehicle WHERE source = ? AND vehicle_id = ?", in: database)
        defer { statement.finish() }
        try statement.bind(source)
        try statement.bind(id)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Calls back with the row, place, color and state of every vehicle that passes a filter and has
    /// a position; returns how many pass it without one.
    public func forEachPosition(
        _ filter: Filter, of key: SourceKey,
        _ body: (VehicleRow, Position, VehicleColor?, VehicleState) throws -> Void
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
