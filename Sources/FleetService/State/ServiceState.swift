public import FleetCore

/// State of a service, with the summary of the last good snapshot.
///
/// After `failed`, and after `stopped` with a failure, that snapshot is stale but usable.
public enum ServiceState: Equatable, Sendable, Codable {
    /// No request has been made.
    case idle(SnapshotInfo?)
    /// A request is running: the first one, or one after an error or a refresh.
    case loading(SnapshotInfo?)
    /// The snapshot is stored; the next poll is at `nextAt`.
    case live(SnapshotInfo, nextAt: Timestamp)
    /// The subscription ended with an error, the `attempt`th in a row, from 1.
    ///
    /// The service retries at `retryAt`; if it is `nil`, the service stops instead (`--no-retry`).
    case failed(FeedFailure, retryAt: Timestamp?, attempt: Int, SnapshotInfo?)
    /// Nothing is running: permanently, or after an error that is not retried.
    case stopped(FeedFailure?, SnapshotInfo?)

    /// Summary of the last good snapshot.
    public var info: SnapshotInfo? {
        switch self {
        case .idle(let info), .loading(let info), .failed(_, _, _, let info),
            .stopped(_, let info):
            info
        case .live(let info, _): info
        }
    }
}

/// A published state.
public struct StateUpdate: Equatable, Sendable, Codable {
    /// Sequence number among the states of this service, from 1.
    public var seq: Int
    /// Time of publication, on the machine's clock.
    public var at: Timestamp
    /// The state.
    public var state: ServiceState

    /// Creates an update.
    public init(seq: Int, at: Timestamp, state: ServiceState) {
        self.seq = seq
        self.at = at
        self.state = state
    }
}
