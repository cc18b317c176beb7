/// Detector for a feed that becomes stale or is restored.
///
/// A feed is stale when it cannot be read, or when its `last_updated` is older than ten minutes and
/// older than three times its `ttl`. A feed without `last_updated` is never too old, nor is the
/// simulation, whose clock may be stopped. Each change is reported once.
public struct StalenessDetector: Sendable {
    /// The current stale period; `nil` while the feed is good.
    var stalePeriod: StalePeriod?

    /// Creates a detector that assumes the feed is good.
    public init() {}

    /// Records that the feed could not be read; returns the alert to send, if any.
    public mutating func failed(
        _ cause: String, last info: SnapshotInfo?, at now: Timestamp
    ) -> Alert.Content? {
        guard stalePeriod == nil else { return nil }
        let period = StalePeriod(since: now, cause: cause, last: info)
        stalePeriod = period
        return .feedStale(period)
    }

    /// Records that the feed was loaded; returns the alert to send, if any.
    public mutating func loaded(_ info: SnapshotInfo, at now: Timestamp) -> Alert.Content? {
        if let seconds = Self.secondsTooOld(info, at: now) {
            return failed(
                "the feed responds but was last updated \(seconds / 60) min ago", last: info,
                at: now)
        }
        return restored(info)
    }

    /// Records that the feed was loaded, whatever its age; returns the alert to send, if any.
    mutating func restored(_ info: SnapshotInfo) -> Alert.Content? {
        guard var ended = stalePeriod else { return nil }
        stalePeriod = nil
        (ended.fetchedAt, ended.lastUpdated) = (info.fetchedAt, info.feed.lastUpdated)
        return .feedRestored(ended)
    }

    /// Returns the age of the feed in seconds if it is too old, else `nil`.
    private static func secondsTooOld(_ info: SnapshotInfo, at now: Timestamp) -> Int64? {
        guard let changed = info.feed.lastUpdated, !info.feed.isSimulated else { return nil }
        let limit = max(600, 3 * (info.feed.ttlSeconds ?? 0))
        let age = now - changed
        return age > Duration(clampingSeconds: limit) ? age.secondsToWait : nil
    }
}
