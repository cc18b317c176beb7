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

    /// Handles an event at the time `now` of the machine's clock, and returns the actions to take.
    ///
    /// | state | refresh | loaded | error | timer | stop |
    /// |---|---|---|---|---|---|
    /// | idle | subscribe → loading | – | – | – | → stopped |
    /// | loading, joinable¹ | join | → committing | → failed² | – | → disposing(stop) |
    /// | loading, other | → disposing(resubscribe) | → committing | → failed² | – | → disposing(stop) |
    /// | committing | queue³ | → live, failures reset | store error → failed, attempt kept | – | commit, publish, → disposing(stop) |
    /// | live | → disposing(resubscribe) | → committing (poll) | → failed² | poll, stay live | → disposing(stop) |
    /// | disposing(resubscribe), shown as loading | join | drop | drop | disposed → loading | → disposing(stop) |
    /// | disposing(stop) | reject: stopped | drop | drop | disposed → stopped | join |
    /// | failed | → loading, attempt kept⁴ | – | – | → loading, attempt + 1; no retry: → stopped(error) | → stopped(error) |
    /// | stopped(error) | → loading⁴ | – | – | – | → stopped permanently |
    /// | stopped permanently | reject: stopped | – | – | – | – |
    ///
    /// 1. A load for a refresh less than 5 s old, or its replacement: see `Load.isJoinable(at:)`.
    /// 2. By way of committing: a failure, like a snapshot, is stored before it is published, so an
    ///    observer of the failure finds the source in back-off. An outcome that another process
    ///    stored is adopted at once.
    /// 3. The outcome is published, then the refresh is handled as in live or failed.
    /// 4. Rejected before the end of a `Retry-After`, with its time.
    ///
    /// `start` counts in idle only: the record makes the service live, failed or loading. Results
    /// of another generation are dropped in every state. A source that was changed or removed stops
    /// the service permanently, in whichever state.
    mutating func handle(_ event: Event, at now: Timestamp) -> [Action] {
        if let generation = event.generation, generation != phase.generation { return [] }
        if case .failed(_, let failure, _) = event, failure.reason == .machine(.sourceChanged) {
            return stop(afterEndOfSource: failure)
        }
        return switch phase {
        case .idle: whileIdle(event, now)
        case .loading(let load): whileLoading(load, event, now)
        case .committing(let commit): whileCommitting(commit, event, now)
        case .live(let live): whileLive(live, event, now)
        case .disposing(let disposal): whileDisposing(disposal, event, now)
        case .failed(let failed): whileFailed(failed, event, now)
        case .stopped(let stopped): whileStopped(stopped, event, now)
        }
    }

    private mutating func whileIdle(_ event: Event, _ now: Timestamp) -> [Action] {
        switch event {
        case .start(let record): start(from: record, at: now)
        case .refresh(let caller): subscribe(for: [caller], at: now)
        case .stop: stop(after: nil)
        case .lastRequestRead, .recordRead, .loaded, .failed, .committed, .failureStored,
            .timerFired, .disposed:
            []
        }
    }

    private mutating func whileLoading(
        _ load: Load, _ event: Event, _ now: Timestamp
    ) -> [Action] {
        switch event {
        case .refresh(let caller) where load.isJoinable(at: now): join(load, caller)
        case .refresh(let caller): resubscribe(replacing: load, for: caller)
        case .lastRequestRead(_, let request): note(request, for: load)
        case .recordRead(_, let record): adoptOrLoad(record, for: load, at: now)
        case .loaded(_, let response, let shownAt):
            commit(response, of: load, shownAt: shownAt, at: now)
        case .failed(_, let failure, let jitter):
            storeFailure(failure, of: load, jitter: jitter, at: now)
        case .stop: dispose(load.generation, abandoning: load.callers)
        case .start, .committed, .failureStored, .timerFired, .disposed: []
        }
    }

    private mutating func whileCommitting(
        _ commit: Commit, _ event: Event, _ now: Timestamp
    ) -> [Action] {
        switch event {
        case .refresh(let caller): queue(caller, behind: commit)
        case .committed(_, let info): finish(commit, with: info, at: now)
        case .failureStored: finish(commit, at: now)
        case .failed(_, let failure, let jitter):
            abort(commit, after: failure, jitter: jitter, at: now)
        case .stop: stop(behind: commit)
        case .start, .lastRequestRead, .recordRead, .loaded, .timerFired, .disposed: []
        }
    }

    private mutating func whileLive(_ live: Live, _ event: Event, _ now: Timestamp) -> [Action] {
        switch event {
        case .refresh(let caller): resubscribe(replacing: live, for: caller)
        case .timerFired: poll(live, at: now)
        case .recordRead(_, let record):
            live.poll.map { adoptOrLoad(record, for: $0, at: now) } ?? []
        case .loaded(_, let response, let shownAt):
            live.poll.map { commit(response, of: $0, shownAt: shownAt, at: now) } ?? []
        case .failed(_, let failure, let jitter):
            live.poll.map { storeFailure(failure, of: $0, jitter: jitter, at: now) } ?? []
        case .stop: dispose(live.generation, abandoning: [])
        case .start, .lastRequestRead, .committed, .failureStored, .disposed: []
        }
    }

    private mutating func whileDisposing(
        _ disposal: Disposal, _ event: Event, _ now: Timestamp
    ) -> [Action] {
        switch event {
        case .refresh(let caller): join(disposal, caller)
        case .disposed: finish(disposal, at: now)
        case .stop: stop(insteadOf: disposal)
        case .start, .lastRequestRead, .recordRead, .loaded, .failed, .committed, .failureStored,
            .timerFired:
            []
        }
    }

    private mutating func whileFailed(
        _ failed: Failed, _ event: Event, _ now: Timestamp
    ) -> [Action] {
        switch event {
        case .refresh(let caller): refresh(after: failed.backOff, for: caller, at: now)
        case .timerFired:
            policy.retries ? subscribe(at: now) : stopUntilRefresh(after: failed.backOff)
        case .stop: [.cancelTimer] + stop(after: failed.backOff)
        case .start, .lastRequestRead, .recordRead, .loaded, .failed, .committed, .failureStored,
            .disposed:
            []
        }
    }

    private mutating func whileStopped(
        _ stopped: Stopped, _ event: Event, _ now: Timestamp
    ) -> [Action] {
        switch event {
        case .refresh(let caller) where stopped.isPermanent:
            complete([caller], .failure(.stopped))
        case .refresh(let caller): refresh(after: stopped.backOff, for: caller, at: now)
        case .stop: stopped.isPermanent ? [] : stop(after: stopped.backOff)
        case .start, .lastRequestRead, .recordRead, .loaded, .failed, .committed, .failureStored,
            .timerFired, .disposed:
            []
        }
    }

    /// Whether a load is running that a refresh requested.
    var isRefreshing: Bool {
        if case .loading(let load) = phase { load.isRefresh } else { false }
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
