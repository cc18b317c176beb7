import FleetCore

extension ServiceMachine {
    /// Takes an event, at the time `now` of the machine's clock, and says what is to be done.
    ///
    /// | state | refresh | loaded | error | timer | stop |
    /// |---|---|---|---|---|---|
    /// | idle | subscribe → loading | – | – | – | → stopped |
    /// | loading, joined¹ | join | → committing | → failed² | – | → disposing(stop) |
    /// | loading, other | → disposing(renew) | → committing | → failed² | – | → disposing(stop) |
    /// | committing | queue³ | → live, no failures | store error → failed, attempt kept | – | finish, publish, disposing(stop) |
    /// | live | → disposing(renew) | → committing (poll) | → failed² | load, stays live | → disposing(stop) |
    /// | disposing(renew), shown as loading | join | drop | drop | disposed → loading | becomes stop |
    /// | disposing(stop) | refused: stopped | drop | drop | disposed → stopped | join |
    /// | failed | → loading, attempt kept⁴ | – | – | → loading, attempt + 1; no retry: → stopped(error) | → stopped(error) |
    /// | stopped(error) | → loading⁴ | – | – | – | for good |
    /// | stopped for good | refused: stopped | – | – | – | nothing |
    ///
    /// 1. A load of a refresh under 5 s old, or the successor of one: see `Load.isJoined(at:)`.
    /// 2. By way of committing: like a snapshot, a failure is stored before it is told, so that who
    ///    hears of it finds the source in back-off. What another process stored is adopted at once.
    /// 3. Publish, then the refresh is handled as in live or failed.
    /// 4. Before the end of a `Retry-After` nothing is asked, and the time is told.
    ///
    /// `start` counts in idle only: what is remembered makes it live, failed or loading. Results of
    /// another generation are dropped in every state.
    mutating func handle(_ event: Event, at now: Timestamp) -> [Action] {
        if let generation = event.generation, generation != phase.generation { return [] }
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
        case .start(let record): start(from: record, now)
        case .refresh(let caller): subscribe(for: [caller], now)
        case .stop: stop(after: nil)
        case .recalled, .loaded, .failed, .committed, .remembered, .timer, .disposed: []
        }
    }

    private mutating func whileLoading(
        _ load: Load, _ event: Event, _ now: Timestamp
    ) -> [Action] {
        switch event {
        case .refresh(let caller) where load.isJoined(at: now): join(load, caller)
        case .refresh(let caller): renew(load, for: caller)
        case .recalled(_, let record): recall(record, for: load, now)
        case .loaded(_, let answer, let shownAt): commit(answer, of: load, shownAt, now)
        case .failed(_, let failure, let jitter): remember(failure, of: load, jitter, now)
        case .stop: dispose(load.generation, abandoning: load.callers)
        case .start, .committed, .remembered, .timer, .disposed: []
        }
    }

    private mutating func whileCommitting(
        _ commit: Commit, _ event: Event, _ now: Timestamp
    ) -> [Action] {
        switch event {
        case .refresh(let caller): queue(caller, behind: commit)
        case .committed(_, let info): conclude(commit, with: info, now)
        case .remembered: conclude(commit, now)
        case .failed(_, let failure, let jitter): conclude(commit, failure, jitter, now)
        case .stop: stop(behind: commit)
        case .start, .recalled, .loaded, .timer, .disposed: []
        }
    }

    private mutating func whileLive(_ live: Live, _ event: Event, _ now: Timestamp) -> [Action] {
        switch event {
        case .refresh(let caller): renew(live, for: caller)
        case .timer: poll(live, now)
        case .recalled(_, let record): live.poll.map { recall(record, for: $0, now) } ?? []
        case .loaded(_, let answer, let shownAt):
            live.poll.map { commit(answer, of: $0, shownAt, now) } ?? []
        case .failed(_, let failure, let jitter):
            live.poll.map { remember(failure, of: $0, jitter, now) } ?? []
        case .stop: dispose(live.generation, abandoning: [])
        case .start, .committed, .remembered, .disposed: []
        }
    }

    private mutating func whileDisposing(
        _ disposal: Disposal, _ event: Event, _ now: Timestamp
    ) -> [Action] {
        switch event {
        case .refresh(let caller): join(disposal, caller)
        case .disposed: succeed(disposal, now)
        case .stop: stop(instead: disposal)
        case .start, .recalled, .loaded, .failed, .committed, .remembered, .timer: []
        }
    }

    private mutating func whileFailed(
        _ failed: Failed, _ event: Event, _ now: Timestamp
    ) -> [Action] {
        switch event {
        case .refresh(let caller): refresh(after: failed.backOff, for: caller, now)
        case .timer: policy.retries ? subscribe(now) : rest(after: failed.backOff)
        case .stop: [.cancelWait] + stop(after: failed.backOff)
        case .start, .recalled, .loaded, .failed, .committed, .remembered, .disposed: []
        }
    }

    private mutating func whileStopped(
        _ stopped: Stopped, _ event: Event, _ now: Timestamp
    ) -> [Action] {
        switch event {
        case .refresh(let caller) where stopped.isCancelled: settle([caller], .failure(.stopped))
        case .refresh(let caller): refresh(after: stopped.backOff, for: caller, now)
        case .stop: stopped.isCancelled ? [] : stop(after: stopped.backOff)
        case .start, .recalled, .loaded, .failed, .committed, .remembered, .timer, .disposed: []
        }
    }
}
