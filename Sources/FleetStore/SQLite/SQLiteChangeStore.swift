import FleetCore
import Foundation
import GRDB

/// The changes in an SQLite database.
struct SQLiteChangeStore: ChangeStore {
    let file: SQLiteFile

    /// Time for which changes are wanted.
    private static let lifetime = Duration.seconds(60)

    func want(
        _ sources: [WantedChanges], at now: Timestamp
    ) async throws -> [UUID: ChangeCursor] {
        try await file.writing { database in
            var cursors: [UUID: ChangeCursor] = [:]
            for wanted in sources {
                guard let (source, info) = try Self.snapshot(of: wanted.source, in: database)
                else { continue }
                let stored = try ChangeStream(of: source, in: database)
                var stream = stored ?? ChangeStream(new: source, in: database)
                let isContinuous =
                    stored?.isWanted(at: now) == true && stream.revision == info.revision
                    && stream.rotation == wanted.rotation
                if !isContinuous { try stream.restart(at: info.revision) }
                stream.rotation = wanted.rotation
                stream.wantedUntil = now + Self.lifetime
                try stream.save()
                cursors[wanted.source] = stream.cursor
            }
            return cursors
        }
    }

    func cursors(of sources: [UUID]) async throws -> [UUID: ChangeCursor] {
        try await file.readingAsynchronously { database in
            var cursors: [UUID: ChangeCursor] = [:]
            for source in sources { cursors[source] = try Self.cursor(of: source, in: database) }
            return cursors
        }
    }

    func batches(
        of source: UUID, after cursor: ChangeCursor, limit: Int
    ) async throws -> ChangeBatches {
        try await file.readingAsynchronously { database in
            guard let (row, info) = try Self.snapshot(of: source, in: database),
                let stream = try ChangeStream(of: row, in: database),
                stream.uuid == cursor.stream, stream.revision == info.revision,
                cursor.sequence <= stream.sequence
            else { return .reset }
            let batches = try Self.batches(of: row, after: cursor, limit: limit, in: database)
            let isNext = batches.first.map { $0.cursor.sequence == cursor.sequence + 1 }
            return isNext ?? (cursor.sequence == stream.sequence || limit < 1)
                ? .batches(batches) : .reset
        }
    }

    func events(of source: UUID, _ query: EventQuery) async throws -> [StoredEvent] {
        try await file.readingAsynchronously { try Self.events(of: source, query, in: $0) }
    }

    func signal() throws -> ChangeSignal {
        ChangeSignal(try file.path.map { try SQLiteFile.open($0) } ?? file)
    }

    /// Returns the cursor of a source's stream, if it leads to the stored snapshot.
    static func cursor(of source: UUID, in database: Database) throws -> ChangeCursor? {
        guard let (row, info) = try snapshot(of: source, in: database),
            let stream = try ChangeStream(of: row, in: database), stream.revision == info.revision
        else { return nil }
        return stream.cursor
    }

    /// Returns the row and the info of a source's stored snapshot of vehicles, of any definition.
    private static func snapshot(
        of source: UUID, in database: Database
    ) throws -> (row: Int64, info: SnapshotInfo)? {
        var statement = try SQLStatement(
            cached: "SELECT id, info FROM source WHERE uuid = ? AND feed = 'vehicles'",
            in: database)
        defer { statement.finish() }
        try statement.bind(SourceKey(source).uuidText)
        guard try statement.step(), let info: SnapshotInfo = StoredJSON.value(of: statement.text(1))
        else { return nil }
        return (statement.integer(0), info)
    }
}

// Reading of rows.
extension SQLiteChangeStore {
    private static func batches(
        of source: Int64, after cursor: ChangeCursor, limit: Int, in database: Database
    ) throws -> [ChangeBatch] {
        var statement = try SQLStatement(
            new: """
                SELECT sequence, revision, fetched_at, last_updated, total, rows, changes, events,
                event_end FROM change_batch WHERE source = ? AND sequence > ?
                ORDER BY sequence LIMIT ?
                """, in: database)
        defer { statement.finish() }
        try statement.bind(source)
        try statement.bind(cursor.sequence)
        try statement.bind(Int64(max(limit, 0)))
        var batches: [ChangeBatch] = []
        while try statement.step() {
            let (count, end) = (statement.integer(7), statement.integer(8))
            batches.append(
                ChangeBatch(
                    cursor: ChangeCursor(stream: cursor.stream, sequence: statement.integer(0)),
                    revision: statement.integer(1),
                    fetchedAt: Timestamp(milliseconds: statement.integer(2)),
                    lastUpdated: statement.optionalInteger(3).map(Timestamp.init(milliseconds:)),
                    total: Int(statement.integer(4)), rows: Int(statement.integer(5)),
                    changes: Array(statement.bytes(6)), eventCount: Int(count),
                    events: try events(of: source, from: end - count + 1, to: end, in: database)))
        }
        return batches
    }

    /// Returns the events with some numbers as one JSON array.
    private static func events(
        of source: Int64, from first: Int64, to last: Int64, in database: Database
    ) throws -> [UInt8] {
        var json = [UInt8(ascii: "[")]
        if first <= last {
            var statement = try SQLStatement(
                cached: """
                    SELECT detail FROM event WHERE source = ? AND number BETWEEN ? AND ?
                    ORDER BY number
                    """, in: database)
            defer { statement.finish() }
            try statement.bind(source)
            try statement.bind(first)
            try statement.bind(last)
            while try statement.step() {
                if json.count > 1 { json.append(UInt8(ascii: ",")) }
                json += statement.bytes(0)
            }
        }
        json.append(UInt8(ascii: "]"))
        return json
    }

    private static func events(
        of source: UUID, _ query: EventQuery, in database: Database
    ) throws -> [StoredEvent] {
        guard let (row, _) = try snapshot(of: source, in: database) else { return [] }
        var condition = SQLFragment(
            sql: "source = ? AND number < ?",
            values: [.integer(row), .integer(query.before ?? .max)])
        if !query.kinds.isEmpty {
            let names = query.kinds.map(\.rawValue).sorted()
            let marks = names.map { _ in "?" }.joined(separator: ", ")
            condition =
                condition
                && SQLFragment(
                    sql: "kind IN (\(marks))", values: names.map(SQLValue.text))
        }
        if let id = query.vehicleID {
            condition = condition && SQLFragment(sql: "vehicle_id = ?", values: [.text(id)])
        }
        var statement = try SQLStatement(
            new: """
                SELECT number, kind, at, vehicle_id, detail FROM event WHERE \(condition.sql)
                ORDER BY number DESC LIMIT ?
                """, in: database)
        defer { statement.finish() }
        try statement.bind(condition.values + [.integer(Int64(max(query.limit, 0)))])
        var events: [StoredEvent] = []
        while try statement.step() {
            events.append(
                StoredEvent(
                    number: statement.integer(0),
                    kind: statement.text(1).flatMap(VehicleEvent.Kind.init(rawValue:)),
                    at: Timestamp(milliseconds: statement.integer(2)),
                    vehicleID: statement.text(3), json: Array(statement.bytes(4))))
        }
        return events
    }
}
