import FleetCore
package import FleetRuntime
import FleetService

/// Run of `fleet watch`, which shows the states of a subscription.
package struct Watch: Sendable {
    let subscription: Subscription
    package let view: WatchView
    let alerts: WatchAlerts?
    /// The vehicles of the view and the alerts; `nil` if they are sites.
    let selection: WatchSelection?
    /// Number of snapshots after which it stops; `nil` for no limit.
    let snapshots: Int?

    package init(
        subscription: Subscription, view: WatchView, alerts: WatchAlerts? = nil,
        selection: WatchSelection? = nil, snapshots: Int?
    ) {
        self.subscription = subscription
        self.view = view
        self.alerts = alerts
        self.selection = selection
        self.snapshots = snapshots
    }

    /// Shows every state until the snapshot limit, the time limit or cancellation.
    /// - Throws: `FeedFailure` or `CommandError` if the time limit passes without a snapshot.
    package func run(for limit: Duration?) async throws {
        guard let table = view.liveTable else { return try await followStates(for: limit) }
        try await table.screen.withMessages {
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await followStates(for: limit) }
                group.addTask {
                    for await input in AsyncStream<WatchInput>.watchInput()
                    where try !table.handle(input) {
                        return
                    }
                    try Task.checkCancellation()
                }
                try await group.next()
            }
        }
    }

    private func followStates(for limit: Duration?) async throws {
        guard let limit else { return try await follow(LastState()) }
        let last = LastState()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await follow(last) }
            group.addTask { [context = subscription.source.context] in
                try await context.sleep(for: limit)
            }
            try await group.next()
        }
        if let failure = await last.failureWithoutSnapshot(of: subscription) { throw failure }
    }

    private func follow(_ last: LastState) async throws {
        try await subscription.forEachState { update in
            // Recorded first, so that the exit status matches the last state shown.
            let count = await last.record(update.state)
            if case .live = update.state { try selection?.resolve(in: subscription.store) }
            try alerts?.process(update)
            if endsAfterError, let goesOn = try showLast(update.state, update) { return goesOn }
            try endIfOnlyStations(update)
            try view.show(update)
            return snapshots.map { count < $0 } ?? true
        }
    }
}

/// The end of a watch without a terminal, whose caller waits for its exit status.
extension Watch {
    private var endsAfterError: Bool {
        !subscription.policy.retries && !subscription.source.context.output.isTerminal
    }

    /// Ends a watch of vehicles that a source of stations alone will never have.
    ///
    /// One with alerts goes on, for the sensors of the stations.
    /// - Throws: `CommandError` with the command that watches the stations.
    private func endIfOnlyStations(_ update: StateUpdate) throws {
        guard alerts == nil, selection != nil, let failure = update.state.failure,
            failure.reason == .content(.onlyStations)
        else { return }
        if view.isMachineReadable { try view.show(update) }
        let option = subscription.source.selected.option
        throw CommandError(
            ExitStatus(failure.kind), failure.cause,
            hint: "run `fleet site watch\(option)` to watch the stations")
    }

    /// Shows a failure that ends the watch, in JSON only, since the command prints its error.
    ///
    /// - Returns: Whether the watch continues; `nil` if the state is not such a failure.
    /// - Throws: `CommandError` (69) with the failure, once the service has stopped.
    private func showLast(_ state: ServiceState, _ update: StateUpdate) throws -> Bool? {
        let failure: FeedFailure
        switch state {
        case .failed(let reason, nil, _, _), .stopped(let reason?, _): failure = reason
        case .idle, .loading, .live, .failed, .stopped(nil, _): return nil
        }
        if view.isMachineReadable { try view.show(update) }
        if case .stopped = state {
            throw CommandError(.unavailable, failure.cause, hint: failure.hint)
        }
        return true
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

    /// Returns the reason why there is no snapshot; `nil` if there is one.
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

/// View of the states of a watched source.
package enum WatchView: Sendable {
    /// A table, redrawn with every snapshot.
    case table(WatchTable)
    /// One line of JSON per state.
    case states(WatchStates)
    /// One line per event.
    case events(WatchEvents)
    /// A table of sites, redrawn with every snapshot.
    case siteTable(SiteWatchTable)
    /// One line per new sensor value or alarm.
    case siteEvents(SiteWatchEvents)

    /// Table that is redrawn in place; `nil` for other views.
    fileprivate var liveTable: (any LiveTable)? {
        switch self {
        case .table(let table): table.isLive ? table : nil
        case .siteTable(let table): table
        case .states, .events, .siteEvents: nil
        }
    }

    /// Whether each state or failure is a line of JSON.
    fileprivate var isMachineReadable: Bool {
        switch self {
        case .states: true
        case .siteEvents(let events): events.isJSON
        case .table, .events, .siteTable: false
        }
    }

    /// Shows a state.
    func show(_ update: StateUpdate) throws {
        switch self {
        case .table(let table):
            try table.isLive ? table.show(update.state) : table.append(update.state)
        case .states(let states): try states.show(update)
        case .events(let events): try events.show(update)
        case .siteTable(let table):
            try table.check(update.state)
            try table.show(update.state)
        case .siteEvents(let events): try events.show(update)
        }
    }

    /// Waits until all output is written.
    package func finish() throws {
        switch self {
        case .table, .states, .siteTable: break
        case .events(let events): try events.finish()
        case .siteEvents(let events): try events.finish()
        }
    }
}
