import FleetCore
import Foundation

/// Row of `change_stream`: the state of the changes and events of a feed.
///
/// The row of a feed of sites is for its events and its history.
struct ChangeStream {
    private let source: Int64
    private var uuid = UUID()
    /// Number of the newest commit.
    private(set) var sequence: Int64 = 0
    /// Revision of the snapshot that it led to.
    private(set) var revision: Int64 = 0
    /// Whether the IDs rotate, in the rows that readers have.
    private(set) var rotation = IDRotation.unknown
    /// Number of changes and events that were ever written.
    private(set) var rowEnd: Int64 = 0
    private(set) var eventEnd: Int64 = 0
    /// Number of the commit with which the log begins; it has no changes itself.
    private(set) var begunAt: Int64 = 0
    /// Highest number of a ``VehicleVersion``, and of those that were looked at for removal.
    var versionEnd: Int64 = 0
    private var versionsChecked: Int64 = 0
    /// How long the history is kept; `nil` without one.
    var history: HistorySetting?
    /// Commit with the base with which the history begins; `nil` without a history.
    var keptSince: Int64?
    /// The newest base: its commit, the time of that, and ``rowEnd``.
    private(set) var base: (sequence: Int64, at: Timestamp, rowEnd: Int64)?
    /// Commits before it may have no touches any more.
    var touchesSince: Int64 = 0
    /// Time of the snapshot that the next one is compared with; `nil` for the stored one.
    var comparedAt: Timestamp?
    /// Time of the snapshot since which all events are detected; `nil` for a feed of sites.
    var recordedSince: Timestamp?
    var evidence = RotationEvidence()

    /// Creates the stream of a feed that has none.
    private init(of source: Int64) { self.source = source }

    private init(_ row: any SQLRow, of source: Int64) {
        func integer(_ column: Int) -> Int64 { row.integer(column) ?? 0 }
        self.source = source
        uuid = row.text(0).flatMap(UUID.init(uuidString:)) ?? UUID()
        (sequence, revision) = (integer(1), integer(2))
        rotation = row.text(3).flatMap(IDRotation.init(rawValue:)) ?? .unknown
        (rowEnd, eventEnd) = (integer(4), integer(5))
        comparedAt = row.integer(6).map(Timestamp.init(milliseconds:))
        evidence = StoredJSON.value(of: row.text(7)) ?? RotationEvidence()
        recordedSince = row.integer(8).map(Timestamp.init(milliseconds:))
        (begunAt, versionEnd, versionsChecked) = (integer(9), integer(10), integer(11))
        (keptSince, touchesSince) = (row.integer(12), integer(13))
        base = row.integer(14).map {
            ($0, Timestamp(milliseconds: integer(15)), integer(16))
        }
        history = row.text(17).flatMap { try? HistorySetting($0) }
    }

    /// Returns the stored stream of a feed, or a new one.
    static func stored(of source: Int64, in transaction: any SQLTransaction) throws -> ChangeStream
    {
        try transaction.rows(select, [.integer(source)]) { ChangeStream($0, of: source) }.first
            ?? ChangeStream(of: source)
    }

    /// Starts again after changes that are not in the stream, with a new UUID and an empty log.
    ///
    /// - Parameter time: The time of the snapshot that it starts with.
    mutating func restart(
        _ rotation: IDRotation, at time: Timestamp, in transaction: any SQLTransaction
    ) throws {
        (uuid, comparedAt, self.rotation) = (UUID(), nil, rotation)
        (recordedSince, begunAt) = (time, sequence + 1)
        (keptSince, base, history) = (nil, nil, nil)
        try ChangeLog.remove(ofSources: "id = ?1", [.integer(source)], in: transaction)
        try forgetVehicles(in: transaction)
    }

    /// Begins the log with the next commit.
    mutating func beginLog() { (begunAt, keptSince, base) = (sequence, nil, nil) }

    /// Starts again for readers that follow it; the log goes on.
    mutating func renew(
        _ rotation: IDRotation, at time: Timestamp, in transaction: any SQLTransaction
    ) throws {
        (uuid, comparedAt, self.rotation) = (UUID(), nil, rotation)
        (recordedSince, touchesSince) = (time, sequence + 1)
        try forgetVehicles(in: transaction)
    }

    /// Notes that the newest commit has a base.
    mutating func setBase(at time: Timestamp) {
        base = (sequence, time, rowEnd)
        keptSince = keptSince ?? sequence
    }

    /// Starts the detection of events again, from the stored rows.
    func forgetVehicles(in transaction: any SQLTransaction) throws {
        try transaction.execute("DELETE FROM event_state WHERE source = ?1", [.integer(source)])
    }

    /// Appends a commit that changes a number of vehicles, and leads to a snapshot.
    mutating func append(
        _ rows: Int, at time: Timestamp, to info: SnapshotInfo, in transaction: any SQLTransaction
    ) throws {
        sequence += 1
        rowEnd += Int64(rows)
        revision = info.revision
        try transaction.execute(
            """
            INSERT INTO change_commit (source, sequence, committed_at, fetched_at, revision,
                row_end, event_end, last_updated, total)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """,
            [
                .integer(source), .integer(sequence), .integer(time.milliseconds),
                .integer(info.fetchedAt.milliseconds), .integer(revision), .integer(rowEnd),
                .integer(eventEnd), .optional(info.feed.lastUpdated?.milliseconds),
                .integer(Int64(info.total)),
            ])
    }

    /// Appends detected events.
    mutating func append(
        _ events: [DetectedEvent], at time: Timestamp, in transaction: any CommitTransaction
    ) throws {
        guard !events.isEmpty else { return }
        try transaction.insert(
            zip(events, (eventEnd + 1)...), into: "event",
            ["source", "number", "committed_at", "kind", "at", "vehicle_id", "detail"]
        ) { numbered, row in
            let (event, number) = numbered
            try row.bind(source)
            try row.bind(number)
            try row.bind(time.milliseconds)
            try row.bind(event.kind)
            try row.bind(event.at.milliseconds)
            try row.bind(event.vehicleID)
            try row.bind(event.json.string)
        }
        eventEnd += Int64(events.count)
    }

    /// Removes the versions that nothing refers to, if there may be many.
    mutating func removeVersions(in transaction: any SQLTransaction) throws {
        versionsChecked = try ChangeLog.removeVersions(
            of: source, from: versionsChecked, to: versionEnd, in: transaction)
    }

    /// Writes the row.
    func save(in transaction: any SQLTransaction) throws {
        try transaction.execute(
            Self.upsert,
            [
                .integer(source), .text(uuid.uuidString.lowercased()), .integer(sequence),
                .integer(revision), .text(rotation.rawValue), .integer(rowEnd), .integer(eventEnd),
                .optional(comparedAt?.milliseconds), try StoredJSON.text(evidence),
                .optional(recordedSince?.milliseconds), .integer(begunAt),
                .integer(versionEnd), .integer(versionsChecked), .optional(keptSince),
                .integer(touchesSince), .optional(base?.sequence),
                .optional(base?.at.milliseconds), .optional(base?.rowEnd),
                .optional(history?.text),
            ])
    }

    private static let columns = [
        "uuid", "sequence", "revision", "rotation", "row_end", "event_end", "compared_at",
        "evidence", "recorded_since", "begun_at", "version_end", "versions_checked",
        "kept_since", "touches_since", "base_sequence", "base_at", "base_row_end",
        "history",
    ]
    private static let list = columns.joined(separator: ", ")
    private static let select = "SELECT \(list) FROM change_stream WHERE source = ?1"
    private static let upsert = """
        INSERT INTO change_stream (source, \(list))
        VALUES (?1, \(columns.indices.map { "?\($0 + 2)" }.joined(separator: ", ")))
        ON CONFLICT (source) DO UPDATE SET \(columns.excluded)
        """
}
