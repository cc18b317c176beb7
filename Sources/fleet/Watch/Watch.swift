import FleetCore
import FleetService

/// Run of `fleet watch`, which shows the states of a subscription.
struct Watch: Sendable {
    let subscription: Subscription
    let view: WatchView
    let alerts: WatchAlerts?
    /// Number of snapshots after which it stops; nil for no limit.
    let snapshots: Int?

    /// Shows every state until the snapshot limit, the time limit or cancellation.
    /// - Throws: `FeedFailure` or `CommandError` if the time limit passes without a snapshot.
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
            // Recorded first, so that the exit status matches the last state shown.
            let count = await last.record(update.state)
            try alerts?.process(update)
            try view.show(update)
            return snapshots.map { count < $0 } ?? true
        }
    }
}

/// Last state of a watch, and the number of snapshots so far.
private actor LastState {
    private var state: ServiceState?
    private var snapshots = 0

    /// Records a state; returns the number of snapshots so far.
    func record(_ state: ServiceState) -> Int {
        self.state = state
        if case .live = state { snapshots += 1 }
        return snapshots
    }

    /// Returns the reason why there is no snapshot; nil if there is one.
    func failureWithoutSnapshot(of subscription: Subscription) -> (any Error)? {
        switch state {
        case .failed(let failure, _, _, nil), .stopped(let failure?, nil): return failure
        case .idle(nil), .loading(nil), .stopped(nil, nil), nil:
            return CommandError(
                .unavailable, "no response from \(subscription.source.selected.label) in time",
                hint: "use a longer --for")
        case .idle, .loading, .live, .failed, .stopped: return nil
        }
    }
}
