package import FleetCore
package import Foundation

/// Row of `source`: all stored data of a feed of a source except its vehicles and sites.
package struct StoredSource {
    package let id: Int64
    package var record: SourceRecord
    /// Start time of the request that brought the stored snapshot.
    package var beganAt: Timestamp?
    /// Detected rotation of the vehicle IDs; final once it is known.
    var rotation: IDRotation
    /// Sample for detecting rotation; `nil` once the rotation is known.
    var idSample: IDSample?
    /// ``AnnotatedVehicles`` of the source.
    var annotatedVehicles: (@Sendable () throws -> [String])?
    private let stored: (cacheState: FeedCacheState?, idSample: IDSample?)

    /// Reads the row; `nil` if nothing is stored for the source.
    ///
    /// - Parameter locking: Whether other transactions must not change the source until the end of
    ///   this one.
    package init?(
        _ key: SourceKey, locking: Bool = false, in transaction: any SQLTransaction
    ) throws {
        let lock = locking ? transaction.dialect.lock : ""
        let found = try transaction.rows(
            Self.select + lock, Self.values(of: key), StoredSource.init(row:))
        guard let first = found.first else { return nil }
        self = first
    }

    private init(row: any SQLRow) throws {
        id = row.integer(0) ?? 0
        beganAt = row.integer(1).map(Timestamp.init(milliseconds:))
        rotation = row.text(2).flatMap(IDRotation.init(rawValue:)) ?? .unknown
        idSample = IDSample(from: row)
        record = SourceRecord()
        record.info = try row.text(6).map(Self.info(from:))
        record.cacheState = StoredJSON.value(of: row.text(7))
        record.dueAt = row.integer(8).map(Timestamp.init(milliseconds:))
        record.lastRequest = StoredJSON.value(of: row.text(9))
        record.backOff = StoredJSON.value(of: row.text(10))
        stored = (record.cacheState, idSample)
    }

    /// Returns only the row's id.
    package static func id(
        of key: SourceKey, in transaction: any SQLTransaction
    ) throws -> Int64? {
        try transaction.rows("SELECT id FROM source \(ofKey)", values(of: key)) {
            $0.integer(0)
        }.first
    }

    /// Returns only the start time of the request that brought the stored snapshot.
    package static func beganAt(_ key: SourceKey, in transaction: any SQLTransaction) throws
        -> Timestamp?
    {
        try transaction.rows("SELECT began_at FROM source \(ofKey)", values(of: key)) {
            $0.integer(0).map(Timestamp.init(milliseconds:))
        }.first
    }

    /// The part of the row that a list needs before its first vehicle.
    struct Head: Equatable {
        let id: Int64
        /// The snapshot info as JSON; `nil` without a snapshot.
        let info: String?
    }

    static func head(of key: SourceKey, in transaction: any SQLTransaction) throws -> Head? {
        try transaction.rows("SELECT id, info FROM source \(ofKey)", values(of: key)) {
            Head(id: $0.integer(0) ?? 0, info: $0.text(1))
        }.first
    }

    /// Reads and locks the row, inserting it first if necessary, in place of one of another
    /// definition.
    package static func findOrInsert(
        _ key: SourceKey, in transaction: any SQLTransaction
    ) throws -> StoredSource {
        let values = values(of: key)
        // Another transaction may insert a row at the same time, of another definition, too.
        for _ in 0..<3 {
            if let found = try StoredSource(key, locking: true, in: transaction) { return found }
            try remove("uuid = ?1 AND feed = ?2 AND definition <> ?3", values, in: transaction)
            try transaction.execute(
                """
                INSERT INTO source (uuid, feed, definition) VALUES (?1, ?2, ?3)
                ON CONFLICT DO NOTHING
                """, values)
        }
        guard let inserted = try StoredSource(key, locking: true, in: transaction) else {
            throw DamagedRow()
        }
        return inserted
    }

    /// Removes the rows of both feeds, of any definition, and everything that refers to them.
    package static func remove(_ uuid: UUID, in transaction: any SQLTransaction) throws {
        try remove("uuid = ?1", [.text(SourceKey(uuid).uuidText)], in: transaction)
    }

    private static func remove(
        _ condition: String, _ values: [SQLValue], in transaction: any SQLTransaction
    ) throws {
        try ChangeLog.remove(ofSources: condition, values, in: transaction)
        try transaction.execute("DELETE FROM source WHERE \(condition)", values)
    }

    /// Writes the row; what is large only if it has changed.
    func save(in transaction: any SQLTransaction) throws {
        var columns: [(name: String, value: SQLValue)] = [
            ("info", try StoredJSON.text(record.info)),
            ("began_at", .optional(beganAt?.milliseconds)),
            ("due_at", .optional(record.dueAt?.milliseconds)),
            ("last_request", try StoredJSON.text(record.lastRequest)),
            ("back_off", try StoredJSON.text(record.backOff)),
            ("rotation", .text(rotation.rawValue)),
        ]
        if record.cacheState != stored.cacheState {
            columns.append(("cache_state", try StoredJSON.text(record.cacheState)))
        }
        if idSample != stored.idSample { columns += IDSample.columns(of: idSample) }
        let assignments = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
        try transaction.execute(
            SQLFragment(
                sql: "UPDATE source SET \(assignments) WHERE id = ?",
                values: columns.map(\.value) + [.integer(id)]))
    }

    /// Decodes the snapshot info; it must be readable, whereas the other fields only save requests.
    static func info(from text: String) throws -> SnapshotInfo {
        guard let info: SnapshotInfo = StoredJSON.value(of: text) else {
            throw DamagedRow()
        }
        return info
    }

    /// Condition of the row of a key.
    private static let ofKey = "WHERE uuid = ?1 AND feed = ?2 AND definition = ?3"

    /// Expression for the row's id.
    static let idOfKey = "(SELECT id FROM source \(ofKey))"

    /// Returns the UUID, the feed and the definition of a key, which are the parameters 1 to 3.
    static func values(of key: SourceKey) -> [SQLValue] {
        [.text(key.uuidText), .text(key.feed.rawValue), .text(key.definition)]
    }

    private static let select = """
        SELECT id, began_at, rotation, sampled_at, sampled_vehicles, id_sample,
        info, cache_state, due_at, last_request, back_off FROM source \(ofKey)
        """
}

/// Error of a row that cannot be read.
package struct DamagedRow: Error {
    package init() {}
}

extension IDSample {
    /// Reads the columns 3 to 5 of the current row.
    fileprivate init?(from row: any SQLRow) {
        guard let time = row.integer(3), let bytes = row.blob(5) else { return nil }
        let hashes = bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 7, by: 8).map {
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
            }
        }
        self.init(
            at: Timestamp(milliseconds: time), total: Int(row.integer(4) ?? 0), hashes: hashes)
    }

    /// Returns the columns of a row; the hashes are stored as eight bytes each, little-endian.
    fileprivate static func columns(of sample: IDSample?) -> [(name: String, value: SQLValue)] {
        let bytes = sample?.hashes.flatMap { hash in
            withUnsafeBytes(of: hash.littleEndian, Array.init)
        }
        return [
            ("sampled_at", .optional(sample?.at.milliseconds)),
            ("sampled_vehicles", .optional(sample.map { Int64($0.total) })),
            ("id_sample", bytes.map(SQLValue.bytes) ?? .null),
        ]
    }
}
