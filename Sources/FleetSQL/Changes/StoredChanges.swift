package import FleetCore
package import Foundation

/// The streams of the sources' changes, within a transaction of any database.
package struct StoredChanges {
    /// The stored snapshot of a source, and the stream that leads to it.
    private struct Newest {
        let source: Int64
        let info: String
        let rotation: IDRotation
        let cursor: ChangeCursor
        let eventEnd: Int64
    }

    /// The least number of bytes of an encoded vehicle or event.
    private static let minBytes: Int64 = 32

    private let transaction: any SQLTransaction

    /// Creates a reader within an open transaction.
    package init(_ transaction: any SQLTransaction) {
        self.transaction = transaction
    }

    /// Returns the newest cursors of the streams that lead to the stored snapshots.
    package func cursors(of sources: [UUID]) throws -> [UUID: ChangeCursor] {
        let dialect = transaction.dialect
        let isOne = dialect.isOne(
            "source.uuid", ofUUIDs: sources.map { SourceKey($0).uuidText })
        var cursors: [UUID: ChangeCursor] = [:]
        try transaction.query(
            SQLFragment(
                sql: """
                    SELECT stream.uuid, stream.sequence, committed_at, source.uuid
                    FROM \(Self.newest(dialect)) AND \(isOne.sql)
                    """, values: isOne.values)
        ) { row in
            guard let source = row.text(3).flatMap(UUID.init(uuidString:)) else { return }
            cursors[source] = ChangeCursor(row)
        }
        return cursors
    }

    /// Returns the changes after a cursor.
    package func changes(
        of source: UUID, after cursor: ChangeCursor, maxBytes: Int, as rows: ChangeRows
    ) throws -> ChangesRead {
        guard let newest = try newest(of: source), newest.cursor.stream == cursor.stream else {
            return .reset
        }
        let known = try transaction.rows(
            """
            SELECT committed_at, logged.event_end FROM change_commit AS logged
            JOIN change_stream AS stream ON stream.source = logged.source
            WHERE logged.source = ?1 AND logged.sequence = ?2
            AND logged.sequence >= touches_since
            """,
            [.integer(newest.source), .integer(cursor.sequence)]
        ) { (committedAt: $0.integer(0), eventEnd: $0.integer(1) ?? 0) }.first
        if let committedAt = cursor.committedAt {
            let isLater = cursor.sequence > newest.cursor.sequence
            // One that has expired is not lost.
            if isLater || known.map({ $0.committedAt != committedAt }) == true { return .lost }
        }
        let info = try StoredSource.info(from: newest.info)
        guard let known,
            let vehicles = try vehicles(
                of: newest, info.feed, after: cursor, maxBytes: maxBytes, as: rows),
            let events = try events(
                of: newest, after: known.eventEnd, maxBytes: maxBytes - vehicles.count)
        else { return .reset }
        return .changes(
            SourceChanges(
                cursor: newest.cursor, revision: info.revision, fetchedAt: info.fetchedAt,
                lastUpdated: info.feed.lastUpdated, total: info.listedTotal, vehicles: vehicles,
                eventCount: Int(newest.eventEnd - known.eventEnd), events: events))
    }

    /// Gives a stream a new UUID if it still has this one.
    package func renew(_ stream: UUID, of source: UUID) throws {
        let text = { (uuid: UUID) in SQLValue.text(uuid.uuidString.lowercased()) }
        let rows = try transaction.rows(
            "SELECT id FROM source WHERE uuid = ?1 AND feed = 'vehicles'"
                + transaction.dialect.lock,
            [text(source)]
        ) { $0.integer(0) }
        for row in rows {
            try transaction.execute(
                "UPDATE change_stream SET uuid = ?1 WHERE source = ?2 AND uuid = ?3",
                [text(UUID()), .integer(row), text(stream)])
        }
    }

    /// The streams that lead to the stored snapshots, and their newest commits.
    private static func newest(_ dialect: SQLDialect) -> String {
        """
        source JOIN change_stream AS stream ON stream.source = source.id
        JOIN change_commit AS newest
            ON newest.source = stream.source AND newest.sequence = stream.sequence
        WHERE feed = 'vehicles' AND stream.revision = \(dialect.revision)
        """
    }

    private func newest(of source: UUID) throws -> Newest? {
        try transaction.rows(
            """
            SELECT stream.uuid, stream.sequence, committed_at, source.id, info, stream.rotation,
            stream.event_end FROM \(Self.newest(transaction.dialect)) AND source.uuid = ?1
            """, [.text(SourceKey(source).uuidText)]
        ) { row in
            ChangeCursor(row).map { cursor in
                Newest(
                    source: row.integer(3) ?? 0, info: row.text(4) ?? "",
                    rotation: row.text(5).flatMap(IDRotation.init(rawValue:)) ?? .unknown,
                    cursor: cursor, eventEnd: row.integer(6) ?? 0)
            }
        }.first
    }

    /// Returns the present rows of the vehicles that changed after a cursor, and the IDs of those
    /// that are not in the feed any more; `nil` if they are too large.
    private func vehicles(
        of newest: Newest, _ feed: FeedDescription, after cursor: ChangeCursor, maxBytes: Int,
        as rows: ChangeRows
    ) throws -> EncodedChanges? {
        let values: [SQLValue] = [.integer(newest.source), .integer(cursor.sequence)]
        let count = try transaction.integer(
            """
            SELECT count(*) FROM (\(SQLDialect.changedNumbers)) AS changed
            """, values)
        guard count * Self.minBytes <= maxBytes else { return nil }
        var encoder = VehicleChangesEncoder(
            rotation: newest.rotation, feed: feed, as: rows)
        // The changes are the same for all who follow them.
        let visible = feed.showing([.everyone])
        var colors = ColorCache()
        try transaction.query(
            """
            SELECT \(VehicleRecord.readColumns) FROM vehicle
            WHERE \(transaction.dialect.isChangedVehicle)
            """, values
        ) { encoder.add(visible(Vehicle(from: $0, &colors))) }
        let removed = try transaction.rows(Self.removed, values) { $0.text(0) }
        let changes = encoder.finish(removing: removed)
        return changes.count <= maxBytes ? changes : nil
    }

    private static let removed = """
        SELECT DISTINCT logged.vehicle_id FROM vehicle_change AS change
        JOIN logged_vehicle AS logged
            ON logged.source = change.source AND logged.number = change.vehicle
        WHERE change.source = ?1 AND change.sequence > ?2 AND state_code IS NULL AND NOT EXISTS (
            SELECT 1 FROM vehicle
            WHERE vehicle.source = ?1 AND vehicle.vehicle_id = logged.vehicle_id)
        """

    /// Returns the events after a number as one JSON array; `nil` if it is too large, or if some
    /// have expired.
    private func events(
        of newest: Newest, after number: Int64, maxBytes: Int
    ) throws -> [UInt8]? {
        var missing = newest.eventEnd - number
        guard missing > 0 else { return Array("[]".utf8) }
        guard missing * Self.minBytes <= maxBytes else { return nil }
        var json = [UInt8(ascii: "[")]
        try transaction.query(
            "SELECT detail FROM event WHERE source = ?1 AND number > ?2 ORDER BY number",
            [.integer(newest.source), .integer(number)]
        ) { row in
            if json.count > 1 { json.append(UInt8(ascii: ",")) }
            row.withText(0) { json.append(contentsOf: $0) }
            missing -= 1
        }
        json.append(UInt8(ascii: "]"))
        return missing == 0 && json.count <= maxBytes ? json : nil
    }
}

extension SQLDialect {
    /// The numbers of the vehicles of the source `?1` that changed after the sequence `?2`.
    fileprivate static let changedNumbers = """
        SELECT vehicle FROM vehicle_change WHERE source = ?1 AND sequence > ?2
        UNION SELECT vehicle FROM vehicle_touch WHERE source = ?1 AND sequence > ?2
        """

    /// The condition of the vehicles of these numbers.
    fileprivate var isChangedVehicle: String {
        switch self {
        case .sqlite: "id IN (SELECT ?1 << 32 | vehicle FROM (\(Self.changedNumbers)))"
        case .postgres: "source = ?1 AND id IN (\(Self.changedNumbers))"
        }
    }
}

extension ChangeCursor {
    /// Reads the columns 0 to 2 of a row.
    fileprivate init?(_ row: any SQLRow) {
        guard let stream = row.text(0).flatMap(UUID.init(uuidString:)) else { return nil }
        self.init(stream: stream, sequence: row.integer(1) ?? 0, committedAt: row.integer(2))
    }
}
