import FleetCore
import GRDB

/// Writer of a source's sites: updates only the rows that differ from the snapshot and extends the
/// sensor history.
struct SiteWriter {
    private let database: Database
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
    init(_ sites: [Site], of source: Int64, in database: Database) {
        (self.source, self.database) = (source, database)
        for site in sites { self.sites[ByteString(site.id)] = site }
    }

    /// Writes the differences; measurements without a time get `time`.
    mutating func write(at time: Timestamp) throws {
        try updateStored()
        try insertNew()
        let series = sites.values.reduce(0) { $0 + $1.measurements.count }
        guard var samples = try SampleWriter(series: series, at: time, in: database) else { return }
        for (id, row) in rows {
            for measurement in sites[id]?.measurements ?? [] {
                try samples.write(measurement, of: row)
            }
        }
    }

    /// Updates changed rows and deletes the rows of missing sites.
    private mutating func updateStored() throws {
        var update = try SQLStatement(cached: SiteRecord.update, in: database)
        var delete = try SQLStatement(cached: "DELETE FROM site WHERE id = ?", in: database)
        for (row, storedDigest, id) in try stored() {
            guard let site = sites[id] else {
                try delete.bind(row)
                try delete.run()
                changes.gone += 1
                continue
            }
            rows[id] = row
            let digest = SiteRecord.digest(site)
            guard digest != storedDigest else { continue }
            try update.bind(digest)
            try SiteRecord.bind(site, to: &update)
            try update.bind(row)
            try update.run()
            changes.changed += 1
        }
    }

    private mutating func insertNew() throws {
        var insert = try SQLStatement(cached: SiteRecord.insert, in: database)
        for (id, site) in sites where rows[id] == nil {
            try insert.bind(source)
            try insert.bind(SiteRecord.digest(site))
            try SiteRecord.bind(site, to: &insert)
            try insert.run()
            rows[id] = database.lastInsertedRowID
            changes.added += 1
        }
    }

    private func stored() throws -> [(row: Int64, digest: Int64, id: ByteString)] {
        var statement = try SQLStatement(
            cached: "SELECT id, digest, site_id FROM site WHERE source = ?", in: database)
        defer { statement.finish() }
        try statement.bind(source)
        var stored: [(row: Int64, digest: Int64, id: ByteString)] = []
        while try statement.step() {
            let id = ByteString(statement.text(2) ?? "")
            stored.append((statement.integer(0), statement.integer(1), id))
        }
        return stored
    }
}
