import FleetCore
import FleetService

/// Election of the process that leads a feed, and the way from the others to it: a port with an
/// adapter for a home (locks and a socket) and one for PostgreSQL (leases).
///
/// The leader polls the feed; the others follow its states.
protocol Leadership: Sendable {
    /// The feed.
    var key: SourceKey { get }

    /// Whether another process leads the feed, or this one.
    var isTaken: Bool { get async throws }

    /// Elects this process, unless another leads; `nil` then.
    func acquire() async throws -> (any LeaderTerm)?

    /// Passes every state of the leader to `body` until the leader has ended or `body` returns
    /// `false`.
    func follow(_ body: @Sendable (StateUpdate) async throws -> Bool) async throws -> FollowEnd

    /// Makes the leader refresh, and waits for the outcome.
    /// - Returns: `nil` without a leader, or if the leader ends before the outcome.
    /// - Throws: `RefreshError` if the refresh failed, `CancellationError`; errors of this machine.
    func refresh() async throws -> SnapshotInfo?

    /// Makes the leader load the feed again, without waiting for the outcome.
    func notify() async throws

    /// Runs `body` while no other process sends requests to the source.
    func withRequestLock(
        _ log: DiagnosticLog, _ body: @Sendable () async throws -> Void
    ) async throws
}

/// The time during which this process leads a feed.
///
/// Its owner must call ``release()``.
protocol LeaderTerm: Sendable {
    /// Answers the other processes until the task is cancelled or the term ends.
    /// - Returns: Whether another process may lead the feed now.
    func serve(_ service: VehicleService) async -> Bool

    /// Ends the term.
    func release() async
}

/// Reason why a follower stopped following a leader.
enum FollowEnd: Sendable {
    /// The follower needs no more states.
    case finished
    /// The leader has ended, or there is none.
    case leaderGone
    /// This process leads now.
    case elected(any LeaderTerm)
    /// The leader cannot be reached from this process, and never will.
    case unreachable
}
