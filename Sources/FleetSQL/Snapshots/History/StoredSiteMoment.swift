public import FleetCore

/// Reader of past states of the sites of a source from its history, within a transaction of any
/// database.
package struct StoredSiteMoment {
    private let transaction: any SQLTransaction

    /// Creates a reader within an open transaction.
    package init(_ transaction: any SQLTransaction) {
        self.transaction = transaction
    }

    /// Returns the sites of a feed at a time: those of the last snapshot before.
    package func moment(_ time: Timestamp, of key: SourceKey) throws -> SiteMomentRead {
        guard let source = try StoredSource(key, in: transaction), let info = source.record.info,
            let keptSince = try ChangeStream.stored(of: source.id, in: transaction).keptSince
        else { return .none }
        let commit = try transaction.rows(
            """
            SELECT sequence, fetched_at, last_updated FROM change_commit
            WHERE source = ?1 AND sequence >= ?2 AND fetched_at <= ?3
            ORDER BY fetched_at DESC, sequence DESC LIMIT 1
            """, [.integer(source.id), .integer(keptSince), .integer(time.milliseconds)]
        ) { row in
            (
                sequence: row.integer(0) ?? 0, at: Timestamp(milliseconds: row.integer(1) ?? 0),
                lastUpdated: row.integer(2).map(Timestamp.init(milliseconds:))
            )
        }.first
        guard let commit else {
            let first = try transaction.integer(
                "SELECT fetched_at FROM change_commit WHERE source = ?1 AND sequence = ?2",
                [.integer(source.id), .integer(keptSince)])
            return .before(first: Timestamp(milliseconds: first))
        }
        var feed = info.feed
        feed.lastUpdated = commit.lastUpdated
        let pause = Coverage.maxPause(
            until: source.record.dueAt ?? info.fetchedAt, after: source.beganAt ?? info.fetchedAt)
        let gap = try Coverage(source: source.id, transaction: transaction)
            .gap(at: time, maxPause: pause)
        return .moment(
            try sites(of: source.id, key, at: commit.sequence), feed,
            PastMoment(at: time, dataAt: commit.at, gap: gap))
    }

    /// Returns the sites after a commit, by the bytes of their IDs.
    private func sites(
        of source: Int64, _ key: SourceKey, at sequence: Int64
    ) throws -> [Site] {
        let present = try StoredSnapshotReader(transaction).sites(of: key)
            .map { (ByteString($0.id), $0) }
        let known = Dictionary(present) { first, _ in first }
        // One look at the key for each site; a join with the maximum would read all rows.
        return try transaction.rows(
            """
            WITH logged AS MATERIALIZED (
                SELECT number, site_id, (
                    SELECT max(sequence) FROM site_change
                    WHERE source = ?1 AND site = logged_site.number AND sequence <= ?2
                ) AS newest FROM logged_site WHERE source = ?1
            )
            SELECT site_id, \(SiteChange.list) FROM logged
            JOIN site_change ON source = ?1 AND site = number AND sequence = newest
            WHERE is_listed ORDER BY site_id
            """, [.integer(source), .integer(sequence)]
        ) { row in
            let id = row.text(0) ?? ""
            var site = known[ByteString(id)] ?? Site(id: id)
            SiteChange(from: row, at: 1).apply(to: &site)
            return site
        }
    }
}

/// Result of reading the sites of a past state.
public enum SiteMomentRead: Sendable {
    /// The sites, ordered by ID, and the description of their feed. Names, positions and capacities
    /// are those of the present document.
    case moment([Site], FeedDescription, PastMoment)
    /// The history begins later.
    case before(first: Timestamp)
    /// The sites have no history.
    case none
}
