public import FleetCore

/// Dependencies of the service: a feed, a record that all processes share, and a lock.
public struct ServicePorts: Sendable {
    /// Makes one request to the feed, with its stored cache state.
    ///
    /// Throws `FeedFailure`, or `CancellationError` once its task is cancelled and the request is
    /// aborted. Any other error counts as a failed connection and is reported by its type only.
    public var load: @Sendable (FeedCacheState?) async throws -> FeedResponse
    /// Reads the record of the source, which other processes write too.
    public var readRecord: @Sendable () async throws -> SourceRecord
    /// Stores a complete response, clears a stored back-off, and returns the new snapshot summary.
    ///
    /// Runs in a task that is never cancelled. An error is shown as `FeedFailure.notStored` with
    /// its description, which must not contain secrets.
    public var commit: @Sendable (FetchOutcome) async throws -> SnapshotInfo
    /// Stores an error state and its request, in a task that is never cancelled.
    public var storeFailure: @Sendable (BackOff, RequestID) async throws -> Void
    /// Runs the body once, while no other process makes requests to this source.
    ///
    /// Waiting for the lock throws `CancellationError` when the task is cancelled; the lock is
    /// released whenever the body returns, cancelled or not. Other errors are shown as
    /// `FeedFailure.storeUnusable`.
    public var withRequestLock: @Sendable (_ body: Body) async throws -> Void
    /// Waits until the host of the feed may be polled; throws only when cancelled.
    ///
    /// A request waits here before it takes the lock and its memory, because many may wait.
    public var waitForTurn: @Sendable () async throws -> Void = {}

    /// Called after each request that reached a feed or failed, with its duration.
    public var reportPoll: @Sendable (PollOutcome, Duration) -> Void = { _, _ in }

    /// Log of the service's decisions.
    public var log = DiagnosticLog.off

    /// Work under the lock.
    public typealias Body = @Sendable () async throws -> Void

    /// Creates the ports.
    public init(
        load: @escaping @Sendable (FeedCacheState?) async throws -> FeedResponse,
        readRecord: @escaping @Sendable () async throws -> SourceRecord,
        commit: @escaping @Sendable (FetchOutcome) async throws -> SnapshotInfo,
        storeFailure: @escaping @Sendable (BackOff, RequestID) async throws -> Void,
        withRequestLock: @escaping @Sendable (_ body: Body) async throws -> Void
    ) {
        self.load = load
        self.readRecord = readRecord
        self.commit = commit
        self.storeFailure = storeFailure
        self.withRequestLock = withRequestLock
    }
}

/// Source of time and jitter for the service.
public struct ServiceClock: Sendable {
    /// The machine's time.
    public var now: @Sendable () -> Timestamp
    /// The time that people see (`FLEET_NOW`); used only to date snapshots.
    public var shownNow: @Sendable () -> Timestamp
    /// Sleeps until a time of `now`; returns at once if it has passed, throws only when cancelled.
    public var sleep: @Sendable (_ until: Timestamp) async throws -> Void
    /// Returns a random number, at least 0 and less than 1.
    public var jitter: @Sendable () -> Double

    /// Creates a clock.
    public init(
        now: @escaping @Sendable () -> Timestamp,
        shownNow: @escaping @Sendable () -> Timestamp,
        sleep: @escaping @Sendable (_ until: Timestamp) async throws -> Void,
        jitter: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.shownNow = shownNow
        self.sleep = sleep
        self.jitter = jitter
    }
}
