import FleetCore

/// Writer of the rows of one commit in the log of a source.
///
/// A vehicle whose logged fields are the same has no row there: its number is a touch, which only
/// the live streams need.
struct LogWriter {
    /// Row of `logged_vehicle`.
    private struct LoggedVehicle {
        let number: Int64
        let id: String
        let removedAt: Int64?
    }

    /// A vehicle that was in the feed before.
    private struct Returning {
        let number: Int64
        let removedAt: Int64?
    }

    private let source: Int64
    /// Number of the commit.
    private let sequence: Int64
    /// Number of the commit with which the log begins.
    private let begunAt: Int64
    /// Number of the commit with the newest base; 0 without one.
    private let baseAt: Int64
    /// Whether a changed row of which the log has nothing is logged, whatever changed.
    private let hasHistory: Bool
    private let transaction: any CommitTransaction

    private(set) var versions: VersionNumbers
    private var changes: [(vehicle: PastVehicle, previous: Int64?)] = []
    private var touches: [Int64] = []
    private var new: [LoggedVehicle] = []
    private var returning: [ByteString: Returning] = [:]
    private var returned: [Int64] = []
    private var removed: [Int64] = []

    init(
        of source: Int64, _ stream: ChangeStream, hasHistory: Bool,
        in transaction: any CommitTransaction
    ) {
        (self.source, self.hasHistory, self.transaction) = (source, hasHistory, transaction)
        (sequence, begunAt) = (stream.sequence + 1, stream.begunAt)
        baseAt = stream.base?.sequence ?? 0
        versions = VersionNumbers(of: source, end: stream.versionEnd, in: transaction)
    }

    /// Number of rows and touches.
    var count: Int { changes.count + touches.count }

    /// Returns the numbers of those of some new vehicles that were in the feed before.
    mutating func numbers(of ids: [String]) throws -> [ByteString: Int64] {
        for start in stride(from: 0, to: ids.count, by: 10_000) {
            let isOne = transaction.dialect.isOne(
                "vehicle_id", ofTexts: ids[start..<min(start + 10_000, ids.count)])
            try transaction.query(
                SQLFragment(
                    sql: """
                        SELECT vehicle_id, number, removed_at FROM logged_vehicle
                        WHERE source = ? AND \(isOne.sql)
                        """, values: [.integer(source)] + isOne.values)
            ) { row in
                let found = Returning(
                    number: row.integer(1) ?? 0, removedAt: row.integer(2))
                let id = ByteString(row.text(0) ?? "")
                if found.number > returning[id]?.number ?? 0 { returning[id] = found }
            }
        }
        return returning.mapValues(\.number)
    }

    /// Adds a vehicle whose row is changed.
    mutating func update(
        _ earlier: EarlierVehicle, to vehicle: Vehicle, _ number: Int64
    ) throws -> LogPosition {
        let log = position(of: earlier)
        var version = VehicleVersion(of: vehicle)
        var earlierVersion = VehicleVersion(of: earlier.vehicle)
        let digest = version.digest()
        let isSameVersion = digest == earlierVersion.digest()
        var row = PastVehicle(vehicle, number: number, version: 0)
        let earlierRow = PastVehicle(earlier.vehicle, number: number, version: 0)
        if isSameVersion, row == earlierRow, log != .none || !hasHistory {
            touches.append(number)
            return log
        }
        if log == .none {
            new.append(LoggedVehicle(number: number, id: vehicle.id, removedAt: nil))
        }
        let versionNumber: Int64
        if isSameVersion, let known = log.version {
            versionNumber = known
            // One row in many, so that each version that rows after a base have is marked.
            if log.loggedAt ?? 0 <= baseAt { versions.see(known) }
        } else {
            versionNumber = try versions.number(of: version, digest: digest)
        }
        row.version = Int32(versionNumber)
        return append(row, after: log.loggedAt)
    }

    /// Adds a vehicle whose row is deleted.
    mutating func remove(_ earlier: EarlierVehicle, _ number: Int64) {
        let log = position(of: earlier)
        if log == .none {
            new.append(LoggedVehicle(number: number, id: earlier.vehicle.id, removedAt: sequence))
        } else {
            removed.append(number)
        }
        _ = append(PastVehicle(removed: number), after: log.loggedAt)
    }

    /// Adds a vehicle that is inserted.
    mutating func insert(_ vehicle: Vehicle, _ number: Int64) throws -> LogPosition {
        let known = returning[ByteString(vehicle.id)]
        if known == nil {
            new.append(LoggedVehicle(number: number, id: vehicle.id, removedAt: nil))
        } else {
            returned.append(number)
        }
        var version = VehicleVersion(of: vehicle)
        let digest = version.digest()
        let versionNumber = try versions.number(of: version, digest: digest)
        return append(
            PastVehicle(vehicle, number: number, version: versionNumber), after: known?.removedAt)
    }

    /// The position of a vehicle in the log as it is since it began.
    private func position(of earlier: EarlierVehicle) -> LogPosition {
        (earlier.log.loggedAt ?? 0) > begunAt ? earlier.log : .none
    }

    private mutating func append(_ row: PastVehicle, after previous: Int64?) -> LogPosition {
        changes.append((row, previous))
        return LogPosition(version: Int64(row.version), loggedAt: sequence)
    }

    /// Writes the rows.
    func write() throws {
        try versions.write(at: sequence)
        try transaction.insert(
            new, into: "logged_vehicle", ["source", "number", "vehicle_id", "removed_at"]
        ) { vehicle, row in
            try row.bind(Int32(source))
            try row.bind(Int32(vehicle.number))
            try row.bind(vehicle.id)
            try row.bind(vehicle.removedAt.map(Int32.init))
        }
        try setRemovedAt(sequence, of: removed)
        try setRemovedAt(nil, of: returned)
        try transaction.insert(
            changes, into: "vehicle_change",
            ["source", "sequence"] + PastVehicle.columns + ["previous"]
        ) { row, columns in
            try columns.bind(Int32(source))
            try columns.bind(Int32(sequence))
            try row.vehicle.bind(to: columns)
            try columns.bind(row.previous.map(Int32.init))
        }
        try transaction.insert(
            touches, into: "vehicle_touch", ["source", "sequence", "vehicle"]
        ) { number, row in
            try row.bind(Int32(source))
            try row.bind(Int32(sequence))
            try row.bind(Int32(number))
        }
    }

    private func setRemovedAt(_ sequence: Int64?, of numbers: [Int64]) throws {
        guard !numbers.isEmpty else { return }
        let isOne = transaction.dialect.isOne("number", of: numbers)
        try transaction.execute(
            SQLFragment(
                sql: "UPDATE logged_vehicle SET removed_at = ? WHERE source = ? AND \(isOne.sql)",
                values: [.optional(sequence), .integer(source)] + isOne.values))
    }
}
