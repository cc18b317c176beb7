import FleetCore

/// A snapshot of a feed that was last changed so long before the samples' time, if it says so.
func snapshot(changed: Duration?, ttl: Double? = nil, isSimulated: Bool = false) -> SnapshotInfo {
    var feed = FeedDescription(format: "GBFS 3.0")
    feed.lastUpdated = changed.map { Samples.now - $0 }
    feed.ttlSeconds = ttl
    feed.isSimulated = isSimulated
    return SnapshotInfo(
        revision: 1, feed: feed, fetchedAt: Samples.now, total: 1, changes: .none,
        reading: ReadingReport(), rotation: .unknown)
}

/// The kind of the alert that is to be told, if any.
func kind(_ content: Alert.Content?) -> String? {
    content.map { Alert($0, of: "town", at: Samples.now).kind.name }
}
