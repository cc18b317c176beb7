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

    /// Failure of the last attempt to load the feed.
    public var failure: FeedFailure? {
        switch self {
        case .failed(let failure, _, _, _): failure
        case .stopped(let failure, _): failure
        case .idle, .loading, .live: nil
        }
    }
}

extension ServiceState {
    /// Text for the diagnostic log, in English.
    var diagnostic: String { Language.inEnglish { text } }

    private var text: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .live(let info, let nextAt):
            "live with revision \(info.revision), next poll at \(DiagnosticLog.text(nextAt))"
        case .failed(let failure, let retryAt, let attempt, _):
            "attempt \(attempt) failed (\(failure.message)), "
                + (retryAt.map { "next at \(DiagnosticLog.text($0))" } ?? "no retry")
        case .stopped(let failure, _): "stopped" + (failure.map { " (\($0.message))" } ?? "")
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

extension StateUpdate {
    /// The state as one JSON object: `{"state":"live","seq":4,"at":…,"total":…,…}`.
    ///
    /// Every state includes the summary of the last good snapshot. `clockOffset` is added to the
    /// machine's times, for a display with another clock (`FLEET_NOW`).
    public func json(clockOffset: Duration = .zero) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("state", state.name)
        object.add("seq", seq)
        object.add("at", at + clockOffset)
        switch state {
        case .idle, .loading: break
        case .live(_, let nextAt): object.add("next_at", nextAt + clockOffset)
        case .failed(let failure, let retryAt, let attempt, _):
            object.add(failure)
            object.add("retry_at", retryAt.map { $0 + clockOffset })
            object.add("attempt", attempt)
        case .stopped(let failure, _):
            if let failure { object.add(failure) }
        }
        if let info = state.info { object.add(info) }
        return object
    }
}

extension ServiceState {
    /// Name of the state in JSON and messages.
    public var name: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .live: "live"
        case .failed: "failed"
        case .stopped: "stopped"
        }
    }
}

extension JSONObjectWriter {
    fileprivate mutating func add(_ failure: FeedFailure) {
        add("error", failure.cause)
        add("error_kind", failure.kind.rawValue)
    }
}

/// An error of `VehicleService.refresh()`.
public enum RefreshError: Error, Equatable, Sendable, Codable {
    /// The request failed; the service retries at `retryAt`, or not at all if it is `nil`.
    case failed(FeedFailure, retryAt: Timestamp?)
    /// No request was made: after this failure, the feed asked for a pause (`Retry-After`).
    case backingOff(FeedFailure, until: Timestamp)
    /// The service was stopped before or during the refresh.
    case stopped
    /// The caller's task was cancelled; the service keeps running.
    case cancelled

    private enum CodingKeys: String, CodingKey {
        case failed
        case backingOff = "leftAlone"
        case stopped, cancelled
    }
}

extension ServiceState {
    /// Returns the state without paths, hosts and users of the machine.
    /// - Parameter name: Name of the source.
    package func withoutMachine(named name: String) -> ServiceState {
        switch self {
        case .idle, .loading, .live: self
        case .failed(let failure, let retryAt, let attempt, let info):
            .failed(
                failure.withoutMachine(named: name), retryAt: retryAt, attempt: attempt, info)
        case .stopped(let failure, let info):
            .stopped(failure?.withoutMachine(named: name), info)
        }
    }
}
