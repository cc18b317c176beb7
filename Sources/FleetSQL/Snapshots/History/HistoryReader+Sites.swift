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
