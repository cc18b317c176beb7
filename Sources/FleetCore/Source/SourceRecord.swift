/// What is remembered of a source between requests, and between processes.
///
/// All times are of the machine's clock, never of `FLEET_NOW`.
public struct SourceRecord: Equatable, Sendable {
    /// The last good snapshot, if there is one.
    public var info: SnapshotInfo?
    /// How the feed was read, to ask for less the next time.
    public var memory: FeedMemory?
    /// When the feed is due to be asked again.
    public var dueAt: Timestamp?
    /// The last request that came to an end, good or bad.
    public var lastRequest: RequestStamp?
    /// The error state, if the last request failed.
    public var backOff: BackOff?

    /// Creates the record of a source of which nothing is known.
    public init() {}
}

/// Which request brought an outcome.
public struct RequestStamp: Equatable, Sendable, Codable {
    /// When the request began.
    public var beganAt: Timestamp
    /// A token of the process that made it, different for every process.
    public var process: String

    /// Creates a stamp.
    public init(beganAt: Timestamp, process: String) {
        self.beganAt = beganAt
        self.process = process
    }
}

/// The time after an error during which a source is left alone.
public struct BackOff: Equatable, Sendable, Codable {
    /// What failed.
    public var failure: FeedFailure
    /// When it failed.
    public var failedAt: Timestamp
    /// When the source is asked again by itself.
    public var retryAt: Timestamp
    /// How many times in a row it failed, from 1; a person's refresh does not count.
    public var attempt: Int
    /// Until when the service asked to be left alone (`Retry-After`); not even a refresh asks sooner.
    public var notBefore: Timestamp?

    /// Creates the record of an error state.
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

/// What a request brought, as it goes into the store.
public struct Delivery: Sendable {
    /// What the feed answered.
    public var answer: FeedAnswer
    /// The request that it answers.
    public var request: RequestStamp
    /// When it was received, on the clock that people see.
    public var fetchedAt: Timestamp
    /// When the feed is due to be asked again.
    public var dueAt: Timestamp

    /// Creates a delivery.
    public init(
        answer: FeedAnswer, request: RequestStamp, fetchedAt: Timestamp, dueAt: Timestamp
    ) {
        self.answer = answer
        self.request = request
        self.fetchedAt = fetchedAt
        self.dueAt = dueAt
    }
}
