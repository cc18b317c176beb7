extension JSONObject {
    /// Adds what is known of a snapshot.
    public mutating func add(_ info: SnapshotInfo) {
        add("revision", Int(info.revision))
        add("last_updated", info.feed.lastUpdated)
        add("fetched_at", info.fetchedAt)
        add("total", info.total)
        add("added", info.changes.added)
        add("gone", info.changes.gone)
        add("changed", info.changes.changed)
        add("skipped", info.reading.skipped)
        add("duplicates", info.reading.duplicates)
        add("repairs", info.reading.repairs)
        add("warnings", info.reading.warnings)
    }
}
