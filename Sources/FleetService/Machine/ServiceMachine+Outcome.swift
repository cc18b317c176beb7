import FleetCore

/// How a subscription is seen to succeed or fail.
extension ServiceMachine {
    /// Takes up what is remembered of the source, by this process and others.
    ///
    /// The count of failures grows across processes; our own counts for more while the record does
    /// not know of it, as when the store cannot be written.
    mutating func learn(_ record: SourceRecord) {
        info = record.info ?? info
        let remembered = min(max(record.backOff?.attempt ?? 0, 0), Self.mostFailures)
        let isNews = failedAt.map { record.tells(of: policy.process, after: $0) } ?? true
        failures = isNews ? remembered : max(failures, remembered)
    }

    /// Shows a stored snapshot, and waits for the next.
    mutating func live(
        _ info: SnapshotInfo, nextAt: Timestamp, _ generation: Generation,
        settling callers: [Caller]
    ) -> [Action] {
        self.info = info
        failures = 0
        failedAt = nil
        phase = .live(Live(generation: generation))
        return show(.live(info, nextAt: nextAt)) + settle(callers, .success(info))
            + [.wait(until: nextAt, generation)]
    }

    /// Shows an error state, and waits for its end; an adopted one may forbid asking at all.
    mutating func fail(
        _ backOff: BackOff, _ generation: Generation, settling callers: [Caller],
        isAdopted: Bool = false, _ now: Timestamp
    ) -> [Action] {
        failures = backOff.attempt
        failedAt = backOff.failedAt
        phase = .failed(Failed(generation: generation, backOff: backOff))
        let retryAt = policy.retries ? backOff.retryAt : nil
        var error = RefreshError.failed(backOff.failure, retryAt: retryAt)
        if isAdopted, let until = backOff.forbidden(at: now) {
            error = .leftAlone(backOff.failure, until: until)
        }
        return show(
            .failed(backOff.failure, retryAt: retryAt, attempt: backOff.attempt, info))
            + settle(callers, .failure(error))
            + [.wait(until: retryAt ?? now + Self.errorState, generation)]
    }

    /// The error state after a load: a person's refresh repeats the last one, others go further.
    func backOff(
        after failure: FeedFailure, of load: Load, _ jitter: Double, _ now: Timestamp
    ) -> BackOff {
        let attempt = load.isRefresh ? max(failures, 1) : min(failures, Self.mostFailures) + 1
        return BackOff(after: failure, attempt: attempt, at: now, jitter: jitter)
    }

    /// How long an error is shown before the service stops, if it does not retry.
    private static let errorState = Duration.seconds(5)
    /// How far failures are counted; a damaged record may claim any number.
    private static let mostFailures = 9_999
}

extension SourceRecord {
    /// Whether the last request was made by another process than this, and after a time.
    fileprivate func tells(of process: String, after time: Timestamp) -> Bool {
        lastRequest.map { $0.process != process && $0.beganAt > time } ?? false
    }
}
