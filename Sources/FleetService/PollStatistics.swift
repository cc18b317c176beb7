/// Outcome of one request to a feed.
///
/// The raw values of failures are those of `FeedFailure.Kind`.
public enum PollOutcome: String, CaseIterable, Sendable {
    case loaded
    case unchanged
    case connection, service, access, content, input, usage
}

/// Numbers about the requests that this process has made to a feed, and whether it leads the feed.
public struct PollStatistics: Equatable, Sendable {
    /// Whether this process leads the feed.
    public var isLeader = false
    /// Number of requests by outcome.
    public private(set) var outcomes: [PollOutcome: Int] = [:]
    /// Time spent on all requests.
    public private(set) var duration = Duration.zero

    /// Creates the numbers of a feed without requests.
    public init() {}

    /// Number of requests.
    public var count: Int { outcomes.values.reduce(0, +) }

    /// Counts a request.
    public mutating func count(_ outcome: PollOutcome, after duration: Duration) {
        outcomes[outcome, default: 0] += 1
        self.duration += duration
    }
}
