import FleetCore

/// Writer of a source's sites: updates only the rows that differ from the snapshot and extends the
/// sensor history.
struct SiteWriter {
    private let transaction: any SQLTransaction
    private let source: Int64
    /// Sites by ID; the last of several with the same ID wins.
    private var sites: [ByteString: Site] = [:]
    /// Row IDs of the stored sites.
    private var rows: [ByteString: Int64] = [:]

    /// Differences from the previous snapshot; valid after `write`.
    private(set) var changes = SnapshotChanges.none
    /// Number of sites in the snapshot.
    var total: Int { sites.count }

    /// Creates a writer inside an open transaction.
    init(_ sites: [Site], of source: Int64, in transaction: any SQLTransaction) {
        (self.source, self.transaction) = (source, transaction)
        for site in sites { self.sites[ByteString(site.id)] = site }
    }

    /// Writes the differences; measurements without a time get `time`.
    mutating func write(at time: Timestamp) throws {
        try updateStored()
        try insertNew()
        let series = sites.values.reduce(0) { $0 + $1.measurements.count }
        guard
            var samples = try SampleWriter(series: series, of: source, at: time, in: transaction)
        else { return }
        for (id, row) in rows {
            for measurement in sites[id]?.measurements ?? [] {
                try samples.write(measurement, of: row)
            }
        }
    }

    /// Updates changed rows and deletes the rows of missing sites.
    private mutating func updateStored() throws {
        for (row, digest, id) in try stored() {
            guard var site = sites[id] else {
                try transaction.execute(
                    "DELETE FROM site WHERE source = ?1 AND id = ?2",
                    [.integer(source), .integer(row)])
                changes.gone += 1
                continue
            }
            rows[id] = row
            guard digest != site.digest() else { continue }
            try save(&site)
            changes.changed += 1
        }
    }

    private mutating func insertNew() throws {
        for (id, var site) in sites where rows[id] == nil {
            rows[id] = try save(&site)
            changes.added += 1
        }
    }

    /// Writes the row of a site and returns its id.
    @discardableResult
    private func save(_ site: inout Site) throws -> Int64? {
        var values: [SQLValue] = [.integer(source), .integer(site.digest())]
        site.visit(&values)
        return try transaction.rows(
            SQLFragment(sql: SiteRecord.upsert, values: values)
        ) { $0.integer(0) }.first
    }

    private func stored() throws -> [(row: Int64, digest: Int64, id: ByteString)] {
        try transaction.rows(
            "SELECT id, digest, site_id FROM site WHERE source = ?1", [.integer(source)]
        ) { row in
            (row.integer(0) ?? 0, row.integer(1) ?? 0, ByteString(row.text(2) ?? ""))
        }
    }
}
