import FleetCore
import GRDB

/// Writer of a source's vehicles that touches only the rows that differ from the snapshot.
///
/// All stored IDs and digests are read in one pass and compared in memory; vehicles missing from
/// the snapshot are deleted. Row IDs are reused, so a feed whose IDs rotate for years never runs
/// out of them. New vehicles are inserted in ID order, which is fastest in SQLite.
struct SnapshotWriter {
    /// Fields of a `vehicle` row that the comparison needs.
    private struct StoredRow {
        var id: Int64
        var digest: Int64
    }

    /// Vehicle of the snapshot.
    private struct SnapshotVehicle {
        var index: Int
        var digest: Int64
    }

    private let database: Database
    private let source: Int64
    private let vehicles: [Vehicle]
    /// Time at which the snapshot was received, on the displayed clock.
    private let fetchedAt: Timestamp
    /// Writer of the vehicles that left the feed; `nil` if they are not remembered.
    private let gone: GoneVehicleWriter?
    /// Recorder of the changes; `nil` if nobody wants them.
    private let recorder: ChangeRecorder?

    private var ids: IDTable
    /// Stored rows, by ID number.
    private var stored: [StoredRow] = []
    /// Vehicles of the snapshot, by ID number; `nil` if the vehicle is missing.
    private var found: [SnapshotVehicle?] = []
    private var freeRows: [Int64] = []
    private var facetCountChanges = FacetCountChanges()

    /// Differences from the previous snapshot; valid after `write`.
    private(set) var changes = SnapshotChanges.none
    /// Number of vehicles in the snapshot; valid after `write`.
    private(set) var total = 0

    /// Creates a writer inside an open transaction; `stored` is the approximate number of rows.
    init(
        _ vehicles: [Vehicle], of source: Int64, at fetchedAt: Timestamp, stored: Int,
        gone: GoneVehicleWriter?, recorder: ChangeRecorder? = nil, in database: Database
    ) {
        (self.gone, self.recorder) = (gone, recorder)
        self.fetchedAt = fetchedAt
        self.database = database
        self.source = source
        self.vehicles = vehicles
        ids = IDTable(capacity: max(stored, vehicles.count))
    }

    /// Writes the differences.
    mutating func write() throws {
        try readStored()
        matchVehicles()
        try deleteMissing()
        try updateChanged()
        try insertNew()
        try facetCountChanges.apply(to: source, in: database)
        try gone?.expire()
    }

    private mutating func readStored() throws {
        var statement = try SQLStatement(
            cached: "SELECT id, digest, vehicle_id FROM vehicle WHERE id BETWEEN ? AND ?",
            in: database)
        defer { statement.finish() }
        try statement.bind(source << 32)
        try statement.bind(source << 32 | 0xFFFF_FFFF)
        while try statement.step() {
            stored.append(StoredRow(id: statement.integer(0), digest: statement.integer(1)))
            _ = ids.number(of: statement.bytes(2))
        }
        found = [SnapshotVehicle?](repeating: nil, count: stored.count)
    }

    /// Finds each vehicle's row; the last of several vehicles with the same ID wins.
    ///
    /// Digests are computed here in snapshot order, because the strings are in memory in that
    /// order.
    private mutating func matchVehicles() {
        for index in vehicles.indices {
            let number = number(of: vehicles[index].id)
            if number == found.count { found.append(nil) }
            found[number] = SnapshotVehicle(index: index, digest: digest(ofVehicleAt: index))
        }
        total = found.count { $0 != nil }
    }

    /// Returns the number of an ID; contiguous strings, which nearly all are, are not copied.
    private mutating func number(of id: String) -> Int {
        let number = id.utf8.withContiguousStorageIfAvailable {
            ids.number(of: UnsafeRawBufferPointer($0))
        }
        if let number { return number }
        var id = id
        return id.withUTF8 { ids.number(of: UnsafeRawBufferPointer($0)) }
    }

    private mutating func deleteMissing() throws {
        var delete = try SQLStatement(
            cached: "DELETE FROM vehicle WHERE id = ?", in: database)
        for (number, row) in stored.enumerated() where found[number] == nil {
            try subtract(row.id)
            try recorder?.willRemove(row.id)
            try gone?.remember(row.id)
            try delete.bind(row.id)
            try delete.run()
            freeRows.append(row.id)
        }
        changes.gone = freeRows.count
    }

    private mutating func updateChanged() throws {
        var update = try SQLStatement(cached: VehicleRecord.update, in: database)
        for (row, found) in zip(stored, found) {
            guard let found, found.digest != row.digest else { continue }
            let vehicle = vehicles[found.index]
            let (old, standstill) = try subtract(row.id)
            try recorder?.willUpdate(row.id, to: vehicle)
            try update.bind(found.digest)
            try VehicleRecord.bind(vehicle, to: &update)
            try Standstill.bind(
                Standstill(of: vehicle, at: fetchedAt, after: standstill), to: &update)
            try update.bind(row.id)
            try update.run()
            let new = add(vehicle)
            if new.color != old.color { try recolor(row.id, vehicle.color) }
            changes.changed += 1
        }
    }

    /// Computes a vehicle's digest in place: copying its strings would double the cost.
    private func digest(ofVehicleAt index: Int) -> Int64 {
        vehicles.withUnsafeBufferPointer { vehicles in
            guard let first = vehicles.baseAddress else { return 0 }
            return VehicleRecord.digest(first + index)
        }
    }

    private func recolor(_ row: Int64, _ color: VehicleColor?) throws {
        var recolor = try SQLStatement(cached: VehicleRecord.recolor, in: database)
        try recolor.bind(color?.name)
        try recolor.bind(row)
        try recolor.run()
    }

    private mutating func insertNew() throws {
        let new = (stored.count..<ids.count).sorted(by: ids.precedes)
        freeRows.reverse()
        var next = (stored.last?.id ?? source << 32) + 1
        var insert = try SQLStatement(cached: VehicleRecord.insert, in: database)
        let returning = try gone?.isEmpty() == false ? gone : nil
        for number in new {
            guard let found = found[number] else { continue }
            let vehicle = vehicles[found.index]
            let isReturning = try returning?.forget(vehicle.id) ?? false
            let row = freeRows.popLast() ?? next
            next = max(next, row + 1)
            try insert.bind(row)
            try insert.bind(source)
            try insert.bind(found.digest)
            try insert.bind(vehicle.id)
            try VehicleRecord.bind(vehicle, to: &insert)
            try insert.bind(vehicle.color?.name)
            try Standstill.bind(
                Standstill(of: vehicle, at: fetchedAt, after: nil), to: &insert)
            try insert.run()
            recorder?.didInsert(vehicle, isReturning: isReturning)
            add(vehicle)
        }
        changes.added = new.count
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
        guard try statement.step() else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        let facets = FacetCountChanges.Facets(from: statement)
        facetCountChanges.add(-1, to: facets, hasBattery: !statement.isNull(4))
        return (facets, Standstill(from: statement, at: 5))
    }

    private static let selectFacets = """
        SELECT color, type_id, form_factor, state, battery_percent, \(Standstill.columns)
        FROM vehicle WHERE id = ?
        """
}
