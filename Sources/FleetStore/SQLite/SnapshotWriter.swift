import FleetCore
import GRDB

/// Writer of a source's vehicles that touches only the rows that differ from the snapshot.
///
/// All stored IDs and digests are read in one pass and compared in memory; vehicles missing from
/// the snapshot are deleted. Row IDs are reused, so a feed whose IDs rotate for years never runs
/// out of them. New vehicles are inserted in ID order, which is fastest in SQLite.
struct SnapshotWriter {
    private let database: Database
    private let source: Int64
    private let vehicles: [Vehicle]
    /// Time at which the snapshot was received, on the displayed clock.
    private let fetchedAt: Timestamp
    /// The memory of vehicles that left the feed; `nil` without one.
    private let gone: GoneVehicles?
    /// Recorder of the changes; `nil` if nobody wants them.
    private let recorder: ChangeRecorder?

    private var differences: VehicleDifferences
    private var freeRows: [Int64] = []
    private var facetCountChanges = FacetCountChanges()
    private var cursor = VehicleCursor()
    private var changes = SnapshotChanges.none

    /// Creates a writer inside an open transaction; `stored` is the approximate number of rows.
    init(
        _ vehicles: [Vehicle], of source: Int64, at fetchedAt: Timestamp, stored: Int,
        gone: GoneVehicles?, recorder: ChangeRecorder?, in database: Database
    ) {
        (self.gone, self.recorder) = (gone, recorder)
        self.fetchedAt = fetchedAt
        self.database = database
        self.source = source
        self.vehicles = vehicles
        differences = VehicleDifferences(of: vehicles, stored: stored)
    }

    /// Writes the differences.
    mutating func write() throws -> WrittenVehicles {
        try readStored()
        differences.match()
        try deleteMissing()
        try updateChanged()
        try insertNew()
        try facetCountChanges.apply(to: source, in: database)
        return WrittenVehicles(total: differences.total, changes: changes)
    }

    private mutating func readStored() throws {
        var statement = try SQLStatement(
            cached: "SELECT id, digest, vehicle_id FROM vehicle WHERE id BETWEEN ? AND ?",
            in: database)
        defer { statement.finish() }
        try statement.bind(source << 32)
        try statement.bind(source << 32 | 0xFFFF_FFFF)
        while try statement.step() {
            differences.add(
                row: statement.integer(0), digest: statement.integer(1),
                vehicleID: statement.bytes(2))
        }
    }

    private mutating func deleteMissing() throws {
        var delete = try SQLStatement(
            cached: "DELETE FROM vehicle WHERE id = ?", in: database)
        for row in differences.missing {
            try subtract(row)
            try recorder?.remove(storedVehicle(row))
            try gone?.remember(row, in: database)
            try delete.bind(row)
            try delete.run()
            freeRows.append(row)
        }
        changes.gone = freeRows.count
    }

    private mutating func updateChanged() throws {
        var update = try SQLStatement(cached: Self.update, in: database)
        for changed in differences.changed {
            guard let row = changed.row else { continue }
            let vehicle = vehicles[changed.index]
            let (old, standstill) = try subtract(row)
            try recorder?.update(storedVehicle(row), to: vehicle)
            try update.bind(changed.digest)
            try VehicleRecord.bind(vehicle, to: &update)
            try Standstill.bind(
                Standstill(of: vehicle, at: fetchedAt, after: standstill), to: &update)
            try update.bind(row)
            try update.run()
            let new = add(vehicle)
            if new.color != old.color { try recolor(row, vehicle.color) }
            changes.changed += 1
        }
    }

    private func recolor(_ row: Int64, _ color: VehicleColor?) throws {
        var recolor = try SQLStatement(
            cached: "UPDATE vehicle SET color = ? WHERE id = ?", in: database)
        try recolor.bind(color?.name)
        try recolor.bind(row)
        try recolor.run()
    }

    private mutating func insertNew() throws {
        freeRows.reverse()
        var next = (differences.stored.last?.id ?? source << 32) + 1
        var insert = try SQLStatement(cached: Self.insert, in: database)
        let returning = try gone?.isEmpty(in: database) == false ? gone : nil
        for new in differences.new {
            let vehicle = vehicles[new.index]
            let isReturning = try returning?.forget(vehicle.id, in: database) ?? false
            let row = freeRows.popLast() ?? next
            next = max(next, row + 1)
            try insert.bind(row)
            try insert.bind(source)
            try insert.bind(new.digest)
            try insert.bind(vehicle.id)
            try VehicleRecord.bind(vehicle, to: &insert)
            try insert.bind(vehicle.color?.name)
            try Standstill.bind(
                Standstill(of: vehicle, at: fetchedAt, after: nil), to: &insert)
            try insert.run()
            recorder?.insert(vehicle, isReturning: isReturning)
            add(vehicle)
            changes.added += 1
        }
    }

    @discardableResult
    private mutating func add(_ vehicle: Vehicle) -> FacetCountChanges.Facets {
        let facets = FacetCountChanges.Facets(vehicle)
        facetCountChanges.add(1, to: facets, hasBattery: vehicle.battery != nil)
        return facets
    }

    /// Subtracts a stored row from the counts and returns its facets and standstill.
    @discardableResult
    private mutating func subtract(
        _ row: Int64
    ) throws -> (facets: FacetCountChanges.Facets, standstill: Standstill?) {
        var statement = try SQLStatement(cached: Self.selectFacets, in: database)
        defer { statement.finish() }
        try statement.bind(row)
        guard try statement.step() else { throw DamagedRow() }
        let stored = SQLiteRow(statement: statement)
        let facets = FacetCountChanges.Facets(from: stored)
        facetCountChanges.add(-1, to: facets, hasBattery: !statement.isNull(4))
        return (facets, Standstill(from: stored, at: 5))
    }

    private mutating func storedVehicle(_ row: Int64) throws -> Vehicle {
        var statement = try SQLStatement(cached: Self.selectVehicle, in: database)
        defer { statement.finish() }
        try statement.bind(row)
        guard try statement.step() else { throw DamagedRow() }
        return cursor.vehicle(from: SQLiteRow(statement: statement))
    }
}

extension SnapshotWriter {
    private static let insert = """
        INSERT INTO vehicle
        (id, source, digest, \(VehicleRecord.columns), \(Standstill.columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Updates a row whose vehicle ID and color are unchanged; no index is touched.
    private static let update = """
        UPDATE vehicle SET digest = ?, latitude = ?, longitude = ?, is_reserved = ?,
        is_disabled = ?, type_id = ?, form_factor = ?, propulsion_type = ?,
        current_range_meters = ?, current_fuel_percent = ?, battery_percent = ?,
        battery_is_estimated = ?, last_reported = ?, station_id = ?, web_uri = ?,
        android_uri = ?, ios_uri = ?, measurements = ?, still_since = ?, still_latitude = ?,
        still_longitude = ? WHERE id = ?
        """

    private static let selectFacets = """
        SELECT color, type_id, form_factor, state, battery_percent, \(Standstill.columns)
        FROM vehicle WHERE id = ?
        """

    private static let selectVehicle =
        "SELECT \(VehicleRecord.readColumns) FROM vehicle WHERE id = ?"
}
