import FleetCore

/// Removal of the changes and events of a source that are too old, or too many.
///
/// All of them are numbered in the order of their commits, so the oldest ones are read until the
/// first that stays. The changes of a commit are removed with it.
struct ChangeExpiry {
    let source: Int64
    /// Time of the commit, on the system clock.
    let now: Timestamp
    let recording: Recording
    let transaction: any SQLTransaction

    /// Trims the log of a stream to its limits; its newest commit always stays.
    func run(_ stream: ChangeStream) throws {
        let (changes, events) = (recording.changes, recording.events)
        try delete(
            """
            DELETE FROM change_commit WHERE source = ?1 AND sequence < (
                SELECT sequence FROM change_commit WHERE source = ?1
                AND (sequence = ?2 OR (committed_at >= ?3 AND row_end >= ?4))
                ORDER BY sequence LIMIT 1)
            """,
            [
                stream.sequence, (now - changes.age).milliseconds, stream.rowEnd - changes.rows,
            ])
        try delete(
            """
            DELETE FROM event WHERE source = ?1 AND number < coalesce(
                (SELECT number FROM event WHERE source = ?1
                AND committed_at >= ?3 AND number > ?4 ORDER BY number LIMIT 1), ?2)
            """,
            [stream.eventEnd + 1, (now - events.age).milliseconds, stream.eventEnd - events.rows])
    }

    private func delete(_ sql: String, _ values: [Int64]) throws {
        try transaction.execute(sql, [.integer(source)] + values.map(SQLValue.integer))
    }
}
