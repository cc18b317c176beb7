import FleetCore

/// What a request finds in the record, once it holds the lock, that spares it from asking.
enum Adoption: Equatable {
    /// Another process just brought a snapshot.
    case snapshot(SnapshotInfo, nextAt: Timestamp)
    /// Another process just failed, or the feed is to be left alone.
    case failure(BackOff)

    /// Looks for an outcome to adopt; `nil` means: ask.
    ///
    /// A `Retry-After` holds for everybody. The outcome of another process holds if its request
    /// began at most `policy.floor` before `load` was asked for; another process's back-off holds
    /// for as long as it lasts, unless a person asked.
    init?(_ record: SourceRecord, for load: Load, _ policy: ServicePolicy, at now: Timestamp) {
        let isShared = record.isShared(with: load, policy, at: now)
        if let backOff = record.backOff {
            let isForeign = record.lastRequest.map { $0.process != policy.process } ?? false
            let isLeftAlone = isForeign && !load.isRefresh && backOff.isInForce(at: now)
            guard isShared || isLeftAlone || backOff.forbidden(at: now) != nil else { return nil }
            self = .failure(backOff.trusted(at: now))
        } else {
            guard isShared, let info = record.info else { return nil }
            let goodFor = record.dueAt.map { $0 - now } ?? .zero
            let rest = FeedSchedule(floor: .zero, goodFor: goodFor)
            self = .snapshot(info, nextAt: Schedule.due(received: now, rest, policy))
        }
    }
}

extension SourceRecord {
    fileprivate func isShared(
        with load: Load, _ policy: ServicePolicy, at now: Timestamp
    ) -> Bool {
        guard let lastRequest, lastRequest.process != policy.process, policy.floor > .zero else {
            return false
        }
        return lastRequest.beganAt >= load.askedAt - policy.floor && lastRequest.beganAt <= now
    }
}

extension BackOff {
    /// The same, to be retried at a time that can be waited for.
    fileprivate func trusted(at now: Timestamp) -> BackOff {
        guard !Schedule.isAhead(retryAt, of: now) else { return self }
        var copy = self
        let delay = BackOff.delay(attempt: attempt, jitter: 0)
        copy.retryAt = max(now + delay, forbidden(at: now) ?? now)
        return copy
    }
}
