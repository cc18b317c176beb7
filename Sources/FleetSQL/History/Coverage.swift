import FleetCore

/// The periods in which a feed was read, which the history has beside its changes.
struct Coverage {
    /// Returns the longest pause between two reads that is no gap: twice the time until the next one
    /// is due, at least ten minutes.
    static func maxPause(until due: Timestamp, after time: Timestamp) -> Duration {
        max(.seconds(600), (due - time) * 2)
    }

    let source: Int64
    let transaction: any SQLTransaction

    /// Adds a read to the newest period, or begins a new one.
    ///
    /// - Parameters:
    ///   - time: The time when the snapshot was received.
    ///   - sequence: The number of its commit.
    ///   - maxPause: The longest pause between two reads that is no gap.
    func extend(to time: Timestamp, sequence: Int64, maxPause: Duration) throws {
        let newest = try transaction.rows(
            """
            SELECT first_sequence, until, failed_at FROM coverage WHERE source = ?1
            ORDER BY first_sequence DESC LIMIT 1
            """, [.integer(source)]
        ) { row in
            (
                first: row.integer(0) ?? 0, until: Timestamp(milliseconds: row.integer(1) ?? 0),
                hasFailed: row.integer(2) != nil
            )
        }.first
        var gap = HistoryGap.Reason.start
        if let newest {
            if newest.until <= time, time - newest.until <= maxPause {
                try transaction.execute(
                    """
                    UPDATE coverage SET until = ?3, failed_at = NULL
                    WHERE source = ?1 AND first_sequence = ?2
                    """,
                    [.integer(source), .integer(newest.first), .integer(time.milliseconds)])
                return
            }
            gap = time < newest.until ? .clock : newest.hasFailed ? .failure : .pause
        }
        try transaction.execute(
            """
            INSERT INTO coverage (source, first_sequence, since, until, gap)
            VALUES (?1, ?2, ?3, ?3, ?4)
            """,
            [
                .integer(source), .integer(sequence), .integer(time.milliseconds),
                .text(gap.rawValue),
            ])
    }

    /// Notes a failed read after the newest period.
    func fail(at time: Timestamp) throws {
        try transaction.execute(
            """
            UPDATE coverage SET failed_at = ?2
            WHERE source = ?1 AND first_sequence = (
                SELECT max(first_sequence) FROM coverage WHERE source = ?1)
            """, [.integer(source), .integer(time.milliseconds)])
    }

    /// Removes the periods before a commit; the one in which the history begins with it stays.
    func remove(before sequence: Int64) throws {
        try transaction.execute(
            """
            DELETE FROM coverage WHERE source = ?1 AND first_sequence < (
                SELECT max(first_sequence) FROM coverage
                WHERE source = ?1 AND first_sequence <= ?2)
            """, [.integer(source), .integer(sequence)])
    }

    /// A period in which the feed was read.
    struct Period {
        let firstSequence: Int64
        let since: Timestamp
        let until: Timestamp
        /// Why there is a gap before it.
        let gap: HistoryGap.Reason
        /// The last failed read after it.
        let failedAt: Timestamp?
    }

    /// Returns the periods, oldest first.
    func periods() throws -> [Period] {
        try transaction.rows(
            """
            SELECT first_sequence, since, until, gap, failed_at FROM coverage
            WHERE source = ?1 ORDER BY first_sequence
            """, [.integer(source)]
        ) { row in
            Period(
                firstSequence: row.integer(0) ?? 0,
                since: Timestamp(milliseconds: row.integer(1) ?? 0),
                until: Timestamp(milliseconds: row.integer(2) ?? 0),
                gap: row.text(3).flatMap(HistoryGap.Reason.init(rawValue:)) ?? .pause,
                failedAt: row.integer(4).map(Timestamp.init(milliseconds:)))
        }
    }
}
