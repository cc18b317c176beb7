import FleetCore
import GRDB

/// Brings the stored sites of a source to a new snapshot, touches only rows that differ, and keeps the
/// course of what their sensors measure.
struct SiteWriter {
    private let database: Database
    private let source: Int64
    /// The sites by their ids; of two with the same id the last one counts.
    private var sites: [ExactText: Site] = [:]
    /// Where they lie.
    private var rows: [ExactText: Int64] = [:]

    /// What differs, once it was written.
    private(set) var changes = SnapshotChanges.none
    /// How many sites there are.
    var total: Int { sites.count }

    /// Prepares a commit inside an open transaction.
    init(_ sites: [Site], of source: Int64, in database: Database) {
        (self.source, self.database) = (source, database)
        for site in sites { self.sites[ExactText(text: site.id)] = site }
    }

    /// Writes what differs; what was measured without a time is of `time`.
    mutating func write(at time: Timestamp) throws {
        try writeStored()
        try insertNew()
        let series = sites.values.reduce(0) { $0 + $1.measurements.count }
        guard var samples = try SampleWriter(series: series, at: time, in: database) else { return }
        for (id, row) in rows {
            for measurement in sites[id]?.measurements ?? [] {
                try samples.write(measurement, of: row)
            }
        }
    }

    /// Updates what is stored and deletes what is gone.
    private mutating func writeStored() throws {
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

    private func stored() throws -> [(row: Int64, digest: Int64, id: ExactText)] {
        var statement = try SQLStatement(
            cached: "SELECT id, digest, site_id FROM site WHERE source = ?", in: database)
        defer { statement.finish() }
        try statement.bind(source)
        var stored: [(row: Int64, digest: Int64, id: ExactText)] = []
        while try statement.step() {
            let id = ExactText(text: statement.text(2) ?? "")
            stored.append((statement.integer(0), statement.integer(1), id))
        }
        return stored
    }
}
