/// A period in which a feed was stale.
public struct StalePeriod: Equatable, Sendable {
    /// The time when it was detected.
    public var since: Timestamp
    /// The cause, in one line without secrets.
    public var cause: String
    /// The time when the last good snapshot was received; `nil` if there was none.
    public var fetchedAt: Timestamp?
    /// The time of the feed's last change (`last_updated`).
    public var lastUpdated: Timestamp?

    /// Creates a stale period.
    public init(since: Timestamp, cause: String, last info: SnapshotInfo?) {
        self.since = since
        self.cause = cause
        fetchedAt = info?.fetchedAt
        lastUpdated = info?.feed.lastUpdated
    }
}
