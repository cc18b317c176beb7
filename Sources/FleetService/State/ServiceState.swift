public import FleetCore

/// What the service does, each with what is known of the last good snapshot.
///
/// After `failed` and `stopped` with a failure that snapshot is stale, but stays usable.
public enum ServiceState: Equatable, Sendable, Codable {
    /// Nothing was asked yet.
    case idle(SnapshotInfo?)
    /// A first request, or one after an error or a refresh, is under way.
    case loading(SnapshotInfo?)
    /// The snapshot is stored; the feed is asked again at `nextAt`.
    case live(SnapshotInfo, nextAt: Timestamp)
    /// The subscription ended by an error, the `attempt`th in a row, from 1.
    ///
    /// It is tried again at `retryAt`; `nil` means that the service stops instead (`--no-retry`).
    case failed(FeedFailure, retryAt: Timestamp?, attempt: Int, SnapshotInfo?)
    /// Nothing is under way: after an error that is not retried, or for good.
    case stopped(FeedFailure?, SnapshotInfo?)

    /// What is known of the last good snapshot.
    public var info: SnapshotInfo? {
        switch self {
        case .idle(let info), .loading(let info), .failed(_, _, _, let info),
            .stopped(_, let info):
            info
        case .live(let info, _): info
        }
    }
}

/// A state as it was told to the observers.
public struct StateUpdate: Equatable, Sendable, Codable {
    /// Counts the states that this service told, from 1.
    public var seq: Int
    /// When it was told, on the machine's clock.
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
