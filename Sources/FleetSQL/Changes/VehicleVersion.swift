import FleetCore

/// Row of `vehicle_version`: the fields of a vehicle that seldom change, which the rows of the log
/// of all vehicles with the same ones refer to.
package struct VehicleVersion: StoredRecord {
    /// Whether the feed names the state; `nil` reads as no.
    fileprivate var namesState: Bool?
    fileprivate var estimatesBattery: Bool?
    private(set) var vehicle: Vehicle

    init(of vehicle: Vehicle) {
        self.vehicle = vehicle
        namesState = vehicle.namedState != nil
        estimatesBattery = vehicle.battery?.isEstimated == true
    }

    /// Reads the columns of ``list`` of a row, from one on.
    init(from row: any SQLRow, at column: Int, _ colors: inout ColorCache) {
        vehicle = Vehicle(id: "")
        read(from: row, at: column, &colors)
    }

    @inline(__always)
    package mutating func visit<Visitor: ColumnVisitor>(
        _ columns: inout Visitor
    ) throws(Visitor.Failure) {
        try columns.visit("names_state", &namesState)
        try columns.visit("estimates_battery", &estimatesBattery)
        try vehicle.visitVersion(&columns)
    }

    package static let list = ColumnList(
        of: VehicleVersion(of: Vehicle(id: "")),
        traits: [
            "names_state": ["Whether the feed names the state, as MDS does"],
            "estimates_battery": ["Whether the battery level was computed from the range"],
        ])
}

extension Vehicle {
    /// Creates the vehicle of a row of the log, with what the log has.
    init(id: String, _ version: VehicleVersion, _ row: PastVehicle) {
        self = version.vehicle
        self.id = id
        position = row.position.map { Position($0) }
        let state = row.state ?? .unknown
        if version.namesState == true {
            namedState = state
        } else if state != .unknown {
            (isReserved, isDisabled) = (state == .reserved, state == .disabled)
        }
        battery = row.battery.flatMap {
            Battery(percent: Double($0), isEstimated: version.estimatesBattery == true)
        }
    }
}

/// The versions of the vehicles of a source, as far as one commit needs them.
struct VersionNumbers {
    /// Number of versions that are looked up one by one; then all are read.
    private static let maxLookups = 100

    private let source: Int64
    private let transaction: any CommitTransaction
    /// The highest number that was ever given.
    private(set) var end: Int64
    private var numbers: [Int64: Int64] = [:]
    private var new: [(number: Int64, digest: Int64, version: VehicleVersion)] = []
    /// Stored versions that are used again.
    private var seen: Set<Int64> = []
    private var lookups = 0

    init(of source: Int64, end: Int64, in transaction: any CommitTransaction) {
        (self.source, self.end, self.transaction) = (source, end, transaction)
    }

    /// Notes that a row of this commit has a stored version.
    mutating func see(_ number: Int64) { seen.insert(number) }

    /// Returns the number of a version, a new one if necessary.
    mutating func number(of version: VehicleVersion, digest: Int64) throws -> Int64 {
        if let number = try numbers[digest] ?? stored(digest) {
            see(number)
            return number
        }
        end += 1
        numbers[digest] = end
        new.append((end, digest, version))
        return end
    }

    private mutating func stored(_ digest: Int64) throws -> Int64? {
        guard lookups <= Self.maxLookups else { return nil }
        lookups += 1
        var select = SQLFragment(
            sql: "SELECT digest, number FROM vehicle_version WHERE source = ?",
            values: [.integer(source)])
        if lookups <= Self.maxLookups {
            select.sql += " AND digest = ?"
            select.values.append(.integer(digest))
        }
        try transaction.query(select) { numbers[$0.integer(0) ?? 0] = $0.integer(1) }
        return numbers[digest]
    }

    /// Writes the new versions, and marks those that are used again.
    func write(at sequence: Int64) throws {
        if !seen.isEmpty {
            let isOne = transaction.dialect.isOne("number", of: seen)
            try transaction.execute(
                SQLFragment(
                    sql: "UPDATE vehicle_version SET seen_at = ? WHERE source = ? AND \(isOne.sql)",
                    values: [.integer(sequence), .integer(source)] + isOne.values))
        }
        try transaction.insert(
            new, into: "vehicle_version",
            ["source", "number", "digest", "seen_at"] + VehicleVersion.list.names
        ) { new, row in
            var (version, columns) = (new.version, ColumnWriter(row: row))
            try row.bind(Int32(source))
            try row.bind(Int32(new.number))
            try row.bind(new.digest)
            try row.bind(Int32(sequence))
            try version.visit(&columns)
        }
    }
}
