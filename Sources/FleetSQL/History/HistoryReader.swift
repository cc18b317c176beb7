public import FleetCore

/// Reader of the history of a source, within a transaction of any database.
public struct HistoryReader {
    /// The snapshot that is stored now.
    public let info: SnapshotInfo
    /// The zone of the system, in which people give times.
    public let zone: SystemTimeZone
    /// The first time that the history has.
    public let since: Timestamp
    /// The last time at which the feed was read.
    public let until: Timestamp

    let transaction: any SQLTransaction
    let key: SourceKey
    let source: Int64
    /// The commit with the base with which the history begins.
    let keptSince: Int64
    let periods: [Coverage.Period]
    /// The longest pause between two reads that is no gap.
    let maxPause: Duration

    /// Creates a reader within an open transaction; `nil` if the source has no history.
    package init?(of key: SourceKey, in transaction: any SQLTransaction) throws {
        guard let source = try StoredSource(key, in: transaction), let info = source.record.info,
            let keptSince = try ChangeStream.stored(of: source.id, in: transaction).keptSince
        else { return nil }
        (self.transaction, self.source, self.keptSince) = (transaction, source.id, keptSince)
        (self.key, self.info) = (key, info)
        zone = info.feed.zone
        periods = try Coverage(source: source.id, transaction: transaction).periods()
        maxPause = Coverage.maxPause(
            until: source.record.dueAt ?? info.fetchedAt, after: source.beganAt ?? info.fetchedAt)
        since = Timestamp(
            milliseconds: try transaction.integer(
                "SELECT fetched_at FROM change_commit WHERE source = ?1 AND sequence = ?2",
                [.integer(source.id), .integer(keptSince)]))
        until = periods.last?.until ?? since
    }

    /// Returns the vehicles of the feed at a time: those of the last snapshot before.
    public func moment(at time: Timestamp) throws -> MomentRead {
        try moment(at: time) { commit, feed in
            var feed = feed
            let vehicles = try vehicles(after: commit)
            feed.describe(vehicles)
            return Snapshot(vehicles: vehicles, feed: feed, parseReport: ParseReport())
        }
    }

    /// Returns what `state` makes of the last commit before a time and the feed's description.
    func moment(
        at time: Timestamp, _ state: (_ commit: Int64, FeedDescription) throws -> Snapshot
    ) throws -> MomentRead {
        let commit = try transaction.rows(
            """
            SELECT sequence, fetched_at, last_updated FROM change_commit
            WHERE source = ?1 AND sequence >= ?2 AND fetched_at <= ?3
            ORDER BY fetched_at DESC, sequence DESC LIMIT 1
            """, [.integer(source), .integer(keptSince), .integer(time.milliseconds)]
        ) { row in
            (
                sequence: row.integer(0) ?? 0, at: Timestamp(milliseconds: row.integer(1) ?? 0),
                lastUpdated: row.integer(2).map(Timestamp.init(milliseconds:))
            )
        }.first
        guard let commit else { return .before(first: since) }
        var feed = info.feed
        (feed.lastUpdated, feed.rotation) = (commit.lastUpdated, info.rotation)
        return .moment(
            try state(commit.sequence, feed),
            PastMoment(at: time, dataAt: commit.at, gap: gap(at: time)))
    }

    /// Returns the IDs of vehicles in the log.
    public func ids(
        of numbers: some Sequence<VehicleNumber>
    ) throws -> [VehicleNumber: String] {
        var ids: [VehicleNumber: String] = [:]
        try queryIDs(of: numbers) { ids[$0] = $1 }
        return ids
    }

    /// Calls `body` with the IDs of vehicles in the log, in the order of their bytes.
    private func queryIDs(
        of numbers: some Sequence<VehicleNumber>, _ body: (VehicleNumber, String) -> Void
    ) throws {
        let isOne = transaction.dialect.isOne("number", of: numbers.map(Int64.init))
        try transaction.query(
            SQLFragment(
                sql: """
                    SELECT number, vehicle_id FROM logged_vehicle
                    WHERE source = ? AND \(isOne.sql) ORDER BY vehicle_id
                    """, values: [.integer(source)] + isOne.values)
        ) { row in
            body(VehicleNumber(truncatingIfNeeded: row.integer(0) ?? 0), row.text(1) ?? "")
        }
    }

    /// Returns the vehicles after a commit, by the bytes of their IDs.
    private func vehicles(after sequence: Int64) throws -> [Vehicle] {
        let base = try transaction.integer(
            """
            SELECT max(sequence) FROM change_commit
            WHERE source = ?1 AND is_base = 1 AND sequence <= ?2
            """, [.integer(source), .integer(sequence)])
        let rows = try rows(from: base, to: sequence)
        let versions = try versions(Set(rows.values.map { Int64($0.version) }))
        var vehicles: [Vehicle] = []
        try queryIDs(of: rows.keys) { number, id in
            guard let row = rows[number], let version = versions[row.version] else { return }
            var vehicle = Vehicle(id: id, version, row)
            vehicle.stillSince = row.standstill?.since
            vehicles.append(vehicle)
        }
        return vehicles
    }

    /// Returns the vehicles after a commit: those of a base with the changes after it.
    private func rows(
        from base: Int64, to sequence: Int64
    ) throws -> [VehicleNumber: PastVehicle] {
        var rows: [VehicleNumber: PastVehicle] = [:]
        var now = Timestamp(milliseconds: 0)
        func add(_ row: any SQLRow, _ standstill: (PastVehicle) -> Standstill?) {
            var vehicle = PastVehicle(from: row, at: 0)
            vehicle.standstill = standstill(vehicle)
            rows[vehicle.number] = vehicle.state == nil ? nil : vehicle
        }
        try transaction.query(
            """
            SELECT \(PastVehicle.columnList), still_since FROM vehicle_base
            WHERE source = ?1 AND sequence = ?2
            """, [.integer(source), .integer(base)]
        ) { row in add(row) { $0.standstill(from: row) } }
        let times = try transaction.rows(
            """
            SELECT sequence, fetched_at FROM change_commit
            WHERE source = ?1 AND sequence > ?2 AND sequence <= ?3
            """, [.integer(source), .integer(base), .integer(sequence)]
        ) { ($0.integer(0) ?? 0, Timestamp(milliseconds: $0.integer(1) ?? 0)) }
        let timesByCommit = Dictionary(times) { first, _ in first }
        try transaction.query(
            """
            SELECT \(PastVehicle.columnList), sequence FROM vehicle_change
            WHERE source = ?1 AND sequence > ?2 AND sequence <= ?3 ORDER BY sequence
            """, [.integer(source), .integer(base), .integer(sequence)]
        ) { row in
            now = timesByCommit[row.integer(PastVehicle.columns.count) ?? 0] ?? now
            add(row) { vehicle in
                Standstill(
                    at: vehicle.position.map { Position($0) }, now,
                    after: rows[vehicle.number]?.standstill)
            }
        }
        return rows
    }

    func versions(_ numbers: Set<Int64>) throws -> [Int32: VehicleVersion] {
        var versions: [Int32: VehicleVersion] = [:]
        try queryVersions(transaction.dialect.isOne("number", of: numbers)) { versions[$0] = $1 }
        return versions
    }

    /// Calls `body` with each version and its number, or only those that meet a condition.
    func queryVersions(
        _ condition: SQLFragment? = nil, _ body: (Int32, VehicleVersion) throws -> Void
    ) throws {
        let names = VehicleVersion.list.names.joined(separator: ", ")
        let all = SQLFragment(
            sql: "SELECT number, \(names) FROM vehicle_version WHERE source = ?",
            values: [.integer(source)])
        var colors = ColorCache()
        try transaction.query(condition.map { all && $0 } ?? all) { row in
            let number = Int32(truncatingIfNeeded: row.integer(0) ?? 0)
            try body(number, VehicleVersion(from: row, at: 1, &colors))
        }
    }
}

// Gaps.
extension HistoryReader {
    /// Returns the gaps before a time, oldest first, each with the commit after it.
    ///
    /// The first one is before the history; the last one ends with the time if the feed has not been
    /// read since, and then there is no commit.
    func gaps(until end: Timestamp) -> [(gap: HistoryGap, sequence: Int64?)] {
        var gaps: [(HistoryGap, Int64?)] = []
        var earlier: Coverage.Period?
        for period in periods {
            let gap = HistoryGap(
                start: earlier?.until ?? Timestamp(milliseconds: .min), end: period.since,
                reason: earlier == nil ? .start : period.gap, failedUntil: earlier?.failedAt)
            if gap.start < end { gaps.append((gap, period.firstSequence)) }
            earlier = period
        }
        if let earlier, end - earlier.until > maxPause {
            let gap = HistoryGap(
                start: earlier.until, end: end,
                reason: earlier.failedAt == nil ? .pause : .failure, failedUntil: earlier.failedAt)
            gaps.append((gap, nil))
        }
        return gaps
    }

    /// Returns the gap that a time is in, which ends with the time if the feed was not read since;
    /// `nil` if it was read then.
    private func gap(at time: Timestamp) -> HistoryGap? {
        gaps(until: time).last { $0.gap.start < time && time < $0.gap.end || $0.sequence == nil }?
            .gap
    }
}

/// Result of reading a past state.
public enum MomentRead: Sendable {
    /// The state.
    case moment(Snapshot, PastMoment)
    /// The history begins later.
    case before(first: Timestamp)
}
