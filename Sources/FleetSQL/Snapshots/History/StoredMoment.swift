public import FleetCore
package import Foundation

/// Reader of past states of a source from its history, within a transaction of any database.
package struct StoredMoment {
    private let transaction: any SQLTransaction

    /// Creates a reader within an open transaction.
    package init(_ transaction: any SQLTransaction) {
        self.transaction = transaction
    }

    /// Returns the state of a source at a time: the last snapshot before.
    package func moment(_ time: Timestamp, of key: SourceKey) throws -> MomentRead {
        guard let source = try StoredSource(key, in: transaction), let info = source.record.info,
            let keptSince = try ChangeStream.stored(of: source.id, in: transaction).keptSince
        else { return .none }
        let values: [SQLValue] = [
            .integer(source.id), .integer(keptSince), .integer(time.milliseconds),
        ]
        let commit = try transaction.rows(
            """
            SELECT sequence, fetched_at, last_updated FROM change_commit
            WHERE source = ?1 AND sequence >= ?2 AND fetched_at <= ?3
            ORDER BY fetched_at DESC, sequence DESC LIMIT 1
            """, values
        ) { row in
            (
                sequence: row.integer(0) ?? 0, at: Timestamp(milliseconds: row.integer(1) ?? 0),
                lastUpdated: row.integer(2).map(Timestamp.init(milliseconds:))
            )
        }.first
        guard let commit else {
            let first = try transaction.integer(
                "SELECT fetched_at FROM change_commit WHERE source = ?1 AND sequence = ?2",
                [.integer(source.id), .integer(keptSince)])
            return .before(first: Timestamp(milliseconds: first))
        }
        var feed = info.feed
        feed.lastUpdated = commit.lastUpdated
        let vehicles = try vehicles(of: source.id, at: commit.sequence)
        feed.describe(vehicles)
        let pause = Coverage.maxPause(
            until: source.record.dueAt ?? info.fetchedAt, after: source.beganAt ?? info.fetchedAt)
        let gap = try Coverage(source: source.id, transaction: transaction)
            .gap(at: time, maxPause: pause)
        return .moment(
            Snapshot(vehicles: vehicles, feed: feed, parseReport: ParseReport()),
            PastMoment(at: time, dataAt: commit.at, gap: gap), info.rotation)
    }

    /// Removes the history of a source.
    package static func end(of source: UUID, in transaction: any SQLTransaction) throws {
        let rows = try transaction.rows(
            "SELECT id FROM source WHERE uuid = ?1 ORDER BY id" + transaction.dialect.lock,
            [.text(SourceKey(source).uuidText)]
        ) { $0.integer(0) }
        for row in rows { try ChangeLog.end(of: row, in: transaction) }
    }

    private struct Row {
        var change: VehicleChange
        var version: Int64
    }

    /// Returns the vehicles after a commit, by the bytes of their IDs.
    private func vehicles(of source: Int64, at sequence: Int64) throws -> [Vehicle] {
        let base = try transaction.integer(
            """
            SELECT max(sequence) FROM change_commit
            WHERE source = ?1 AND is_base = 1 AND sequence <= ?2
            """, [.integer(source), .integer(sequence)])
        let columns = "vehicle, version, " + VehicleChange.names.joined(separator: ", ")
        var rows: [Int64: Row] = [:]
        func add(_ row: any SQLRow) {
            let change = VehicleChange(from: row, at: 2)
            rows[row.integer(0) ?? 0] =
                change.isRemoval ? nil : Row(change: change, version: row.integer(1) ?? 0)
        }
        try transaction.query(
            "SELECT \(columns) FROM vehicle_base WHERE source = ?1 AND sequence = ?2",
            [.integer(source), .integer(base)], add)
        try transaction.query(
            """
            SELECT \(columns) FROM vehicle_change
            WHERE source = ?1 AND sequence > ?2 AND sequence <= ?3 ORDER BY sequence
            """, [.integer(source), .integer(base), .integer(sequence)], add)
        let versions = try versions(of: source, Set(rows.values.map(\.version)))
        var vehicles: [Vehicle] = []
        let isOne = transaction.dialect.isOne("number", of: rows.keys)
        try transaction.query(
            SQLFragment(
                sql: """
                    SELECT number, vehicle_id FROM logged_vehicle
                    WHERE source = ? AND \(isOne.sql) ORDER BY vehicle_id
                    """, values: [.integer(source)] + isOne.values)
        ) { row in
            guard let found = rows[row.integer(0) ?? 0], let version = versions[found.version]
            else {
                return
            }
            vehicles.append(Vehicle(id: row.text(1) ?? "", version, found.change))
        }
        return vehicles
    }

    private func versions(
        of source: Int64, _ numbers: Set<Int64>
    ) throws -> [Int64: VehicleVersion] {
        var (versions, colors) = ([Int64: VehicleVersion](), ColorCache())
        let isOne = transaction.dialect.isOne("number", of: numbers)
        try transaction.query(
            SQLFragment(
                sql: """
                    SELECT number, \(VehicleVersion.list.names.joined(separator: ", "))
                    FROM vehicle_version WHERE source = ? AND \(isOne.sql)
                    """, values: [.integer(source)] + isOne.values)
        ) { row in
            versions[row.integer(0) ?? 0] = VehicleVersion(from: row, at: 1, &colors)
        }
        return versions
    }
}

/// Result of reading a past state.
public enum MomentRead: Sendable {
    /// The state, and whether the IDs rotate.
    case moment(Snapshot, PastMoment, IDRotation)
    /// The history begins later.
    case before(first: Timestamp)
    /// The source has no history.
    case none
}
