/// What a request to a feed brought.
public enum FeedAnswer: Sendable {
    /// A snapshot, and what to remember for the next request.
    case loaded(Snapshot, FeedMemory, FeedSchedule)
    /// Nothing changed since the request that the memory is of.
    case notModified(FeedMemory, FeedSchedule)

    /// When the feed may be asked again.
    public var schedule: FeedSchedule {
        switch self {
        case .loaded(_, _, let schedule), .notModified(_, let schedule): schedule
        }
    }
}

/// When a feed may be asked again, as far as the feed and its kind tell.
public struct FeedSchedule: Equatable, Sendable {
    /// The least time between two requests: 5 s for HTTP, none for files and the simulation.
    public var floor: Duration
    /// How long the answer is still good: what is left of the ttl, or the simulation's next change.
    public var goodFor: Duration

    /// Creates a schedule.
    public init(floor: Duration, goodFor: Duration) {
        self.floor = floor
        self.goodFor = goodFor
    }
}
