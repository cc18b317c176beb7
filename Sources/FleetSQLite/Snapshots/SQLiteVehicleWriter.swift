import FleetCore
import FleetSQL
import GRDB

/// Writer of a source's vehicles that touches only the rows that differ from the snapshot.
///
/// All stored IDs and digests are read in one pass and compared in memory; vehicles missing from
/// the snapshot are deleted. New vehicles are inserted in ID order, which is fastest in SQLite.
struct SQLiteVehicleWriter {
    private let database: Database
    private let source: Int64
    private let vehicles: [Vehicle]
    /// Time at which the snapshot was received, on the displayed clock.
    private let fetchedAt: Timestamp
    /// The memory of vehicles that left the feed; `nil` without one.
    private let gone: GoneVehicles?
    /// Recorder of the changes; `nil` if they are not recorded.
    private let recorder: ChangeRecorder?
    /// The highest number of a vehicle that the log may have; `nil` without a log.
    private var numberEnd: Int64?

    private var differences: VehicleDifferences
    private var counts = FacetCountChanges()
    private var colors = ColorCache()
    private var changes = SnapshotChanges.none

    /// Creates a writer inside an open transaction; `stored` is the approximate number of rows.
    init(
        _ vehicles: [Vehicle], of source: Int64, at fetchedAt: Timestamp, stored: Int,
        gone: GoneVehicles?, numberEnd: Int64?, recorder: ChangeRecorder?, in database: Database
    ) {
        (self.gone, self.numberEnd, self.recorder) = (gone, numberEnd, recorder)
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
        return WrittenVehicles(
            total: differences.total, changes: changes, numberEnd: numberEnd)
    }

    private mutating func readStored() throws {
        let statement = try SQLStatement(
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
        let delete = try SQLStatement(
            cached: "DELETE FROM vehicle WHERE id = ?", in: database)
        for row in differences.missing {
            let earlier = try stored(row)
            recorder?.remove(earlier, number: Self.number(row))
            try gone?.remember(row, in: database)
            try delete.bind(row)
            try delete.run()
            changes.gone += 1
        }
    }

    private mutating func updateChanged() throws {
        let update = try SQLStatement(cached: Self.update, in: database)
        let recolor = try SQLStatement(cached: Self.recolor, in: database)
        for changed in differences.changed {
            let earlier = try stored(changed.row)
            let vehicle = vehicles[changed.index]
            let log = try recorder?.update(
                earlier, to: vehicle, number: Self.number(changed.row))
            let isSameColor = ByteOrder.equal(
                earlier.vehicle.color?.name ?? "", vehicle.color?.name ?? "")
            try write(
                changed, after: earlier.standstill, log, with: isSameColor ? update : recolor)
            changes.changed += 1
        }
    }

    /// Binds the values of ``columns``, runs the statement, and adds the vehicle to the counts.
    private mutating func write(
        _ written: VehicleDifferences.Written, after earlier: Standstill?, _ log: LogPosition?,
        with statement: SQLStatement
    ) throws {
        let standstill = Standstill(
            of: vehicles[written.index], at: fetchedAt, after: earlier)
        try statement.bind(written.row)
        try statement.bind(source)
        try VehicleRecord.bind(
            written.index, of: vehicles, written.digest, standstill, log, to: statement)
        try statement.run()
        counts.add(1, vehicles[written.index])
    }

    private mutating func insertNew() throws {
        let insert = try SQLStatement(cached: Self.insert, in: database)
        let returning = try gone?.isEmpty(in: database) == false ? gone : nil
        let known = try recorder?.numbers(of: differences.newIDs)
        let new = differences.new(after: numberEnd, known: known ?? [:])
        numberEnd = new.numberEnd
        for new in new.vehicles {
            let vehicle = vehicles[new.index]
            let isReturning = try returning?.forget(vehicle.id, in: database) ?? false
            let log = try recorder?.insert(
                vehicle, number: Self.number(new.row), isReturning: isReturning)
            try write(new, after: nil, log, with: insert)
            changes.added += 1
        }
    }

    /// The number of the vehicle of a row.
    private static func number(_ row: Int64) -> Int64 { row & 0xFFFF_FFFF }

    /// Reads a stored vehicle, and removes it from the counts.
    private mutating func stored(_ row: Int64) throws -> EarlierVehicle {
        let statement = try SQLStatement(cached: Self.select, in: database)
        defer { statement.finish() }
        try statement.bind(row)
        guard try statement.step() else { throw DamagedRow() }
        let stored = VehicleRecord.stored(
            from: SQLiteRow(statement: statement), at: 0, &colors)
        counts.add(-1, stored.vehicle)
        return stored
    }
}

extension SQLiteVehicleWriter {
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
