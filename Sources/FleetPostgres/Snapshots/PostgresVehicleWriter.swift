import FleetCore
import FleetSQL

/// Writer of a source's vehicles that touches only the rows that differ from the snapshot.
///
/// The stored IDs and digests are compared in memory. The vehicles that changed are copied to a
/// temporary table, from which one statement updates their rows; new ones are copied to the table.
struct PostgresVehicleWriter {
    /// Number of rows that are read at once; their old vehicles are in memory then.
    private static let chunk = 10_000

    private let transaction: PostgresTransaction
    private let source: Int64
    private let vehicles: [Vehicle]
    /// Time at which the snapshot was received, on the displayed clock.
    private let fetchedAt: Timestamp
    private let gone: GoneVehicles?
    private let recorder: ChangeRecorder?
    /// The highest number of a vehicle that the log may have; `nil` without a log.
    private var numberEnd: Int64?

    private var differences: VehicleDifferences
    private var counts = FacetCountChanges()
    private var colors = ColorCache()

    /// Creates a writer inside an open transaction; `stored` is the approximate number of rows.
    init(
        _ vehicles: [Vehicle], of source: Int64, at fetchedAt: Timestamp, stored: Int,
        gone: GoneVehicles?, numberEnd: Int64?, recorder: ChangeRecorder?,
        in transaction: PostgresTransaction
    ) {
        (self.gone, self.numberEnd, self.recorder) = (gone, numberEnd, recorder)
        (self.source, self.fetchedAt, self.transaction) = (source, fetchedAt, transaction)
        let isTooLong = vehicles.contains { !Self.fits($0) }
        let vehicles = isTooLong ? vehicles.filter(Self.fits) : vehicles
        self.vehicles = vehicles
        differences = VehicleDifferences(of: vehicles, stored: stored, after: 0)
    }

    /// Whether a vehicle fits into the indices, whose entries have at most 2,704 bytes; no real
    /// feed has such IDs, and they must not keep the other vehicles from being stored.
    private static func fits(_ vehicle: Vehicle) -> Bool {
        vehicle.id.utf8.count + (vehicle.color?.name.utf8.count ?? 0) <= 2_500
    }

    /// Writes the differences.
    mutating func write() throws -> WrittenVehicles {
        try readStored()
        differences.match()
        let (missing, changed) = (differences.missing, differences.changed)
        for rows in missing.chunks(of: Self.chunk) { try delete(rows) }
        if !changed.isEmpty { try update(changed) }
        let known = try recorder?.numbers(of: differences.newIDs)
        let new = differences.new(after: numberEnd, known: known ?? [:])
        if !new.vehicles.isEmpty { try insert(new.vehicles) }
        try counts.apply(to: source, in: transaction)
        return WrittenVehicles(
            total: differences.total,
            changes: SnapshotChanges(
                added: new.vehicles.count, gone: missing.count, changed: changed.count),
            numberEnd: new.numberEnd)
    }

    private mutating func readStored() throws {
        try transaction.rows(
            of: "SELECT id, digest, vehicle_id FROM vehicle WHERE source = ?1", [.integer(source)]
        ) { row in
            row.withText(2) { id in
                differences.add(
                    row: row.integer(0) ?? 0, digest: row.integer(1) ?? 0, vehicleID: id)
            }
        }
    }

    private mutating func delete(_ rows: ArraySlice<Int64>) throws {
        for (row, earlier) in try stored(rows) { recorder?.remove(earlier, number: row) }
        let isOne = transaction.dialect.isOne("id", of: rows)
        let delete = "DELETE FROM vehicle WHERE source = ? AND \(isOne.sql)"
        let values = [.integer(source)] + isOne.values
        guard let gone else {
            try transaction.execute(SQLFragment(sql: delete, values: values))
            return
        }
        let columns = VehicleRecord.columns
        try transaction.execute(
            SQLFragment(
                sql: """
                    WITH gone AS (\(delete) RETURNING \(columns))
                    INSERT INTO gone_vehicle (source, seen_at, gone_at, \(columns))
                    SELECT CAST(? AS bigint), CAST(? AS bigint), CAST(? AS bigint), \(columns)
                    FROM gone
                    ON CONFLICT (source, vehicle_id) DO UPDATE SET \(Self.excluded)
                    """,
                values: values + [
                    .integer(source), .integer(gone.seenAt.milliseconds),
                    .integer(gone.goneAt.milliseconds),
                ]))
    }

    private mutating func update(_ changed: [VehicleDifferences.Written]) throws {
        try transaction.run(Self.stage)
        for chunk in changed.chunks(of: Self.chunk) { try stage(chunk) }
        try transaction.execute(Self.update, [.integer(source)])
    }

    /// Copies changed vehicles to the temporary table.
    private mutating func stage(_ chunk: ArraySlice<VehicleDifferences.Written>) throws {
        var earlier: [Int64: EarlierVehicle] = [:]
        for (row, vehicle) in try stored(chunk.map(\.row)[...]) { earlier[row] = vehicle }
        let logged = try chunk.map { changed in
            counts.add(1, vehicles[changed.index])
            return try earlier[changed.row].flatMap { earlier in
                try recorder?.update(earlier, to: vehicles[changed.index], number: changed.row)
            }
        }
        try transaction.copy(into: Self.copyStaged) { rows in
            for (changed, log) in zip(chunk, logged) {
                try rows.beginRow(columns: Self.stagedColumns.count)
                rows.bind(changed.row)
                let standstill = Standstill(
                    of: vehicles[changed.index], at: fetchedAt,
                    after: earlier[changed.row]?.standstill)
                try VehicleRecord.bind(
                    changed.index, of: vehicles, changed.digest, standstill, log,
                    to: rows)
            }
        }
    }

    private mutating func insert(_ new: [VehicleDifferences.Written]) throws {
        let returning = try returningVehicles(new)
        let logged = try new.map { new in
            let vehicle = vehicles[new.index]
            counts.add(1, vehicle)
            return try recorder?.insert(
                vehicle, number: new.row,
                isReturning: returning.contains(ByteString(vehicle.id)))
        }
        try transaction.copy(into: Self.copy) { rows in
            for (new, log) in zip(new, logged) {
                try rows.beginRow(columns: Self.columns.count + 2)
                rows.bind(source)
                rows.bind(new.row)
                let standstill = Standstill(
                    of: vehicles[new.index], at: fetchedAt, after: nil)
                try VehicleRecord.bind(
                    new.index, of: vehicles, new.digest, standstill, log, to: rows)
            }
        }
    }

    /// Forgets the remembered vehicles that are in the feed again, and returns their IDs.
    private func returningVehicles(
        _ new: [VehicleDifferences.Written]
    ) throws -> Set<ByteString> {
        guard gone != nil else { return [] }
        var found: Set<ByteString> = []
        for chunk in new.chunks(of: Self.chunk) {
            let ids = PostgresArray.text(of: chunk.map { vehicles[$0.index].id })
            found.formUnion(
                try transaction.rows(
                    """
                    DELETE FROM gone_vehicle
                    WHERE source = ?1 AND vehicle_id = ANY (CAST(?2 AS text[])) RETURNING vehicle_id
                    """, [.integer(source), .text(ids)]
                ) { $0.text(0).map(ByteString.init) })
        }
        return found
    }

    /// Reads stored vehicles and their rows, and subtracts them from the counts.
    private mutating func stored(
        _ rows: ArraySlice<Int64>
    ) throws -> [(row: Int64, vehicle: EarlierVehicle)] {
        let isOne = transaction.dialect.isOne("id", of: rows)
        let select = SQLFragment(
            sql: """
                SELECT id, \(VehicleRecord.storedColumns)
                FROM vehicle WHERE source = ? AND \(isOne.sql)
                """, values: [.integer(source)] + isOne.values)
        return try transaction.rows(select) { row in
            let earlier = VehicleRecord.stored(from: row, at: 1, &colors)
            counts.add(-1, earlier.vehicle)
            return (row.integer(0) ?? 0, earlier)
        }
    }
}

// The columns and statements.
extension PostgresVehicleWriter {
    private static let columns = VehicleRecord.written
    private static let stagedColumns = ["id"] + columns

    private static func joined(_ columns: [String], _ prefix: String = "") -> String {
        columns.map { prefix + $0 }.joined(separator: ", ")
    }

    private static let copy =
        "COPY vehicle (source, id, \(joined(columns))) FROM STDIN (FORMAT binary)"

    /// The table stays until the end of the connection, its rows until that of the transaction.
    private static let stage = """
        CREATE TEMPORARY TABLE IF NOT EXISTS staged_vehicle ON COMMIT DELETE ROWS AS
        SELECT \(joined(stagedColumns)) FROM vehicle WITH NO DATA
        """

    private static let copyStaged =
        "COPY staged_vehicle (\(joined(stagedColumns))) FROM STDIN (FORMAT binary)"

    private static let update = """
        UPDATE vehicle SET (\(joined(columns))) = (\(joined(columns, "staged.")))
        FROM staged_vehicle AS staged WHERE vehicle.source = ?1 AND vehicle.id = staged.id
        """

    /// The columns of a remembered vehicle that replace those of an earlier one.
    private static let excluded = (["seen_at", "gone_at"] + VehicleRecord.list.names).excluded
}

extension RandomAccessCollection where Index == Int {
    /// Returns slices of at most `count` elements.
    fileprivate func chunks(of count: Int) -> [SubSequence] {
        stride(from: startIndex, to: endIndex, by: count).map {
            self[$0..<Swift.min($0 + count, endIndex)]
        }
    }
}
