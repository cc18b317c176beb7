import FleetCore

/// The outcome of a subscription: live or failed.
extension ServiceMachine {
    /// Restores the snapshot and the failure count from the record.
    ///
    /// The failure count continues across processes. While the record lacks this process's own
    /// failures, as when the store is not writable, the higher count wins.
    mutating func restore(from record: SourceRecord) {
        info = record.info ?? info
        let storedFailures = min(max(record.backOff?.attempt ?? 0, 0), Self.maxFailures)
        let isNews =
            failedAt.map { record.hasRequest(byOtherThan: policy.process, after: $0) } ?? true
        failures = isNews ? storedFailures : max(failures, storedFailures)
    }

    /// Enters `live`: publishes a stored snapshot and schedules the next poll.
    mutating func enterLive(
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
    mutating func enterFailed(
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
    func backOff(
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

extension SourceRecord {
    /// Whether another process made the last request, and later than `time`.
    fileprivate func hasRequest(byOtherThan process: String, after time: Timestamp) -> Bool {
        lastRequest.map { $0.process != process && $0.beganAt > time } ?? false
    }
}
