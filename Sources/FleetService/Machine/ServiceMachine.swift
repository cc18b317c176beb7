import FleetCore

/// Decides when to ask a feed, how to fail and when to stop: events in, actions out.
///
/// It does nothing itself and holds no clock, so every decision can be tested as a value. The table
/// of its transitions is with `handle(_:at:)`.
struct ServiceMachine: Sendable {
    let policy: ServicePolicy
    var phase = Phase.idle
    /// What is known of the last good snapshot.
    var info: SnapshotInfo?
    /// How many times in a row the feed failed.
    var failures = 0
    /// When it last failed in this process; `nil` after a success.
    var failedAt: Timestamp?
    /// The last state that was published.
    private(set) var shown = ServiceState.idle(nil)
    private var lastGeneration = 0

    /// Creates an idle machine.
    init(policy: ServicePolicy) {
        self.policy = policy
    }

    /// Begins a subscription whose number was never used before.
    mutating func nextGeneration() -> Generation {
        lastGeneration += 1
        return lastGeneration
    }

    /// Publishes a state, unless it is shown already.
    mutating func show(_ state: ServiceState) -> [Action] {
        guard state != shown else { return [] }
        shown = state
        return [.publish(state)]
    }

    /// Tells callers of their outcome, if there are any.
    func settle(
        _ callers: [Caller], _ outcome: Result<SnapshotInfo, RefreshError>
    ) -> [Action] {
        callers.isEmpty ? [] : [.settle(callers, outcome)]
    }
}
