import FleetCore

/// Returns a snapshot of a feed last changed this long before `Samples.now`; `nil` omits
/// `last_updated`.
func snapshot(changed: Duration?, ttl: Double? = nil, isSimulated: Bool = false) -> SnapshotInfo {
    var feed = FeedDescription(format: "GBFS 3.0")
    feed.lastUpdated = changed.map { Samples.now - $0 }
    feed.ttlSeconds = ttl
    feed.isSimulated = isSimulated
    return SnapshotInfo(
        revision: 1, feed: feed, fetchedAt: Samples.now, total: 1, changes: .none,
        parseReport: ParseReport(), rotation: .unknown)
}

/// Returns the kind of an alert, if any.
func kind(_ content: Alert.Content?) -> String? {
    content.map { Alert($0, of: "town", at: Samples.now).kind.name }
}
