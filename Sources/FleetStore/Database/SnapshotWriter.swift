import FleetCore
import GRDB

/// Brings the stored vehicles of a source to a new snapshot, and touches only rows that differ.
///
/// All stored codes and digests are read in one sweep and compared in memory; what was not seen in
/// the snapshot is gone. The rows of what is gone are used again, so that a feed whose codes rotate
/// for years never runs out of them, and new codes are added in order, which SQLite likes best.
struct SnapshotWriter {
    /// A row of `vehicle`, as far as a comparison needs it.
    private struct Stored {
        var id: Int64
        var digest: Int64
    }

    /// A vehicle of the snapshot, by its place there.
    private struct Found {
        var place: Int
        var digest: Int64
    }

    private let database: Database
    private let source: Int64
    private let vehicles: [Vehicle]

    private var codes: IDTable
    /// The stored rows; the number of a row is that of its code.
    private var stored: [Stored] = []
    /// By the number of a code: the vehicle that has it.
    private var found: [Found?] = []
    private var freeRows: [Int64] = []
    private var tally = TallyChanges()

    /// What differs, once it was written.
    private(set) var changes = SnapshotChanges.none
    /// How many vehicles there are.
    private(set) var total = 0

    /// Prepares a commit inside an open transaction; `stored` is about how many rows there are.
    init(_ vehicles: [Vehicle], of source: Int64, stored: Int, in database: Database) {
        self.database = database
        self.source = source
        self.vehicles = vehicles
        codes = IDTable(capacity: max(stored, vehicles.count))
    }

    /// Writes what differs.
    mutating func write() throws {
        try readStored()
        matchVehicles()
        try removeGone()
        try updateChanged()
        try insertNew()
        try tally.apply(to: source, in: database)
    }

    private mutating func readStored() throws {
        var statement = try SQLStatement(
            cached: "SELECT id, digest, vehicle_id FROM vehicle WHERE id BETWEEN ? AND ?",
            in: database)
        defer { statement.finish() }
        try statement.bind(source << 32)
        try statement.bind(source << 32 | 0xFFFF_FFFF)
        while try statement.step() {
            stored.append(Stored(id: statement.integer(0), digest: statement.integer(1)))
            _ = codes.number(of: statement.bytes(2))
        }
        found = [Found?](repeating: nil, count: stored.count)
    }

    /// Finds each vehicle's row; of two with the same code the last one counts.
    ///
    /// Digests are made here, in the order of the snapshot, for so the texts lie in memory.
    private mutating func matchVehicles() {
        for place in vehicles.indices {
            let number = number(of: vehicles[place].id)
            if number == found.count { found.append(nil) }
            found[number] = Found(place: place, digest: digest(ofVehicleAt: place))
        }
        total = found.count { $0 != nil }
    }

    /// The number of a code, without a copy of a text that is contiguous, as nearly all are.
    private mutating func number(of id: String) -> Int {
        let number = id.utf8.withContiguousStorageIfAvailable {
            codes.number(of: UnsafeRawBufferPointer($0))
        }
        if let number { return number }
        var id = id
        return id.withUTF8 { codes.number(of: UnsafeRawBufferPointer($0)) }
    }

    private mutating func removeGone() throws {
        var delete = try SQLStatement(
            cached: "DELETE FROM vehicle WHERE id = ?", in: database)
        for (number, row) in stored.enumerated() where found[number] == nil {
            try uncount(row.id)
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
            let vehicle = vehicles[found.place]
            let old = try uncount(row.id)
            try update.bind(found.digest)
            try VehicleRecord.bind(vehicle, to: &update)
            try update.bind(row.id)
            try update.run()
            let kind = count(vehicle)
            if kind.color != old.color { try recolor(row.id, vehicle.color) }
            changes.changed += 1
        }
    }

    /// The digest of a vehicle where it lies: to copy its many texts would cost as much again.
    private func digest(ofVehicleAt place: Int) -> Int64 {
        vehicles.withUnsafeBufferPointer { vehicles in
            guard let first = vehicles.baseAddress else { return 0 }
            return VehicleRecord.digest(first + place)
        }
    }

    private func recolor(_ row: Int64, _ color: VehicleColor?) throws {
        var recolor = try SQLStatement(cached: VehicleRecord.recolor, in: database)
        try recolor.bind(color?.name)
        try recolor.bind(row)
        try recolor.run()
    }

    private mutating func insertNew() throws {
        let new = (stored.count..<codes.count).sorted(by: codes.precedes)
        freeRows.reverse()
        var next = (stored.last?.id ?? source << 32) + 1
        var insert = try SQLStatement(cached: VehicleRecord.insert, in: database)
        for number in new {
            guard let found = found[number] else { continue }
            let vehicle = vehicles[found.place]
            let row = freeRows.popLast() ?? next
            next = max(next, row + 1)
            try insert.bind(row)
            try insert.bind(source)
            try insert.bind(found.digest)
            try insert.bind(vehicle.id)
            try VehicleRecord.bind(vehicle, to: &insert)
            try insert.bind(vehicle.color?.name)
            try insert.run()
            count(vehicle)
        }
        changes.added = new.count
    }

    @discardableResult
    private mutating func count(_ vehicle: Vehicle) -> TallyChanges.Kind {
        let kind = TallyChanges.Kind(vehicle)
        tally.count(kind, hasBattery: vehicle.battery != nil, 1)
        return kind
    }

    /// Takes a stored row out of the counts, and says of which kind it was.
    @discardableResult
    private mutating func uncount(_ row: Int64) throws -> TallyChanges.Kind {
        var statement = try SQLStatement(cached: Self.kind, in: database)
        defer { statement.finish() }
        try statement.bind(row)
        guard try statement.step() else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        let kind = TallyChanges.Kind(from: statement)
        tally.count(kind, hasBattery: !statement.isNull(4), -1)
        return kind
    }

    private static let kind = """
        SELECT color, type_id, form_factor, state, battery_percent FROM vehicle WHERE id = ?
        """
}
