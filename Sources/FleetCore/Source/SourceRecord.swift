/// The stored state of a source, shared between requests and processes.
///
/// All times are from the system clock, never from `FLEET_NOW`.
public struct SourceRecord: Equatable, Sendable {
    /// The last good snapshot, if any.
    public var info: SnapshotInfo?
    /// The state of the feed for the next, conditional request.
    public var cacheState: FeedCacheState?
    /// The time of the next scheduled request.
    public var dueAt: Timestamp?
    /// The last finished request, successful or not.
    public var lastRequest: RequestID?
    /// The back-off, if the last request failed.
    public var backOff: BackOff?

    /// Creates an empty record.
    public init() {}
}

/// Identifier of a request.
public struct RequestID: Equatable, Sendable, Codable {
    /// The time when the request began.
    public var beganAt: Timestamp
    /// The unique token of the process that made it.
    public var process: String

    /// Creates a request ID.
    public init(beganAt: Timestamp, process: String) {
        self.beganAt = beganAt
        self.process = process
    }
}

/// The pause of a source after an error.
public struct BackOff: Equatable, Sendable, Codable {
    /// The failure.
    public var failure: FeedFailure
    /// The time of the failure.
    public var failedAt: Timestamp
    /// The time of the next automatic request.
    public var retryAt: Timestamp
    /// The number of consecutive failures, from 1; a manual refresh does not count.
    public var attempt: Int
    /// The earliest time that the service allows (`Retry-After`), which also binds a manual
    /// refresh.
    public var notBefore: Timestamp?

    /// Creates a back-off.
    public init(
        failure: FeedFailure, failedAt: Timestamp, retryAt: Timestamp, attempt: Int,
        notBefore: Timestamp? = nil
    ) {
        self.failure = failure
        self.failedAt = failedAt
        self.retryAt = retryAt
        self.attempt = attempt
        self.notBefore = notBefore
    }
}

/// The outcome of a request, to be stored.
public struct FetchOutcome: Sendable {
    /// The response of the feed.
    public var response: FeedResponse
    /// The request.
    public var request: RequestID
    /// The time when it was received, on the displayed clock.
    public var fetchedAt: Timestamp
    /// The time of the next scheduled request.
    public var dueAt: Timestamp

    /// Creates an outcome.
    public init(
        response: FeedResponse, request: RequestID, fetchedAt: Timestamp, dueAt: Timestamp
    ) {
        self.response = response
        self.request = request
        self.fetchedAt = fetchedAt
        self.dueAt = dueAt
    }
}
