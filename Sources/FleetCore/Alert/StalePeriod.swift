/// A time in which a feed told nothing new.
public struct FeedLapse: Equatable, Sendable {
    /// When it was found.
    public var since: Timestamp
    /// What is wrong, or was, in one line without secrets.
    public var cause: String
    /// When the last good snapshot was received; `nil` if none was.
    public var fetchedAt: Timestamp?
    /// When the feed was last changed, as it says.
    public var lastUpdated: Timestamp?

    /// Creates a lapse.
    public init(since: Timestamp, cause: String, last info: SnapshotInfo?) {
        self.since = since
        self.cause = cause
        fetchedAt = info?.fetchedAt
        lastUpdated = info?.feed.lastUpdated
    }
}
