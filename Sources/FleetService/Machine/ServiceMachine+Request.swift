import FleetCore

/// What becomes of a request, from the record to the store.
extension ServiceMachine {
    /// Adopts what the record holds, or asks the feed.
    mutating func recall(
        _ record: SourceRecord, for load: Load, _ now: Timestamp
    ) -> [Action] {
        learn(record)
        switch Adoption(record, for: load, policy, at: now) {
        case .snapshot(let info, let nextAt):
            return live(info, nextAt: nextAt, load.generation, settling: load.callers)
        case .failure(let backOff):
            return fail(backOff, load.generation, settling: load.callers, isAdopted: true, now)
        case nil:
            return begin(load, record.memory, now)
        }
    }

    private mutating func begin(
        _ load: Load, _ memory: FeedMemory?, _ now: Timestamp
    ) -> [Action] {
        var begun = load
        begun.stamp = RequestStamp(beganAt: now, process: policy.process)
        guard case .live = phase else {
            phase = .loading(begun)
            return show(.loading(info)) + [.proceed(.load(memory))]
        }
        phase = .live(Live(generation: load.generation, poll: begun))
        return [.proceed(.load(memory))]
    }

    /// Stores an answer.
    mutating func commit(
        _ answer: FeedAnswer, of load: Load, _ shownAt: Timestamp, _ now: Timestamp
    ) -> [Action] {
        guard let stamp = load.stamp else { return [] }
        let nextAt = Schedule.due(received: now, answer.schedule, policy)
        phase = .committing(Commit(load: load, outcome: .snapshot(nextAt: nextAt)))
        let dueAt = Schedule.freshUntil(received: now, answer.schedule, policy)
        let delivery = Delivery(
            answer: answer, request: stamp, fetchedAt: shownAt, dueAt: dueAt)
        return [.proceed(.commit(delivery))]
    }

    /// Stores a failure; one that came before anything was asked is nobody else's concern.
    mutating func remember(
        _ failure: FeedFailure, of load: Load, _ jitter: Double, _ now: Timestamp
    ) -> [Action] {
        let backOff = backOff(after: failure, of: load, jitter, now)
        guard let stamp = load.stamp else {
            return fail(backOff, load.generation, settling: load.callers, now)
        }
        phase = .committing(Commit(load: load, outcome: .failure(backOff)))
        return [.proceed(.remember(backOff, stamp))]
    }

    /// Tells of a snapshot that is stored, then handles what had to wait for it.
    mutating func conclude(
        _ commit: Commit, with info: SnapshotInfo, _ now: Timestamp
    ) -> [Action] {
        guard case .snapshot(let nextAt) = commit.outcome else { return [] }
        let told = live(
            info, nextAt: nextAt, commit.load.generation, settling: commit.load.callers)
        return told + proceed(after: commit, now)
    }

    /// Tells of an error state that is stored, then handles what had to wait for it.
    mutating func conclude(_ commit: Commit, _ now: Timestamp) -> [Action] {
        guard case .failure(let backOff) = commit.outcome else { return [] }
        let load = commit.load
        let told = fail(backOff, load.generation, settling: load.callers, now)
        return told + proceed(after: commit, now)
    }

    /// Tells that the store failed, then handles what had to wait for it.
    mutating func conclude(
        _ commit: Commit, _ failure: FeedFailure, _ jitter: Double, _ now: Timestamp
    ) -> [Action] {
        guard case .snapshot = commit.outcome else { return conclude(commit, now) }
        let load = commit.load
        let backOff = backOff(after: failure, of: load, jitter, now)
        let told = fail(backOff, load.generation, settling: load.callers, now)
        return told + proceed(after: commit, now)
    }

    private mutating func proceed(after commit: Commit, _ now: Timestamp) -> [Action] {
        if commit.isStopping { return handle(.stop, at: now) }
        return commit.queue.flatMap { handle(.refresh($0), at: now) }
    }
}
