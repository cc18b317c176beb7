public import FleetCore

extension StateUpdate {
    /// The state as one JSON object: `{"state":"live","seq":4,"at":…,"total":…,…}`.
    ///
    /// What is known of the last good snapshot follows in every state. `lead` is added to the times of
    /// the machine's clock, for people who see another one (`FLEET_NOW`).
    public func json(timesMovedBy lead: Duration = .zero) -> JSONObject {
        var object = JSONObject()
        object.add("state", state.name)
        object.add("seq", seq)
        object.add("at", at + lead)
        switch state {
        case .idle, .loading: break
        case .live(_, let nextAt): object.add("next_at", nextAt + lead)
        case .failed(let failure, let retryAt, let attempt, _):
            object.add(failure)
            object.add("retry_at", retryAt.map { $0 + lead })
            object.add("attempt", attempt)
        case .stopped(let failure, _):
            if let failure { object.add(failure) }
        }
        if let info = state.info { object.add(info) }
        return object
    }
}

extension ServiceState {
    /// The state in a word.
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

extension JSONObject {
    fileprivate mutating func add(_ failure: FeedFailure) {
        add("error", failure.cause)
        add("error_kind", failure.kind.rawValue)
    }
}
