public import FleetCore

/// What the service reaches the world by: a feed, a record that all processes share, and a lock.
public struct ServicePorts: Sendable {
    /// Makes one request to the feed, with what is remembered of it.
    ///
    /// Throws `FeedFailure`, or `CancellationError` once its task is cancelled and the request is
    /// aborted. Any other error is taken as a failed connection, told by its type only.
    public var load: @Sendable (FeedMemory?) async throws -> FeedAnswer
    /// Reads what is remembered of the source; other processes write it too.
    public var record: @Sendable () async throws -> SourceRecord
    /// Stores an answer whole, ends a remembered back-off, and returns what is now known.
    ///
    /// Runs in a task that is never cancelled. What it throws is shown as `FeedFailure.notStored`
    /// with its description, which must hold no secret.
    public var commit: @Sendable (Delivery) async throws -> SnapshotInfo
    /// Stores an error state, and the request that brought it; runs in a task never cancelled.
    public var fail: @Sendable (BackOff, RequestStamp) async throws -> Void
    /// Runs the body once, while no other process asks this source.
    ///
    /// Waiting for the lock throws `CancellationError` when the task is cancelled; the lock is
    /// released whenever the body returns, cancelled or not. Other errors are shown as
    /// `FeedFailure.notStored`.
    public var withRequestLock: @Sendable (_ body: Body) async throws -> Void

    /// What is done under the lock.
    public typealias Body = @Sendable () async throws -> Void

    /// Creates the ports.
    public init(
        load: @escaping @Sendable (FeedMemory?) async throws -> FeedAnswer,
        record: @escaping @Sendable () async throws -> SourceRecord,
        commit: @escaping @Sendable (Delivery) async throws -> SnapshotInfo,
        fail: @escaping @Sendable (BackOff, RequestStamp) async throws -> Void,
        withRequestLock: @escaping @Sendable (_ body: Body) async throws -> Void
    ) {
        self.load = load
        self.record = record
        self.commit = commit
        self.fail = fail
        self.withRequestLock = withRequestLock
    }
}
