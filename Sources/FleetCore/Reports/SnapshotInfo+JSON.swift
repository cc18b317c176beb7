extension JSONObjectWriter {
    /// Adds the summary of a snapshot.
    public mutating func add(_ info: SnapshotInfo) {
        add("revision", Int(info.revision))
        add("last_updated", info.feed.lastUpdated)
        add("fetched_at", info.fetchedAt)
        add("total", info.total)
        add("added", info.changes.added)
        add("gone", info.changes.gone)
        add("changed", info.changes.changed)
        add("skipped", info.parseReport.skipped)
        add("duplicates", info.parseReport.duplicates)
        add("repairs", info.parseReport.repairs)
        add("warnings", info.parseReport.warnings)
    }
}
