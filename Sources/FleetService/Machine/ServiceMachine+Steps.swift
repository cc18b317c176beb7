import FleetCore

/// Start of subscriptions, and polls within them.
extension ServiceMachine {
    /// Starts the service from the stored record of the source.
    mutating func start(from record: SourceRecord, at now: Timestamp) -> [Action] {
        restore(from: record)
        switch FetchPolicy(record, at: now, offline: false, hasLeader: false) {
        case .skip(.backOff(let backOff)):
            return enterFailed(backOff, nextGeneration(), completing: [], at: now)
        case .skip(.fresh(let until)):
            guard let info = record.info else { return subscribe(at: now) }
            return enterLive(info, nextAt: until, nextGeneration(), completing: [])
        case .fetch, .skip(.offline), .skip(.leader):
            return subscribe(at: now)
        }
    }

    /// Subscribes without a refresh.
    mutating func subscribe(at now: Timestamp) -> [Action] {
        subscribe(Load(generation: nextGeneration(), requestedAt: now, isRefresh: false))
    }

    /// Subscribes for the callers of a refresh.
    mutating func subscribe(
        for callers: [CallerID], isReplacement: Bool = false, at now: Timestamp
    ) -> [Action] {
        subscribe(
            Load(
                generation: nextGeneration(), requestedAt: now, isRefresh: true,
                isReplacement: isReplacement, callers: callers))
    }

    private mutating func subscribe(_ load: Load) -> [Action] {
        phase = .loading(load)
        return publish(.loading(info)) + [.request(load.generation)]
    }

    /// Starts a poll within the subscription.
    mutating func poll(_ live: Live, at now: Timestamp) -> [Action] {
        guard live.poll == nil else { return [] }
        let load = Load(generation: live.generation, requestedAt: now, isRefresh: false)
        phase = .live(Live(generation: live.generation, poll: load))
        return [.request(live.generation)]
    }
}

/// Refreshes that a caller requests.
extension ServiceMachine {
    /// Adds the caller to the running load.
    mutating func join(_ load: Load, _ caller: CallerID) -> [Action] {
        var joined = load
        joined.callers.append(caller)
        joined.adoption = .none
        phase = .loading(joined)
        return []
    }

    /// Adds the caller to the load that follows a disposal.
    mutating func join(_ disposal: Disposal, _ caller: CallerID) -> [Action] {
        guard case .resubscribe(let callers, let isReplacement) = disposal.purpose else {
            return complete([caller], .failure(.stopped))
        }
        let purpose = Disposal.Purpose.resubscribe(
            callers: callers + [caller], isReplacement: isReplacement)
        phase = .disposing(Disposal(generation: disposal.generation, purpose: purpose))
        return []
    }

    /// Disposes a load and replaces it; its callers wait for the new load too.
    mutating func resubscribe(replacing load: Load, for caller: CallerID) -> [Action] {
        resubscribe(
            load.generation, for: load.callers + [caller], isReplacement: load.isRefresh)
    }

    /// Disposes a live subscription, with its poll if one is running, and replaces it.
    mutating func resubscribe(replacing live: Live, for caller: CallerID) -> [Action] {
        resubscribe(live.generation, for: [caller], isReplacement: false)
    }

    private mutating func resubscribe(
        _ generation: Generation, for callers: [CallerID], isReplacement: Bool
    ) -> [Action] {
        let purpose = Disposal.Purpose.resubscribe(
            callers: callers, isReplacement: isReplacement)
        phase = .disposing(Disposal(generation: generation, purpose: purpose))
        return publish(.loading(info)) + [.dispose(generation)]
    }

    /// Queues a refresh until the outcome is stored.
    mutating func queue(_ caller: CallerID, behind commit: Commit) -> [Action] {
        guard !commit.isStopping else { return complete([caller], .failure(.stopped)) }
        var queued = commit
        queued.queue.append(caller)
        phase = .committing(queued)
        return []
    }

    /// Ends an error state early, unless a `Retry-After` has not yet passed.
    mutating func refresh(
        after backOff: BackOff?, for caller: CallerID, at now: Timestamp
    ) -> [Action] {
        if let backOff, let until = backOff.retryAfterDeadline(at: now) {
            return complete([caller], .failure(.backingOff(backOff.failure, until: until)))
        }
        return [.cancelTimer] + subscribe(for: [caller], at: now)
    }
}

/// Steps of a request: read the record, load the feed, store the outcome.
extension ServiceMachine {
    /// Notes the last request that was complete when the callers of a refresh asked.
    mutating func note(_ lastRequest: RequestID?, for load: Load) -> [Action] {
        guard load.adoption == .unknown else { return [] }
        var noted = load
        noted.adoption = .after(lastRequest)
        phase = .loading(noted)
        return []
    }

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
            return begin(load, record, at: now)
        }
    }

    private mutating func begin(
        _ load: Load, _ record: SourceRecord, at now: Timestamp
    ) -> [Action] {
        let start =
            load.isRefresh ? Schedule.refresh(after: record.lastRequest, policy, at: now) : now
        var begun = load
        begun.requestID = RequestID(beganAt: start, process: policy.process)
        let step = RequestStep.load(record.cacheState, notBefore: start)
        guard case .live = phase else {
            phase = .loading(begun)
            return publish(.loading(info)) + [.proceed(step)]
        }
        phase = .live(Live(generation: load.generation, poll: begun))
        return [.proceed(step)]
    }

    /// Stores a response.
    mutating func commit(
        _ response: FeedResponse, of load: Load, shownAt: Timestamp, at now: Timestamp
    ) -> [Action] {
        guard let requestID = load.requestID else { return [] }
        let nextAt = Schedule.nextLoad(received: now, response.schedule, policy)
        phase = .committing(Commit(load: load, outcome: .snapshot(nextAt: nextAt)))
        let outcome = FetchOutcome(
            response, of: requestID, shownAt: shownAt, receivedAt: now, policy)
        return [.proceed(.commit(outcome))]
    }

    /// Stores a failure; one from before the request to the feed, or of this machine, concerns only
    /// this process.
    mutating func storeFailure(
        _ failure: FeedFailure, of load: Load, jitter: Double, at now: Timestamp
    ) -> [Action] {
        let backOff = backOff(after: failure, of: load, jitter: jitter, at: now)
        guard let requestID = load.requestID, !failure.isLocal else {
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

/// The outcome of a subscription: live or failed.
extension ServiceMachine {
    /// Restores the snapshot and the failure count from the record.
    ///
    /// The failure count continues across processes. While the record lacks this process's own
    /// failures, as when the store is not writable, the higher count wins.
    private mutating func restore(from record: SourceRecord) {
        info = record.info ?? info
        let storedFailures = min(max(record.backOff?.attempt ?? 0, 0), Self.maxFailures)
        let isNews =
            failedAt.map { record.hasRequest(byOtherThan: policy.process, after: $0) } ?? true
        failures = isNews ? storedFailures : max(failures, storedFailures)
    }

    /// Enters `live`: publishes a stored snapshot and schedules the next poll.
    private mutating func enterLive(
        _ info: SnapshotInfo, nextAt: Timestamp, _ generation: Generation,
        completing callers: [CallerID]
    ) -> [Action] {
        self.info = info
        failures = 0
        failedAt = nil
        phase = .live(Live(generation: generation))
        return publish(.live(info, nextAt: nextAt)) + complete(callers, .success(info))
            + [.startTimer(until: nextAt, generation)]
    }

    /// Enters `failed`: publishes the error state and schedules its end.
    ///
    /// A back-off adopted from the record may also forbid refreshes (`Retry-After`).
    private mutating func enterFailed(
        _ backOff: BackOff, _ generation: Generation, completing callers: [CallerID],
        isAdopted: Bool = false, at now: Timestamp
    ) -> [Action] {
        failures = backOff.attempt
        failedAt = backOff.failedAt
        phase = .failed(Failed(generation: generation, backOff: backOff))
        let retryAt = policy.retries ? backOff.retryAt : nil
        var error = RefreshError.failed(backOff.failure, retryAt: retryAt)
        if isAdopted, let until = backOff.retryAfterDeadline(at: now) {
            error = .backingOff(backOff.failure, until: until)
        }
        return publish(
            .failed(backOff.failure, retryAt: retryAt, attempt: backOff.attempt, info))
            + complete(callers, .failure(error))
            + [.startTimer(until: retryAt ?? now + Self.errorDuration, generation)]
    }

    /// Returns the error state after a failed load; only loads that no refresh requested count up.
    private func backOff(
        after failure: FeedFailure, of load: Load, jitter: Double, at now: Timestamp
    ) -> BackOff {
        let attempt = load.isRefresh ? max(failures, 1) : min(failures, Self.maxFailures) + 1
        return BackOff(after: failure, attempt: attempt, at: now, jitter: jitter)
    }

    /// Time that an error is shown before a service without retries stops.
    private static let errorDuration = Duration.seconds(5)
    /// Upper limit of the failure count; a damaged record may hold any number.
    private static let maxFailures = 9_999
}

/// Disposal of subscriptions, and the end of the service.
extension ServiceMachine {
    /// Disposes the subscription in order to stop permanently.
    mutating func dispose(_ generation: Generation, abandoning callers: [CallerID]) -> [Action] {
        phase = .disposing(Disposal(generation: generation, purpose: .stop))
        return complete(callers, .failure(.stopped)) + [.dispose(generation)]
    }

    /// Resubscribes or stops once the subscription has ended.
    mutating func finish(_ disposal: Disposal, at now: Timestamp) -> [Action] {
        switch disposal.purpose {
        case .resubscribe(let callers, let isReplacement):
            subscribe(for: callers, isReplacement: isReplacement, at: now)
        case .stop: stop(after: nil)
        }
    }

    /// Turns a disposal for a new subscription into one for a stop.
    mutating func stop(insteadOf disposal: Disposal) -> [Action] {
        guard case .resubscribe(let callers, _) = disposal.purpose else { return [] }
        phase = .disposing(Disposal(generation: disposal.generation, purpose: .stop))
        return complete(callers, .failure(.stopped))
    }

    /// Stops once the outcome is stored.
    mutating func stop(behind commit: Commit) -> [Action] {
        var stopping = commit
        stopping.isStopping = true
        stopping.queue = []
        phase = .committing(stopping)
        return complete(commit.queue, .failure(.stopped))
    }

    /// Stops permanently when no work is left to dispose.
    mutating func stop(after backOff: BackOff?) -> [Action] {
        phase = .stopped(Stopped(backOff: backOff, isPermanent: true))
        return publish(.stopped(backOff?.failure, info)) + [.finish]
    }

    /// Stops permanently because the source was changed or removed; stores nothing.
    mutating func stop(afterEndOfSource failure: FeedFailure) -> [Action] {
        let callers = phase.callers
        phase = .stopped(Stopped(backOff: nil, isPermanent: true))
        return publish(.stopped(failure, nil))
            + complete(callers, .failure(.failed(failure, retryAt: nil))) + [.finish]
    }

    /// Stops until the next refresh.
    mutating func stopUntilRefresh(after backOff: BackOff) -> [Action] {
        phase = .stopped(Stopped(backOff: backOff, isPermanent: false))
        return publish(.stopped(backOff.failure, info))
    }
}

extension SourceRecord {
    /// Whether another process made the last request, and later than `time`.
    fileprivate func hasRequest(byOtherThan process: String, after time: Timestamp) -> Bool {
        lastRequest.map { $0.process != process && $0.beganAt > time } ?? false
    }
}
