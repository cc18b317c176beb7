package import FleetCore
package import Foundation

/// The streams of the sources' changes, within a transaction of any database.
package struct StoredChanges {
    private let transaction: any SQLTransaction

    /// Time for which changes are wanted.
    package static let lifetime = Duration.seconds(60)

    /// Creates a reader within an open transaction.
    package init(_ transaction: any SQLTransaction) {
        self.transaction = transaction
    }

    /// Makes the commits of a source append batches, and returns the newest cursor; `nil` if it has
    /// no snapshot.
    package func want(_ wanted: WantedChanges, at now: Timestamp) throws -> ChangeCursor? {
        guard let (source, revision) = try snapshot(of: wanted.source, locking: true) else {
            return nil
        }
        let stored = try ChangeStream(of: source, in: transaction)
        var stream = stored ?? ChangeStream(new: source)
        // A commit while nobody wanted the changes has moved the snapshot on without the stream.
        let isContinuous =
            stored != nil && stream.revision == revision && stream.rotation == wanted.rotation
        if !isContinuous {
            try stream.restart(at: revision, in: transaction)
            try stream.save(in: transaction)
        }
        stream.rotation = wanted.rotation
        stream.wantedUntil = now + Self.lifetime
        try stream.saveWish(in: transaction)
        return stream.cursor
    }

    /// Makes the commits of some sources' sites append the alarms that began or ended.
    package func wantAlarms(of sources: [WantedChanges], at now: Timestamp) throws {
        let isOne = transaction.dialect.isOne(
            "uuid", ofUUIDs: sources.map { SourceKey($0.source).uuidText })
        let end = (now + Self.lifetime).milliseconds
        // Another process has often done the same shortly before. Rows are locked in one order.
        try transaction.execute(
            SQLFragment(
                sql: """
                    INSERT INTO change_stream (source, uuid, sequence, revision, row_end, byte_end,
                    event_end, wanted_until)
                    SELECT id, uuid, 0, 0, 0, 0, 0, CAST(? AS bigint) FROM source
                    WHERE feed = 'sites' AND \(isOne.sql) ORDER BY id
                    ON CONFLICT (source) DO UPDATE SET wanted_until = excluded.wanted_until
                    WHERE change_stream.wanted_until
                    NOT BETWEEN excluded.wanted_until - 10000 AND excluded.wanted_until + 3600000
                    """, values: [.integer(end)] + isOne.values))
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
                    SELECT source.uuid, stream.uuid, stream.sequence, batch.committed_at
                    FROM source JOIN change_stream AS stream ON stream.source = source.id
                    LEFT JOIN change_batch AS batch
                    ON batch.source = stream.source AND batch.sequence = stream.sequence
                    WHERE feed = 'vehicles' AND \(isOne.sql)
                    AND stream.revision = \(dialect.revision)
                    """, values: isOne.values)
        ) { row in
            guard let source = row.text(0).flatMap(UUID.init(uuidString:)),
                let stream = row.text(1).flatMap(UUID.init(uuidString:))
            else { return }
            cursors[source] = ChangeCursor(
                stream: stream, sequence: row.integer(2) ?? 0, committedAt: row.integer(3))
        }
        return cursors
    }

    /// Returns at most `limit` batches after a cursor, in their order.
    package func batches(
        of source: UUID, after cursor: ChangeCursor, limit: Int
    ) throws -> ChangeBatches {
        guard let newest = try cursors(of: [source])[source], newest.stream == cursor.stream,
            let row = try snapshot(of: source)?.row
        else { return .reset }
        if try isLost(cursor, newest, of: row) { return .lost }
        guard cursor.sequence <= newest.sequence else { return .reset }
        let batches = try rows(
            of: row, cursor.stream, after: cursor.sequence, limit: limit)
        let isNext = batches.first.map { $0.cursor.sequence == cursor.sequence + 1 }
        return isNext ?? (cursor.sequence == newest.sequence || limit < 1)
            ? .batches(batches) : .reset
    }

    /// Returns whether the batch that a cursor was read from is missing or replaced by another one.
    private func isLost(
        _ cursor: ChangeCursor, _ newest: ChangeCursor, of source: Int64
    ) throws -> Bool {
        guard let committedAt = cursor.committedAt else { return false }
        if cursor.sequence > newest.sequence { return true }
        // One that has expired is not lost.
        let stored = try transaction.rows(
            "SELECT committed_at FROM change_batch WHERE source = ?1 AND sequence = ?2",
            [.integer(source), .integer(cursor.sequence)]
        ) { $0.integer(0) }
        return stored.contains { $0 != committedAt }
    }

    /// Gives a stream a new UUID if it still has this one.
    package func renew(_ stream: UUID, of source: UUID) throws {
        guard let row = try snapshot(of: source, locking: true)?.row,
            var stored = try ChangeStream(of: row, in: transaction), stored.uuid == stream
        else { return }
        stored.uuid = UUID()
        try stored.save(in: transaction)
    }

    private func rows(
        of source: Int64, _ stream: UUID, after sequence: Int64, limit: Int
    ) throws -> [ChangeBatch] {
        let found = try transaction.rows(
            """
            SELECT sequence, revision, fetched_at, last_updated, total, rows, changes, events,
            committed_at, event_end FROM change_batch WHERE source = ?1 AND sequence > ?2
            ORDER BY sequence LIMIT ?3
            """,
            [.integer(source), .integer(sequence), .integer(Int64(max(limit, 0)))]
        ) { row in
            (ChangeBatch(row, of: stream), eventEnd: row.integer(9) ?? 0)
        }
        return try found.map { batch, end in
            var batch = batch
            batch.events = try events(of: source, upTo: end, count: batch.eventCount)
            return batch
        }
    }

    /// Returns some events as one JSON array.
    private func events(of source: Int64, upTo last: Int64, count: Int) throws -> [UInt8] {
        var json = [UInt8(ascii: "[")]
        if count > 0 {
            try transaction.query(
                """
                SELECT detail FROM event WHERE source = ?1 AND number BETWEEN ?2 AND ?3
                ORDER BY number
                """, [.integer(source), .integer(last - Int64(count) + 1), .integer(last)]
            ) { row in
                if json.count > 1 { json.append(UInt8(ascii: ",")) }
                row.withText(0) { json.append(contentsOf: $0) }
            }
        }
        json.append(UInt8(ascii: "]"))
        return json
    }

    /// Returns the row and the revision of a source's stored snapshot of vehicles, of any
    /// definition.
    private func snapshot(
        of source: UUID, locking: Bool = false
    ) throws -> (row: Int64, revision: Int64)? {
        let dialect = transaction.dialect
        return try transaction.rows(
            """
            SELECT id, \(dialect.revision) FROM source
            WHERE uuid = ?1 AND feed = 'vehicles' AND info IS NOT NULL
            """ + (locking ? dialect.lock : ""), [.text(SourceKey(source).uuidText)]
        ) { row in
            row.integer(1).map { (row.integer(0) ?? 0, $0) }
        }.first
    }
}

extension ChangeBatch {
    /// Reads a row without its events.
    fileprivate init(_ row: any SQLRow, of stream: UUID) {
        func integer(_ column: Int) -> Int64 { row.integer(column) ?? 0 }
        self.init(
            cursor: ChangeCursor(
                stream: stream, sequence: integer(0), committedAt: integer(8)),
            revision: integer(1),
            fetchedAt: Timestamp(milliseconds: integer(2)),
            lastUpdated: row.integer(3).map(Timestamp.init(milliseconds:)), total: Int(integer(4)),
            rows: Int(integer(5)), changes: row.withText(6) { Array($0) },
            eventCount: Int(integer(7)), events: [])
    }
}
