import FleetCore

/// Removal of the batches and events of a source that are too old, or too many.
///
/// All of them are numbered in the order of their commits, so the oldest ones are read until the
/// first that stays.
struct ChangeExpiry {
    private static let batchAge = Duration.seconds(3600)
    private static let (maxRows, maxBytes) = (Int64(100_000), Int64(64 << 20))
    private static let eventAge = Duration.seconds(7 * 86_400)
    private static let maxEvents = Int64(100_000)

    let source: Int64
    /// Time of the commit, on the system clock.
    let now: Timestamp
    let transaction: any SQLTransaction

    /// Removes what a stream has too much.
    func run(_ stream: ChangeStream) throws {
        try delete(
            """
            DELETE FROM change_batch WHERE source = ?1 AND sequence < (
                SELECT sequence FROM change_batch WHERE source = ?1
                AND (sequence = ?2 OR (committed_at >= ?3 AND row_end - rows >= ?4
                    AND byte_end - bytes >= ?5))
                ORDER BY sequence LIMIT 1)
            """,
            [
                stream.sequence, (now - Self.batchAge).milliseconds,
                stream.rowEnd - Self.maxRows, stream.byteEnd - Self.maxBytes,
            ])
        try delete(
            """
            DELETE FROM event WHERE source = ?1 AND number < coalesce(
                (SELECT number FROM event WHERE source = ?1
                AND committed_at >= ?3 AND number > ?4 ORDER BY number LIMIT 1), ?2)
            """,
            [
                stream.eventEnd + 1, (now - Self.eventAge).milliseconds,
                stream.eventEnd - Self.maxEvents,
            ])
    }

    private func delete(_ sql: String, _ values: [Int64]) throws {
        try transaction.execute(sql, [.integer(source)] + values.map(SQLValue.integer))
    }
}
