import FleetCore
import Foundation

/// Row of `change_stream`: the state of the changes of a source.
package struct ChangeStream {
    var uuid: UUID
    /// Number of the last batch.
    private(set) var sequence: Int64
    /// Time of its commit in milliseconds; `nil` without a batch.
    private var committedAt: Int64?
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

    /// Longest time for which changes can be wanted: a later end comes from a wrong clock.
    package static let maxWanted = Duration.seconds(3600)

    /// Reads the stream of a source; `nil` if its changes were never wanted.
    init?(of source: Int64, in transaction: any SQLTransaction) throws {
        let found = try transaction.rows(Self.select, [.integer(source)]) {
            ChangeStream($0, of: source)
        }
        guard let first = found.first else { return nil }
        self = first
    }

    private init?(_ row: any SQLRow, of source: Int64) {
        guard let uuid = row.text(0).flatMap(UUID.init(uuidString:)) else { return nil }
        func integer(_ column: Int) -> Int64 { row.integer(column) ?? 0 }
        (self.source, self.uuid) = (source, uuid)
        (sequence, revision) = (integer(1), integer(2))
        wantedUntil = Timestamp(milliseconds: integer(3))
        rotation = row.text(4).flatMap(IDRotation.init(rawValue:))
        (rowEnd, byteEnd, eventEnd) = (integer(5), integer(6), integer(7))
        comparedAt = row.integer(8).map(Timestamp.init(milliseconds:))
        evidence = StoredJSON.value(of: row.text(9)) ?? RotationEvidence()
        committedAt = row.integer(10)
    }

    /// Creates the stream of a source that has none.
    init(new source: Int64) {
        self.source = source
        (uuid, sequence, revision) = (UUID(), 0, 0)
        (wantedUntil, rotation) = (Timestamp(milliseconds: 0), nil)
        (rowEnd, byteEnd, eventEnd) = (0, 0, 0)
        (comparedAt, evidence) = (nil, RotationEvidence())
    }

    var cursor: ChangeCursor {
        ChangeCursor(stream: uuid, sequence: sequence, committedAt: committedAt)
    }

    /// Whether somebody wanted the changes at a time.
    func isWanted(at time: Timestamp) -> Bool {
        time <= wantedUntil && wantedUntil <= time + Self.maxWanted
    }

    /// Starts again after changes that are not in the stream, with a new UUID and no batches.
    mutating func restart(at revision: Int64, in transaction: any SQLTransaction) throws {
        (uuid, committedAt) = (UUID(), nil)
        self.revision = revision
        comparedAt = nil
        try transaction.execute("DELETE FROM change_batch WHERE source = ?1", [.integer(source)])
        try forgetVehicles(in: transaction)
    }

    /// Counts a batch that is committed at a time, and leads to a snapshot.
    mutating func append(at time: Timestamp, revision: Int64) {
        sequence += 1
        (committedAt, self.revision) = (time.milliseconds, revision)
    }

    /// Starts the detection of events again, from the stored rows.
    func forgetVehicles(in transaction: any SQLTransaction) throws {
        try transaction.execute("DELETE FROM event_state WHERE source = ?1", [.integer(source)])
    }

    /// Writes the row; an existing one keeps what a reader wants, which may change at any time.
    func save(in transaction: any SQLTransaction) throws {
        try transaction.execute(
            Self.upsert,
            [
                .integer(source), .text(uuid.uuidString.lowercased()), .integer(sequence),
                .integer(revision), .integer(rowEnd), .integer(byteEnd), .integer(eventEnd),
                .optional(comparedAt?.milliseconds), try StoredJSON.text(evidence),
                .integer(wantedUntil.milliseconds), .optional(rotation?.rawValue),
            ])
    }

    /// Writes what a reader wants.
    func saveWish(in transaction: any SQLTransaction) throws {
        try transaction.execute(
            "UPDATE change_stream SET wanted_until = ?2, rotation = ?3 WHERE source = ?1",
            [
                .integer(source), .integer(wantedUntil.milliseconds),
                .optional(rotation?.rawValue),
            ])
    }

    private static let select = """
        SELECT uuid, sequence, revision, wanted_until, rotation, row_end, byte_end, event_end,
        compared_at, evidence, (SELECT committed_at FROM change_batch AS batch
            WHERE batch.source = ?1 AND batch.sequence = change_stream.sequence)
        FROM change_stream WHERE source = ?1
        """

    private static let upsert = """
        INSERT INTO change_stream (source, uuid, sequence, revision, row_end, byte_end, event_end,
        compared_at, evidence, wanted_until, rotation)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        ON CONFLICT (source) DO UPDATE SET uuid = excluded.uuid, sequence = excluded.sequence,
        revision = excluded.revision, row_end = excluded.row_end, byte_end = excluded.byte_end,
        event_end = excluded.event_end, compared_at = excluded.compared_at,
        evidence = excluded.evidence
        """
}
