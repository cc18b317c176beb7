/// Follows whether a feed is good, and tells when it ceases to be and when it is again.
///
/// It is stale when it cannot be read, and when it answers and says that it was last changed
/// (`last_updated`) longer ago than ten minutes and three times its `ttl`. A feed that does not say so,
/// and the simulation, whose time may stand still, are never too old. Each is told once: staleness
/// again only after the feed was good.
public struct StaleWatch: Sendable {
    /// What is wrong with the feed, if anything.
    var lapse: FeedLapse?

    /// Creates a watch that takes the feed for good.
    public init() {}

    /// Notes that the feed could not be read; returns what is to be told, if anything.
    public mutating func failed(
        _ cause: String, last info: SnapshotInfo?, at now: Timestamp
    ) -> Alert.Content? {
        guard lapse == nil else { return nil }
        let lapse = FeedLapse(since: now, cause: cause, last: info)
        self.lapse = lapse
        return .feedStale(lapse)
    }

    /// Notes an answer of the feed; returns what is to be told, if anything.
    public mutating func answered(_ info: SnapshotInfo, at now: Timestamp) -> Alert.Content? {
        if let seconds = Self.secondsTooOld(info, at: now) {
            return failed(
                "the feed answers, but was last changed \(seconds / 60) min ago", last: info,
                at: now)
        }
        return read(info)
    }

    /// Notes that the feed could be read, however old it is; returns what is to be told, if anything.
    mutating func read(_ info: SnapshotInfo) -> Alert.Content? {
        guard var ended = lapse else { return nil }
        lapse = nil
        (ended.fetchedAt, ended.lastUpdated) = (info.fetchedAt, info.feed.lastUpdated)
        return .feedRestored(ended)
    }

    /// How long ago the feed was last changed, in seconds, if that is too long.
    private static func secondsTooOld(_ info: SnapshotInfo, at now: Timestamp) -> Int64? {
        guard let changed = info.feed.lastUpdated, !info.feed.isSimulated else { return nil }
        let limit = max(600, 3 * (info.feed.ttlSeconds ?? 0))
        let age = now - changed
        return age > Duration(clampingSeconds: limit) ? age.secondsToWait : nil
    }
}
