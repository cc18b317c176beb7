import FleetCore

/// Steps of a request: read the record, load the feed, store the outcome.
extension ServiceMachine {
    /// Adopts the outcome in the record, or loads the feed.
    mutating func adoptOrLoad(
        _ record: SourceRecord, for load: Load, at now: Timestamp
    ) -> [Action] {
        restore(from: record)
        switch SharedOutcome(record, for: load, policy, at: now) {
        case .snapshot(let info, let nextAt):
            return enterLive(info, nextAt: nextAt, load.generation, completing: load.callers)
        case .failure(let backOff):
            return enterFailed(
                backOff, load.generation, completing: load.callers, isAdopted: true, at: now)
        case nil:
            return begin(load, record.cacheState, at: now)
        }
    }

    private mutating func begin(
        _ load: Load, _ cacheState: FeedCacheState?, at now: Timestamp
    ) -> [Action] {
        var begun = load
        begun.requestID = RequestID(beganAt: now, process: policy.process)
        guard case .live = phase else {
            phase = .loading(begun)
            return publish(.loading(info)) + [.proceed(.load(cacheState))]
        }
        phase = .live(Live(generation: load.generation, poll: begun))
        return [.proceed(.load(cacheState))]
    }

    /// Stores a response.
    mutating func commit(
        _ response: FeedResponse, of load: Load, shownAt: Timestamp, at now: Timestamp
    ) -> [Action] {
        guard let requestID = load.requestID else { return [] }
        let nextAt = Schedule.nextLoad(received: now, response.schedule, policy)
        phase = .committing(Commit(load: load, outcome: .snapshot(nextAt: nextAt)))
        let dueAt = Schedule.freshUntil(received: now, response.schedule, policy)
        let outcome = FetchOutcome(
            response: response, request: requestID, fetchedAt: shownAt, dueAt: dueAt)
        return [.proceed(.commit(outcome))]
    }

    /// Stores a failure; one from before the request to the feed concerns only this process.
    mutating func storeFailure(
        _ failure: FeedFailure, of load: Load, jitter: Double, at now: Timestamp
    ) -> [Action] {
        let backOff = backOff(after: failure, of: load, jitter: jitter, at: now)
        guard let requestID = load.requestID else {
            return enterFailed(backOff, load.generation, completing: load.callers, at: now)
        }
        phase = .committing(Commit(load: load, outcome: .failure(backOff)))
        return [.proceed(.storeFailure(backOff, requestID))]
    }

    /// Publishes a stored snapshot, then handles the events that waited for it.
    mutating func finish(
        _ commit: Commit, with info: SnapshotInfo, at now: Timestamp
    ) -> [Action] {
        guard case .snapshot(let nextAt) = commit.outcome else { return [] }
        let actions = enterLive(
            info, nextAt: nextAt, commit.load.generation, completing: commit.load.callers)
        return actions + handleDeferredEvents(of: commit, at: now)
    }

    /// Publishes a stored error state, then handles the events that waited for it.
    mutating func finish(_ commit: Commit, at now: Timestamp) -> [Action] {
        guard case .failure(let backOff) = commit.outcome else { return [] }
        let load = commit.load
        let actions = enterFailed(backOff, load.generation, completing: load.callers, at: now)
        return actions + handleDeferredEvents(of: commit, at: now)
    }

    /// Publishes a store error, then handles the events that waited for the commit.
    mutating func abort(
        _ commit: Commit, after failure: FeedFailure, jitter: Double, at now: Timestamp
    ) -> [Action] {
        guard case .snapshot = commit.outcome else { return finish(commit, at: now) }
        let load = commit.load
        let backOff = backOff(after: failure, of: load, jitter: jitter, at: now)
        let actions = enterFailed(backOff, load.generation, completing: load.callers, at: now)
        return actions + handleDeferredEvents(of: commit, at: now)
    }

    private mutating func handleDeferredEvents(
        of commit: Commit, at now: Timestamp
    ) -> [Action] {
        if commit.isStopping { return handle(.stop, at: now) }
        return commit.queue.flatMap { handle(.refresh($0), at: now) }
    }
}
