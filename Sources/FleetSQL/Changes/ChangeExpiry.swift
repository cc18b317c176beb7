import FleetCore

/// Removal of the changes and events of a source that are too old, or too many.
///
/// All of them are numbered in the order of their commits, so the oldest ones are read until the
/// first that stays.
struct ChangeExpiry {
    let source: Int64
    /// Time of the commit, on the system clock.
    let now: Timestamp
    let recording: Recording
    let transaction: any SQLTransaction

    /// Trims the log of a stream to its limits; its newest commit always stays.
    func run(_ stream: ChangeStream) throws {
        let changes = recording.changes
        guard stream.history == nil else { return try removeOldEvents(stream) }
        // The oldest commit of all, and the oldest that stays.
        let first = try transaction.integer(
            "SELECT min(sequence) FROM change_commit WHERE source = ?1", [.integer(source)])
        let kept = try transaction.integer(
            """
            SELECT sequence FROM change_commit WHERE source = ?1
            AND (sequence = ?2 OR (committed_at >= ?3 AND row_end >= ?4))
            ORDER BY sequence LIMIT 1
            """,
            [
                .integer(source), .integer(stream.sequence),
                .integer((now - changes.age).milliseconds),
                .integer(stream.rowEnd - changes.rows),
            ])
        if first < kept { try ChangeLog.remove(of: source, before: kept, in: transaction) }
        try removeOldEvents(stream)
    }

    private func removeOldEvents(_ stream: ChangeStream) throws {
        let events = recording.events
        try transaction.execute(
            """
            DELETE FROM event WHERE source = ?1 AND number < coalesce(
                (SELECT number FROM event WHERE source = ?1
                AND committed_at >= ?3 AND number > ?4 ORDER BY number LIMIT 1), ?2)
            """,
            [
                .integer(source), .integer(stream.eventEnd + 1),
                .integer((now - events.age).milliseconds),
                .integer(stream.eventEnd - events.rows),
            ])
    }
}
