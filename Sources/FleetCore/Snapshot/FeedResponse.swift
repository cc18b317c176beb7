/// The result of a request to a feed.
public indirect enum FeedResponse: Sendable {
    /// A snapshot, and the state for the next request.
    case loaded(Snapshot, FeedCacheState, FeedSchedule)
    /// No change since the previous request.
    case notModified(FeedCacheState, FeedSchedule)

    /// The schedule of the next request.
    public var schedule: FeedSchedule {
        switch self {
        case .loaded(_, _, let schedule), .notModified(_, let schedule): schedule
        }
    }
}

/// The limits of the feed on the time of the next request.
public struct FeedSchedule: Equatable, Sendable {
    /// The minimum time between two requests: 5 s for HTTP, none for files and the simulation.
    public var minInterval: Duration
    /// The time the response stays fresh: the rest of the `ttl`, or until the simulation changes.
    public var freshFor: Duration

    /// Creates a schedule.
    public init(minInterval: Duration, freshFor: Duration) {
        self.minInterval = minInterval
        self.freshFor = freshFor
    }
}
