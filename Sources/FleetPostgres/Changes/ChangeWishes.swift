import FleetCore
import FleetStore
import Foundation

/// The sources whose changes a process wants, all in one statement.
struct ChangeWishes {
    private let sources: [WantedChanges]
    private let now: Timestamp

    init(_ sources: [WantedChanges], at now: Timestamp) {
        (self.sources, self.now) = (sources, now)
    }

    /// Wants the streams that go on for longer; returns their cursors, and the sources whose streams
    /// start again.
    func extend(
        in transaction: PostgresTransaction
    ) throws -> (cursors: [UUID: ChangeCursor], restarted: Set<UUID>) {
        let end = now + StoredChanges.lifetime
        let values: [SQLValue] = [
            .text(PostgresArray.text(of: sources.map { SourceKey($0.source).uuidText })),
            .text(PostgresArray.text(of: sources.map { $0.rotation?.rawValue })),
        ]
        // Another process has often done the same shortly before.
        try transaction.execute(
            Self.update,
            values + [
                .integer((end - .seconds(10)).milliseconds),
                .integer((now + ChangeStream.maxWanted).milliseconds), .integer(end.milliseconds),
            ])
        var cursors: [UUID: ChangeCursor] = [:]
        var restarted: Set<UUID> = []
        try transaction.query(Self.select, values) { row in
            guard let source = row.text(0).flatMap(UUID.init(uuidString:)) else { return }
            if let stream = row.text(1).flatMap(UUID.init(uuidString:)) {
                cursors[source] = ChangeCursor(
                    stream: stream, sequence: row.integer(2) ?? 0, committedAt: row.integer(3))
            } else {
                restarted.insert(source)
            }
        }
        return (cursors, restarted)
    }

    private static let wanted =
        "unnest(CAST(?1 AS text[]), CAST(?2 AS text[])) AS wanted (uuid, rotation)"

    /// Condition for a stream that leads to the stored snapshot, even if nobody wanted it for a time.
    private static let isContinuous = """
        stream.revision = source.revision
        AND stream.rotation IS NOT DISTINCT FROM wanted.rotation
        """

    /// The rows are locked in an order that all processes have.
    private static let update = """
        WITH due AS (
            SELECT stream.source FROM \(wanted)
            JOIN source ON source.uuid = wanted.uuid AND source.feed = 'vehicles'
            JOIN change_stream AS stream ON stream.source = source.id
            WHERE \(isContinuous) AND stream.wanted_until NOT BETWEEN ?3 AND ?4
            ORDER BY stream.source FOR UPDATE OF stream
        )
        UPDATE change_stream SET wanted_until = ?5 FROM due WHERE change_stream.source = due.source
        """

    private static let select = """
        SELECT source.uuid, stream.uuid, stream.sequence, batch.committed_at FROM \(wanted)
        JOIN source ON source.uuid = wanted.uuid AND source.feed = 'vehicles'
        LEFT JOIN change_stream AS stream ON stream.source = source.id AND \(isContinuous)
        LEFT JOIN change_batch AS batch
            ON batch.source = stream.source AND batch.sequence = stream.sequence
        WHERE source.revision IS NOT NULL
        """
}
