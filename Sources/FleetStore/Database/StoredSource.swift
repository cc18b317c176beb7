import FleetCore
import GRDB

/// The row of `source`: all that is stored of a source but its vehicles.
struct StoredSource {
    /// The row's id.
    var id: Int64
    /// What is told of the source.
    var record: SourceRecord
    /// When the request began that brought the stored snapshot.
    var beganAt: Timestamp?
    /// What was judged of the codes, once and for all.
    var rotation: IDRotation
    /// By which the codes are judged, until they are.
    var anchor: IDAnchor?

    /// Reads the row; `nil` if nothing is stored of the source.
    init?(_ key: SourceKey, in database: Database) throws {
        var statement = try SQLStatement(cached: Self.select, in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        guard try statement.step() else { return nil }
        id = statement.integer(0)
        beganAt = statement.optionalInteger(1).map(Timestamp.init(milliseconds:))
        rotation = statement.text(2).flatMap(IDRotation.init(rawValue:)) ?? .unknown
        anchor = Self.anchor(from: statement)
        record = try Self.record(from: statement)
    }

    /// Reads only the row's id.
    static func id(of key: SourceKey, in database: Database) throws -> Int64? {
        var statement = try SQLStatement(
            cached: "SELECT id FROM source WHERE key = ?", in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Reads only what is known of the snapshot; a list needs no more, and is to come at once.
    static func info(of key: SourceKey, in database: Database) throws -> SnapshotInfo? {
        var statement = try SQLStatement(
            cached: "SELECT info FROM source WHERE key = ?", in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return try info(from: statement.text(0))
    }

    /// Reads the row, and adds it first if there is none.
    static func made(for key: SourceKey, in database: Database) throws -> StoredSource {
        if let found = try StoredSource(key, in: database) { return found }
        var insert = try SQLStatement(cached: "INSERT INTO source (key) VALUES (?)", in: database)
        try insert.bind(key.text)
        try insert.run()
        guard let made = try StoredSource(key, in: database) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return made
    }

    /// Writes the row.
    func save(in database: Database) throws {
        var update = try SQLStatement(cached: Self.update, in: database)
        try update.bind(StoredJSON.text(record.info))
        try update.bind(StoredJSON.text(record.memory))
        try update.bind(beganAt?.milliseconds)
        try update.bind(record.dueAt?.milliseconds)
        try update.bind(StoredJSON.text(record.lastRequest))
        try update.bind(StoredJSON.text(record.backOff))
        try update.bind(rotation.rawValue)
        try update.bind(anchor?.at.milliseconds)
        try update.bind(anchor.map { Int64($0.total) })
        try update.bind(anchor?.bytes)
        try update.bind(id)
        try update.run()
    }

    private static func record(from row: SQLStatement) throws -> SourceRecord {
        var record = SourceRecord()
        record.info = row.isNull(6) ? nil : try info(from: row.text(6))
        record.memory = StoredJSON.value(of: row.text(7))
        record.dueAt = row.optionalInteger(8).map(Timestamp.init(milliseconds:))
        record.lastRequest = StoredJSON.value(of: row.text(9))
        record.backOff = StoredJSON.value(of: row.text(10))
        return record
    }

    /// Of the snapshot one must know; without the rest of a record the feed is merely asked for more.
    private static func info(from text: String?) throws -> SnapshotInfo {
        guard let info: SnapshotInfo = StoredJSON.value(of: text) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return info
    }

    private static func anchor(from row: SQLStatement) -> IDAnchor? {
        guard let time = row.optionalInteger(3) else { return nil }
        let bytes = row.bytes(5)
        let sample = stride(from: 0, to: bytes.count - 7, by: 8).map {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
        }
        return IDAnchor(
            at: Timestamp(milliseconds: time), total: Int(row.integer(4)), sample: sample)
    }

    private static let select = """
        SELECT id, began_at, rotation, anchor_at, anchor_total, anchor_sample,
        info, memory, due_at, last_request, back_off FROM source WHERE key = ?
        """

    private static let update = """
        UPDATE source SET info = ?, memory = ?, began_at = ?, due_at = ?, last_request = ?,
        back_off = ?, rotation = ?, anchor_at = ?, anchor_total = ?, anchor_sample = ?
        WHERE id = ?
        """
}

extension IDAnchor {
    /// The sample as it is stored: eight bytes each, the lowest first.
    fileprivate var bytes: [UInt8] {
        sample.flatMap { hash in
            withUnsafeBytes(of: hash.littleEndian, Array.init)
        }
    }
}
