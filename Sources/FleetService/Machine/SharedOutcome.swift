import FleetCore

/// An outcome in the shared record that makes a request to the feed unnecessary.
enum SharedOutcome: Equatable {
    /// Another process has just stored a snapshot.
    case snapshot(SnapshotInfo, nextAt: Timestamp)
    /// Another process has just failed, or the source is in back-off.
    case failure(BackOff)

    /// Returns the outcome that `load`, which now holds the lock, adopts; `nil` if it must load.
    ///
    /// A `Retry-After` applies to every load. A refresh adopts the outcome of another process only
    /// if that was still in flight when its callers asked (`Load.adoption`). Other loads adopt it
    /// if its request began at most `policy.minInterval` before they were requested; another
    /// process's back-off applies to them until it ends.
    init?(_ record: SourceRecord, for load: Load, _ policy: ServicePolicy, at now: Timestamp) {
        let isShared = record.isShared(with: load, policy, at: now)
        if let backOff = record.backOff {
            let isForeign = record.lastRequest.map { $0.process != policy.process } ?? false
            let isBackingOff = isForeign && !load.isRefresh && backOff.isActive(at: now)
            guard isShared || isBackingOff || backOff.retryAfterDeadline(at: now) != nil else {
                return nil
            }
            self = .failure(backOff.withPlausibleRetry(at: now))
        } else {
            guard isShared, let info = record.info else { return nil }
            let freshFor = record.dueAt.map { $0 - now } ?? .zero
            let rest = FeedSchedule(minInterval: .zero, freshFor: freshFor)
            self = .snapshot(info, nextAt: Schedule.nextLoad(received: now, rest, policy))
        }
    }
}

extension SourceRecord {
    fileprivate func isShared(
        with load: Load, _ policy: ServicePolicy, at now: Timestamp
    ) -> Bool {
        guard let lastRequest, lastRequest.process != policy.process, policy.minInterval > .zero
        else { return false }
        if load.isRefresh {
            guard case .after(let earlier) = load.adoption else { return false }
            return lastRequest != earlier
        }
        return lastRequest.beganAt >= load.requestedAt - policy.minInterval
            && lastRequest.beganAt <= now
    }
}

extension BackOff {
    /// Returns a copy whose `retryAt` is upcoming and at most an hour ahead.
    fileprivate func withPlausibleRetry(at now: Timestamp) -> BackOff {
        guard !Schedule.isUpcoming(retryAt, at: now) else { return self }
        var copy = self
        let delay = BackOff.delay(attempt: attempt, jitter: 0)
        copy.retryAt = max(now + delay, retryAfterDeadline(at: now) ?? now)
        return copy
    }
}
