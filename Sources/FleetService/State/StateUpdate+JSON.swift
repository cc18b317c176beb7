public import FleetCore

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
