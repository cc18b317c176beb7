import FleetCore

/// State machine of the service: takes events, returns actions.
///
/// It decides when to poll, how to back off after a failure and when to stop. It performs no work
/// and holds no clock, so every decision can be tested as a value. `handle(_:at:)` documents the
/// transition table.
struct ServiceMachine: Sendable {
    let policy: ServicePolicy
    var phase = Phase.idle
    /// Summary of the last good snapshot.
    var info: SnapshotInfo?
    /// Number of consecutive failures.
    var failures = 0
    /// Time of the last failure in this process; `nil` after a success.
    var failedAt: Timestamp?
    /// Last published state.
    private(set) var published = ServiceState.idle(nil)
    private var lastGeneration = 0

    /// Creates an idle machine.
    init(policy: ServicePolicy) {
        self.policy = policy
    }

    /// Returns the number of a new subscription; numbers are never reused.
    mutating func nextGeneration() -> Generation {
        lastGeneration += 1
        return lastGeneration
    }

    /// Publishes a state, unless it is the last published one.
    mutating func publish(_ state: ServiceState) -> [Action] {
        guard state != published else { return [] }
        published = state
        return [.publish(state)]
    }

    /// Returns the outcome to the callers, if there are any.
    func complete(
        _ callers: [CallerID], _ outcome: Result<SnapshotInfo, RefreshError>
    ) -> [Action] {
        callers.isEmpty ? [] : [.complete(callers, outcome)]
    }
}
