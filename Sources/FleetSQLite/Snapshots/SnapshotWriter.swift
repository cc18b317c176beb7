import FleetCore
import FleetSQL
import GRDB

/// Writer of a source's vehicles that touches only the rows that differ from the snapshot.
///
/// All stored IDs and digests are read in one pass and compared in memory; vehicles missing from
/// the snapshot are deleted. New vehicles are inserted in ID order, which is fastest in SQLite.
struct SnapshotWriter {
    private let database: Database
    private let source: Int64
    private let vehicles: [Vehicle]
    /// Time at which the snapshot was received, on the displayed clock.
    private let fetchedAt: Timestamp
    /// The memory of vehicles that left the feed; `nil` without one.
    private let gone: GoneVehicles?
    /// Recorder of the changes; `nil` if they are not recorded.
    private let recorder: ChangeRecorder?

    private var differences: VehicleDifferences
    private var counts = FacetCountChanges()
    private var colors = ColorCache()
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
        differences = VehicleDifferences(of: vehicles, stored: stored, after: source << 32)
    }

    /// Writes the differences.
    mutating func write() throws -> WrittenVehicles {
        try readStored()
        differences.match()
        try deleteMissing()
        try updateChanged()
        try insertNew()
        try counts.apply(to: source, in: database)
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
            let (old, _) = try stored(row)
            recorder?.remove(old, row: row)
            try gone?.remember(row, in: database)
            try delete.bind(row)
            try delete.run()
            changes.gone += 1
        }
    }

    private mutating func updateChanged() throws {
        var update = try SQLStatement(cached: Self.update, in: database)
        var recolor = try SQLStatement(cached: Self.recolor, in: database)
        for changed in differences.changed {
            let row = changed.row
            var vehicle = vehicles[changed.index]
            let (old, earlier) = try stored(row)
            recorder?.update(old, to: vehicle, row: row)
            if ByteOrder.equal(old.color?.name ?? "", vehicle.color?.name ?? "") {
                try write(&vehicle, changed.digest, row, after: earlier, with: &update)
            } else {
                try write(&vehicle, changed.digest, row, after: earlier, with: &recolor)
            }
            changes.changed += 1
        }
    }

    /// Binds the values of ``columns``, runs the statement, and adds the vehicle to the counts.
    private mutating func write(
        _ vehicle: inout Vehicle, _ digest: Int64, _ row: Int64, after earlier: Standstill?,
        with statement: inout SQLStatement
    ) throws {
        let standstill = Standstill(of: vehicle, at: fetchedAt, after: earlier)
        try statement.bind(row)
        try statement.bind(source)
        try VehicleRecord.bind(&vehicle, digest, standstill, to: &statement)
        try statement.run()
        counts.add(1, vehicle)
    }

    private mutating func insertNew() throws {
        var insert = try SQLStatement(cached: Self.insert, in: database)
        let returning = try gone?.isEmpty(in: database) == false ? gone : nil
        for new in differences.new {
            var vehicle = vehicles[new.index]
            let isReturning = try returning?.forget(vehicle.id, in: database) ?? false
            try write(&vehicle, new.digest, new.row, after: nil, with: &insert)
            recorder?.insert(vehicle, row: new.row, isReturning: isReturning)
            changes.added += 1
        }
    }

    /// Reads a stored vehicle and its standstill, and removes the vehicle from the counts.
    private mutating func stored(_ row: Int64) throws -> (Vehicle, Standstill?) {
        var statement = try SQLStatement(cached: Self.select, in: database)
        defer { statement.finish() }
        try statement.bind(row)
        guard try statement.step() else { throw DamagedRow() }
        let stored = VehicleRecord.stored(
            from: SQLiteRow(statement: statement), at: 0, &colors)
        counts.add(-1, stored.0)
        return stored
    }
}

extension SnapshotWriter {
    private static let columns = ["id", "source"] + VehicleRecord.written

    private static let insert = """
        INSERT INTO vehicle (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """

    /// Updates a row whose vehicle ID and color are unchanged; no index is touched.
    private static let update = update(except: ["id", "source", "vehicle_id", "color"])
    private static let recolor = update(except: ["id", "source", "vehicle_id"])

    private static func update(except unchanged: [String]) -> String {
        let values = zip(columns, 1...).filter { !unchanged.contains($0.0) }
        let assignments = values.map { "\($0) = ?\($1)" }.joined(separator: ", ")
        return "UPDATE vehicle SET \(assignments) WHERE id = ?1"
    }

    private static let select =
        "SELECT \(VehicleRecord.storedColumns) FROM vehicle WHERE id = ?"
}
