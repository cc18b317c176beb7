import FleetCore
import FleetSQL

/// Writer of a source's vehicles that touches only the rows that differ from the snapshot.
///
/// The stored IDs and digests are compared in memory. The vehicles that changed are copied to a
/// temporary table, from which one statement updates their rows; new ones are copied to the table.
struct PostgresSnapshotWriter {
    /// Number of rows that are read at once; their old vehicles are in memory then.
    private static let chunk = 10_000

    private let transaction: PostgresTransaction
    private let source: Int64
    private let vehicles: [Vehicle]
    /// Time at which the snapshot was received, on the displayed clock.
    private let fetchedAt: Timestamp
    private let gone: GoneVehicles?
    private let recorder: ChangeRecorder?

    private var differences: VehicleDifferences
    private var counts = FacetCountChanges()
    private var colors = ColorCache()

    /// Creates a writer inside an open transaction; `stored` is the approximate number of rows.
    init(
        _ vehicles: [Vehicle], of source: Int64, at fetchedAt: Timestamp, stored: Int,
        gone: GoneVehicles?, recorder: ChangeRecorder?, in transaction: PostgresTransaction
    ) {
        (self.gone, self.recorder) = (gone, recorder)
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
        let (missing, changed, new) = (differences.missing, differences.changed, differences.new)
        for rows in missing.chunks(of: Self.chunk) { try delete(rows) }
        if !changed.isEmpty { try update(changed) }
        if !new.isEmpty { try insert(new) }
        try counts.apply(to: source, in: transaction)
        return WrittenVehicles(
            total: differences.total,
            changes: SnapshotChanges(
                added: new.count, gone: missing.count, changed: changed.count))
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
        let recorder = recorder
        try forEachStored(rows) { vehicle, row, _ in recorder?.remove(vehicle, row: row) }
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
        var standstills: [Int64: Standstill] = [:]
        var places: [Int64: Int] = [:]
        let (vehicles, recorder) = (vehicles, recorder)
        for changed in chunk { places[changed.row] = changed.index }
        try forEachStored(chunk.map(\.row)[...]) { stored, row, standstill in
            guard let index = places[row] else { return }
            recorder?.update(stored, to: vehicles[index], row: row)
            standstills[row] = standstill
        }
        for changed in chunk { counts.add(1, vehicles[changed.index]) }
        try transaction.copy(into: Self.copyStaged) { rows in
            for changed in chunk {
                var vehicle = vehicles[changed.index]
                try rows.beginRow(columns: Self.stagedColumns.count)
                rows.bind(changed.row)
                let standstill = Standstill(
                    of: vehicle, at: fetchedAt, after: standstills[changed.row])
                VehicleRecord.bind(&vehicle, changed.digest, standstill, to: &rows)
            }
        }
    }

    private mutating func insert(_ new: [VehicleDifferences.Written]) throws {
        let returning = try returningVehicles(new)
        for new in new {
            let vehicle = vehicles[new.index]
            recorder?.insert(
                vehicle, row: new.row, isReturning: returning.contains(ByteString(vehicle.id)))
            counts.add(1, vehicle)
        }
        try transaction.copy(into: Self.copy) { rows in
            for new in new {
                var vehicle = vehicles[new.index]
                try rows.beginRow(columns: Self.columns.count + 2)
                rows.bind(source)
                rows.bind(new.row)
                let standstill = Standstill(of: vehicle, at: fetchedAt, after: nil)
                VehicleRecord.bind(&vehicle, new.digest, standstill, to: &rows)
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

    /// Calls `body` with stored vehicles, their rows and standstills, and subtracts them from the
    /// counts.
    private mutating func forEachStored(
        _ rows: ArraySlice<Int64>, _ body: (Vehicle, Int64, Standstill?) throws -> Void
    ) throws {
        let isOne = transaction.dialect.isOne("id", of: rows)
        let select = SQLFragment(
            sql: """
                SELECT id, \(VehicleRecord.storedColumns)
                FROM vehicle WHERE source = ? AND \(isOne.sql)
                """, values: [.integer(source)] + isOne.values)
        try transaction.query(select) { row in
            let (vehicle, standstill) = VehicleRecord.stored(from: row, at: 1, &colors)
            counts.add(-1, vehicle)
            try body(vehicle, row.integer(0) ?? 0, standstill)
        }
    }
}

// The columns and statements.
extension PostgresSnapshotWriter {
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
