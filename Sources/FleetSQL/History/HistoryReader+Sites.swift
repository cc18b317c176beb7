public import FleetCore

extension HistoryReader {
    /// Returns the sites of the feed at a time: those of the last snapshot before, with the names,
    /// positions and capacities of today.
    public func sites(at time: Timestamp) throws -> MomentRead {
        try moment(at: time) { commit, feed in
            Snapshot(
                sites: try sites(after: commit), feed: feed, parseReport: ParseReport())
        }
    }

    /// Returns the changes of sites after a time and before another one, oldest first.
    /// - Parameter limit: The maximum number of changes.
    public func siteChanges(
        after start: Timestamp, until end: Timestamp, limit: Int
    ) throws -> [PastSiteChange] {
        let names = SiteChange.names.map { "site_change." + $0 }.joined(separator: ", ")
        return try transaction.rows(
            """
            SELECT fetched_at, site_id, is_listed, \(names) FROM change_commit
            JOIN site_change ON site_change.source = ?1
                AND site_change.sequence = change_commit.sequence
            JOIN logged_site ON logged_site.source = ?1 AND number = site
            WHERE change_commit.source = ?1 AND fetched_at > ?2 AND fetched_at < ?3
            ORDER BY change_commit.sequence, site_id LIMIT ?4
            """,
            [
                .integer(source), .integer(start.milliseconds), .integer(end.milliseconds),
                .integer(Int64(limit)),
            ]
        ) { row in
            var site = Site(id: row.text(1) ?? "")
            SiteChange(from: row, at: 3).apply(to: &site)
            return PastSiteChange(
                at: Timestamp(milliseconds: row.integer(0) ?? 0), site: site,
                isListed: row.integer(2) != 0)
        }
    }

    /// Returns the sites after a commit, by the bytes of their IDs.
    private func sites(after sequence: Int64) throws -> [Site] {
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

/// A change of a site in a history.
public struct PastSiteChange: Sendable {
    /// The time when it was read.
    public let at: Timestamp
    /// The site with its counts and states since then, and nothing else.
    public let site: Site
    /// Whether it is in the feed since then.
    public let isListed: Bool
}
