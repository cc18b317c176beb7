import FleetCore
import Foundation
import GRDB

/// Row of `source`: all stored data of a source except its vehicles and sites.
struct StoredSource {
    var id: Int64
    let definition: String
    var record: SourceRecord
    /// Start time of the request that brought the stored snapshot.
    var beganAt: Timestamp?
    /// Detected rotation of the vehicle IDs; final once it is known.
    var rotation: IDRotation
    /// Sample for detecting rotation; `nil` once the rotation is known.
    var idSample: IDSample?

    /// Reads the row; `nil` if nothing is stored for the source.
    init?(_ key: SourceKey, in database: Database) throws {
        var statement = try SQLStatement(cached: Self.select, in: database)
        defer { statement.finish() }
        try statement.bind(key)
        guard try statement.step() else { return nil }
        id = statement.integer(0)
        definition = key.definition
        beganAt = statement.optionalInteger(1).map(Timestamp.init(milliseconds:))
        rotation = statement.text(2).flatMap(IDRotation.init(rawValue:)) ?? .unknown
        idSample = Self.idSample(from: statement)
        record = try Self.record(from: statement)
    }

    /// Returns only the row's id.
    static func id(of key: SourceKey, in database: Database) throws -> Int64? {
        var statement = try SQLStatement(
            cached: "SELECT id FROM source \(ofKey)", in: database)
        defer { statement.finish() }
        try statement.bind(key)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Returns only the start time of the request that brought the stored snapshot.
    static func beganAt(_ key: SourceKey, in database: Database) throws -> Timestamp? {
        var statement = try SQLStatement(
            cached: "SELECT began_at FROM source \(ofKey)", in: database)
        defer { statement.finish() }
        try statement.bind(key)
        guard try statement.step() else { return nil }
        return statement.optionalInteger(0).map(Timestamp.init(milliseconds:))
    }

    /// Returns only the snapshot info, which is all that a list needs before its first row.
    static func info(of key: SourceKey, in database: Database) throws -> SnapshotInfo? {
        var statement = try SQLStatement(
            cached: "SELECT info FROM source \(ofKey)", in: database)
        defer { statement.finish() }
        try statement.bind(key)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return try info(from: statement.text(0))
    }

    /// Reads the row, inserting it first if necessary, in place of one of another definition.
    static func findOrInsert(_ key: SourceKey, in database: Database) throws -> StoredSource {
        if let found = try StoredSource(key, in: database) { return found }
        var delete = try SQLStatement(
            cached: "DELETE FROM source WHERE uuid = ? AND feed = ?", in: database)
        try delete.bind(key.uuidText)
        try delete.bind(key.feed.rawValue)
        try delete.run()
        var insert = try SQLStatement(
            cached: "INSERT INTO source (uuid, feed, definition) VALUES (?, ?, ?)", in: database)
        try insert.bind(key)
        try insert.run()
        guard let inserted = try StoredSource(key, in: database) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return inserted
    }

    /// Removes the rows of both feeds, of any definition, and everything that refers to them.
    static func remove(_ uuid: UUID, in database: Database) throws {
        var delete = try SQLStatement(cached: "DELETE FROM source WHERE uuid = ?", in: database)
        try delete.bind(SourceKey(uuid).uuidText)
        try delete.run()
    }

    /// Writes the row.
    func save(in database: Database) throws {
        var update = try SQLStatement(cached: Self.update, in: database)
        try update.bind(StoredJSON.text(record.info))
        try update.bind(StoredJSON.text(record.cacheState))
        try update.bind(beganAt?.milliseconds)
        try update.bind(record.dueAt?.milliseconds)
        try update.bind(StoredJSON.text(record.lastRequest))
        try update.bind(StoredJSON.text(record.backOff))
        try update.bind(rotation.rawValue)
        try update.bind(idSample?.at.milliseconds)
        try update.bind(idSample.map { Int64($0.total) })
        try update.bind(idSample?.bytes)
        try update.bind(definition)
        try update.bind(id)
        try update.run()
    }

    private static func record(from row: SQLStatement) throws -> SourceRecord {
        var record = SourceRecord()
        record.info = row.isNull(6) ? nil : try info(from: row.text(6))
        record.cacheState = StoredJSON.value(of: row.text(7))
        record.dueAt = row.optionalInteger(8).map(Timestamp.init(milliseconds:))
        record.lastRequest = StoredJSON.value(of: row.text(9))
        record.backOff = StoredJSON.value(of: row.text(10))
        return record
    }

    /// Decodes the snapshot info; it must be readable, whereas the other fields only save requests.
    private static func info(from text: String?) throws -> SnapshotInfo {
        guard let info: SnapshotInfo = StoredJSON.value(of: text) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return info
    }

    private static func idSample(from row: SQLStatement) -> IDSample? {
        guard let time = row.optionalInteger(3) else { return nil }
        let bytes = row.bytes(5)
        let hashes = stride(from: 0, to: bytes.count - 7, by: 8).map {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
        }
        return IDSample(
            at: Timestamp(milliseconds: time), total: Int(row.integer(4)), hashes: hashes)
    }

    /// Condition of the row of a key; one from before version 7 has no definition.
    private static let ofKey = "WHERE uuid = ? AND feed = ? AND definition IN (?, '')"

    /// Expression for the row's id.
    static let idOfKey = "(SELECT id FROM source \(ofKey))"

    private static let select = """
        SELECT id, began_at, rotation, sampled_at, sampled_vehicles, id_sample,
        info, cache_state, due_at, last_request, back_off FROM source \(ofKey)
        """

    private static let update = """
        UPDATE source SET info = ?, cache_state = ?, began_at = ?, due_at = ?, last_request = ?,
        back_off = ?, rotation = ?, sampled_at = ?, sampled_vehicles = ?, id_sample = ?,
        definition = ? WHERE id = ?
        """
}

extension SQLStatement {
    /// Binds the UUID, the feed and the definition of a key to the next three parameters.
    mutating func bind(_ key: SourceKey) throws {
        try bind(key.uuidText)
        try bind(key.feed.rawValue)
        try bind(key.definition)
    }
}

extension IDSample {
    /// Stored form of the hashes: eight bytes each, little-endian.
    fileprivate var bytes: [UInt8] {
        hashes.flatMap { hash in
            withUnsafeBytes(of: hash.littleEndian, Array.init)
        }
    }
}

/// Coding of values that are stored as JSON text because no query needs their fields.
enum StoredJSON {
    /// Returns the JSON of a value, or `nil` for `nil`; non-finite numbers are written as strings.
    static func text<Value: Encodable>(_ value: Value?) throws -> String? {
        guard let value else { return nil }
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Decodes a value from JSON text; returns `nil` without text or if it does not match the type.
    static func value<Value: Decodable>(of text: String?) -> Value? {
        guard let text else { return nil }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        return try? decoder.decode(Value.self, from: Data(text.utf8))
    }
}
