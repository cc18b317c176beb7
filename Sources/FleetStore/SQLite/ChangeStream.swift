import FleetCore
import Foundation
import GRDB

/// Row of `change_stream`: the state of the changes of a source.
struct ChangeStream {
    private(set) var uuid: UUID
    /// Number of the last batch.
    var sequence: Int64
    /// Revision of the snapshot that the last batch leads to.
    var revision: Int64
    /// Time until which somebody wants the changes, on the system clock.
    var wantedUntil: Timestamp
    /// Whether the IDs rotate, as set by the user.
    var rotation: IDRotation?
    /// Number of rows, bytes and events that were ever written.
    var rowEnd: Int64
    var byteEnd: Int64
    var eventEnd: Int64
    /// Time of the snapshot that the next one is compared with; `nil` for the stored one.
    var comparedAt: Timestamp?
    var evidence: RotationEvidence

    private let source: Int64
    private let database: Database

    /// Longest time for which changes can be wanted: a later end comes from a wrong clock.
    private static let maxWanted = Duration.seconds(3600)

    /// Reads the stream of a source; `nil` if its changes were never wanted.
    init?(of source: Int64, in database: Database) throws {
        var statement = try SQLStatement(cached: Self.select, in: database)
        defer { statement.finish() }
        try statement.bind(source)
        guard try statement.step(), let uuid = statement.text(0).flatMap(UUID.init(uuidString:))
        else { return nil }
        (self.source, self.database, self.uuid) = (source, database, uuid)
        sequence = statement.integer(1)
        revision = statement.integer(2)
        wantedUntil = Timestamp(milliseconds: statement.integer(3))
        rotation = statement.text(4).flatMap(IDRotation.init(rawValue:))
        (rowEnd, byteEnd, eventEnd) = (
            statement.integer(5), statement.integer(6), statement.integer(7)
        )
        comparedAt = statement.optionalInteger(8).map(Timestamp.init(milliseconds:))
        evidence = StoredJSON.value(of: statement.text(9)) ?? RotationEvidence()
    }

    /// Creates the stream of a source that has none.
    init(new source: Int64, in database: Database) {
        (self.source, self.database) = (source, database)
        (uuid, sequence, revision) = (UUID(), 0, 0)
        (wantedUntil, rotation) = (Timestamp(milliseconds: 0), nil)
        (rowEnd, byteEnd, eventEnd) = (0, 0, 0)
        (comparedAt, evidence) = (nil, RotationEvidence())
    }

    var cursor: ChangeCursor { ChangeCursor(stream: uuid, sequence: sequence) }

    /// Whether somebody wanted the changes at a time.
    func isWanted(at time: Timestamp) -> Bool {
        time <= wantedUntil && wantedUntil <= time + Self.maxWanted
    }

    /// Starts again after changes that are not in the stream, with a new UUID and no batches.
    mutating func restart(at revision: Int64) throws {
        uuid = UUID()
        self.revision = revision
        comparedAt = nil
        try delete("change_batch")
        try forgetVehicles()
    }

    /// Starts the detection of events again, from the stored rows.
    func forgetVehicles() throws { try delete("event_state") }

    private func delete(_ table: String) throws {
        var statement = try SQLStatement(
            cached: "DELETE FROM \(table) WHERE source = ?", in: database)
        try statement.bind(source)
        try statement.run()
    }

    /// Writes the row.
    func save() throws {
        var statement = try SQLStatement(cached: Self.insert, in: database)
        try statement.bind(source)
        try statement.bind(uuid.uuidString.lowercased())
        try statement.bind(sequence)
        try statement.bind(revision)
        try statement.bind(wantedUntil.milliseconds)
        try statement.bind(rotation?.rawValue)
        try statement.bind(rowEnd)
        try statement.bind(byteEnd)
        try statement.bind(eventEnd)
        try statement.bind(comparedAt?.milliseconds)
        try statement.bind(StoredJSON.text(evidence))
        try statement.run()
    }

    private static let columns = """
        uuid, sequence, revision, wanted_until, rotation, row_end, byte_end, event_end, \
        compared_at, evidence
        """
    private static let select = "SELECT \(columns) FROM change_stream WHERE source = ?"
    private static let insert = """
        INSERT OR REPLACE INTO change_stream (source, \(columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
}
