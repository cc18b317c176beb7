import FleetCore

/// Writer of the coverage of a history of sites, and remover of what is too old.
///
/// The newest row of each site at the start of the history stays, so that every later state can be
/// read without bases.
struct SiteHistory {
    /// Row of `change_commit`.
    private struct Commit {
        let sequence: Int64
        let committedAt: Timestamp
        /// Number of changes that were ever written, with those of the commit.
        let rowEnd: Int64
    }

    /// Number of changes that are too old, or too many, before they are removed.
    private static let minRemoved: Int64 = 4000
    /// Part of the history's age after which fewer are removed.
    private static let removalsPerAge = 8

    let source: Int64
    let transaction: any CommitTransaction

    /// Completes the newest commit of a stream, which leads to a snapshot.
    ///
    /// - Parameters:
    ///   - logged: The number of changes of the commit.
    ///   - maxPause: The longest pause between two reads that is no gap.
    func commit(
        at info: SnapshotInfo, _ committedAt: Timestamp, keeping history: HistorySetting,
        logged: Int, maxPause: Duration, _ stream: inout ChangeStream
    ) throws {
        let coverage = Coverage(source: source, transaction: transaction)
        try coverage.extend(to: info.fetchedAt, sequence: stream.sequence, maxPause: maxPause)
        guard let start = try start(stream, committedAt, history, logged) else { return }
        try removeChanges(before: start)
        try transaction.execute(
            "DELETE FROM change_commit WHERE source = ?1 AND sequence < ?2",
            [.integer(source), .integer(start)])
        try coverage.remove(before: start)
        stream.keptSince = start
    }

    /// Returns the commit with which the history begins from now on; `nil` if too little is too old.
    private func start(
        _ stream: ChangeStream, _ now: Timestamp, _ history: HistorySetting, _ logged: Int
    ) throws -> Int64? {
        guard let keptSince = stream.keptSince else { return nil }
        // The oldest commit that is neither too old nor too much.
        let kept = try transaction.rows(
            """
            SELECT sequence FROM change_commit WHERE source = ?1 AND sequence > ?2
            AND committed_at > ?3 AND row_end >= ?4 ORDER BY sequence LIMIT 1
            """,
            [
                .integer(source), .integer(keptSince),
                .integer((now - history.age).milliseconds),
                .integer(stream.rowEnd - history.maxChanges),
            ]
        ) { $0.integer(0) }.first
        // The newest of the others has the state with which the kept time begins.
        guard let kept, let first = try commit(keptSince), let last = try commit(kept - 1) else {
            return nil
        }
        guard
            last.rowEnd - first.rowEnd >= Self.minRemoved
                || last.committedAt - first.committedAt >= history.age / Self.removalsPerAge
        else { return nil }
        // After a long pause, some are removed with each commit.
        let maxRemoved = max(2 * Self.minRemoved, Int64(2 * logged))
        return try transaction.rows(
            """
            SELECT max(sequence) FROM change_commit WHERE source = ?1 AND sequence <= ?2
            AND (sequence = ?3 OR row_end <= ?4)
            """,
            [
                .integer(source), .integer(last.sequence), .integer(keptSince + 1),
                .integer(first.rowEnd + maxRemoved),
            ]
        ) { $0.integer(0) }.first
    }

    private func commit(_ sequence: Int64) throws -> Commit? {
        try transaction.rows(
            "SELECT committed_at, row_end FROM change_commit WHERE source = ?1 AND sequence = ?2",
            [.integer(source), .integer(sequence)]
        ) { row in
            Commit(
                sequence: sequence, committedAt: Timestamp(milliseconds: row.integer(0) ?? 0),
                rowEnd: row.integer(1) ?? 0)
        }.first
    }

    /// Removes the rows that no state since a commit has, and the sites that left before it.
    private func removeChanges(before start: Int64) throws {
        let sites = try transaction.rows(
            """
            SELECT number, removed_at, (
                SELECT min(sequence) FROM site_change
                WHERE source = ?1 AND site = logged_site.number
            ), (
                SELECT max(sequence) FROM site_change
                WHERE source = ?1 AND site = logged_site.number AND sequence <= ?2
            ) FROM logged_site WHERE source = ?1
            """, [.integer(source), .integer(start)]
        ) { row in
            let isGone = row.integer(1).map { $0 <= start } ?? false
            return row.integer(3).map { newest in
                (
                    number: row.integer(0) ?? 0, oldest: row.integer(2) ?? 0,
                    end: isGone ? newest + 1 : newest
                )
            }
        }
        for site in sites where site.oldest < site.end {
            try transaction.execute(
                "DELETE FROM site_change WHERE source = ?1 AND site = ?2 AND sequence < ?3",
                [.integer(source), .integer(site.number), .integer(site.end)])
        }
        try transaction.execute(
            "DELETE FROM logged_site WHERE source = ?1 AND removed_at <= ?2",
            [.integer(source), .integer(start)])
    }
}
