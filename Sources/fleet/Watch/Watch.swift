import FleetCore
import FleetService

/// A run of `fleet watch`: states in, what a person or a program reads out.
struct Watch: Sendable {
    let subscription: Subscription
    let view: WatchView
    /// What is told to others beside.
    let alerts: WatchAlerts?
    /// After how many snapshots it ends; `nil` is never.
    let snapshots: Int?

    /// Shows every state until the wanted snapshots came, the time is up or the task is cancelled.
    /// - Throws: `FeedFailure` or `Problem` if the time was up before any snapshot came.
    func run(for limit: Duration?) async throws {
        guard let limit else { return try await follow(LastState()) }
        let last = LastState()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await follow(last) }
            group.addTask { try await Task.sleep(for: limit) }
            try await group.next()
        }
        if let failure = await last.failureWithoutSnapshot(of: subscription) { throw failure }
    }

    private func follow(_ last: LastState) async throws {
        try await subscription.forEachState { update in
            // First, so that a watch whose time is up just then ends as what it shows says.
            let count = await last.note(update.state)
            try alerts?.take(update)
            try view.show(update)
            return snapshots.map { count < $0 } ?? true
        }
    }
}

/// What a watch has seen so far.
private actor LastState {
    private var state: ServiceState?
    private var snapshots = 0

    /// Takes note of a state; returns how many snapshots came so far.
    func note(_ state: ServiceState) -> Int {
        self.state = state
        if case .live = state { snapshots += 1 }
        return snapshots
    }

    /// What kept a snapshot from coming, if none came.
    func failureWithoutSnapshot(of subscription: Subscription) -> (any Error)? {
        switch state {
        case .failed(let failure, _, _, nil), .stopped(let failure?, nil): return failure
        case .idle(nil), .loading(nil), .stopped(nil, nil), nil:
            return Problem(
                .unavailable, "no answer of \(subscription.source.selected.label) came in time",
                hint: "give it longer: --for")
        case .idle, .loading, .live, .failed, .stopped: return nil
        }
    }
}
