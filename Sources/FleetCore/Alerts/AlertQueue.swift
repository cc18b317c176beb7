/// Queue of the alerts for one notifier: one call at a time, in order, limited per minute.
///
/// Sensor alarms and the feed's own alerts come first and have their own limit, so that a thousand
/// vehicles that move never delay a fire alarm.
///
/// A failed call is repeated up to three times, after 1, 2 and 4 s, or later if the notifier asks
/// for it (`Retry-After`, at most a minute). The queue is a value: events and times go in, and the
/// next step comes out.
public struct AlertQueue: Equatable, Sendable {
    /// The next action of the caller.
    public enum Step: Equatable, Sendable {
        /// Deliver this alert, then report the outcome.
        case call(Alert)
        /// Wait until an alert is added, or until this time.
        case wait(until: Timestamp?)
        /// Stop: the queue is empty and finished.
        case done
    }

    /// The maximum number of waiting alerts; the oldest are dropped first, urgent ones last.
    public static let limit = 1000
    static let retries = 3

    /// Alerts that share a rate limit.
    private struct Line: Equatable {
        var waiting: [Alert] = []
        var rateLimit: RateLimit

        mutating func takeFirst(at now: Timestamp) -> Alert? {
            guard !waiting.isEmpty, rateLimit.take(at: now) else { return nil }
            return waiting.removeFirst()
        }

        /// The time when the first waiting alert may be sent.
        var nextAllowedAt: Timestamp? { waiting.isEmpty ? nil : rateLimit.nextAllowedAt }
    }

    private var urgent: Line
    private var ordinary: Line
    /// The alert that is being delivered, or that will be retried.
    private var current: Alert?
    private var isCalling = false
    private var failures = 0
    private var retryAt: Timestamp?
    private var isFinishing = false
    private var undelivered = UndeliveredAlerts()

    /// Creates an empty queue.
    public init(perMinute: Int) {
        let line = Line(rateLimit: RateLimit(perMinute: perMinute))
        (urgent, ordinary) = (line, line)
    }

    /// Appends alerts to their lines.
    public mutating func add(_ alerts: [Alert]) {
        guard !isFinishing else { return }
        urgent.waiting += alerts.filter(\.kind.isUrgent)
        ordinary.waiting += alerts.filter { !$0.kind.isUrgent }
        let excess = max(0, waitingCount - Self.limit)
        let ordinaryExcess = min(excess, ordinary.waiting.count)
        ordinary.waiting.removeFirst(ordinaryExcess)
        urgent.waiting.removeFirst(excess - ordinaryExcess)
        undelivered.dropped += excess
    }

    /// Number of alerts that failed, were dropped or were given up so far.
    public var lossCount: Int { undelivered.lossCount }

    private var waitingCount: Int { urgent.waiting.count + ordinary.waiting.count }

    /// Returns the next step.
    public mutating func next(at now: Timestamp) -> Step {
        if isCalling { return .wait(until: nil) }
        if let retryAt, retryAt > now {
            return .wait(until: min(retryAt, undelivered.dueAt(now) ?? retryAt))
        }
        current = current ?? urgent.takeFirst(at: now) ?? ordinary.takeFirst(at: now)
        guard let current else { return pause(at: now) }
        (isCalling, retryAt) = (true, nil)
        return .call(current)
    }

    /// Waits for more alerts, or until the rate limit allows the next one.
    private mutating func pause(at now: Timestamp) -> Step {
        guard !isFinishing else {
            abandon()
            return .done
        }
        undelivered.delayed = waitingCount
        let times = [urgent.nextAllowedAt, ordinary.nextAllowedAt, undelivered.dueAt(now)]
        return .wait(until: times.compactMap(\.self).min())
    }

    /// Records that the call succeeded.
    public mutating func succeeded() {
        isCalling = false
        clearCurrent()
    }

    /// Records that the call failed.
    public mutating func failed(_ error: NotifierError, at now: Timestamp) {
        isCalling = false
        guard error.isRetryable, failures < Self.retries, !isFinishing else { return giveUp(error) }
        failures += 1
        let requested = min(error.retryAfter ?? .zero, .seconds(60))
        retryAt = now + max(Self.delay(beforeRetry: failures), requested)
    }

    /// Closes the queue to new alerts: each waiting alert gets one attempt, a failed one no retry.
    public mutating func finish() {
        isFinishing = true
        guard current != nil, !isCalling else { return }
        clearCurrent()
        undelivered.unsent += 1
    }

    /// Gives up all undelivered alerts.
    public mutating func abandon() {
        finish()
        undelivered.unsent += waitingCount + (current == nil ? 0 : 1)
        undelivered.delayed = 0
        (urgent.waiting, ordinary.waiting) = ([], [])
        isCalling = false
        clearCurrent()
    }

    /// Returns the warnings about undelivered alerts; empty if the last warning is less than a
    /// minute old and the queue is not finishing.
    public mutating func takeWarnings(of notifier: String, at now: Timestamp) -> [String] {
        guard let dueAt = undelivered.dueAt(now), dueAt <= now || isFinishing else { return [] }
        return undelivered.takeLines(notifier, limit: ordinary.rateLimit.perMinute, at: now)
    }

    /// Returns the delay before a retry.
    ///
    /// | retry | 1 | 2 | 3 |
    /// |---|---|---|---|
    /// | seconds | 1 | 2 | 4 |
    static func delay(beforeRetry number: Int) -> Duration {
        .seconds(1 << min(max(number, 1) - 1, 2))
    }

    private mutating func giveUp(_ error: NotifierError) {
        undelivered.failed += 1
        undelivered.cause = error.cause
        clearCurrent()
    }

    private mutating func clearCurrent() {
        (current, retryAt, failures) = (nil, nil, 0)
    }
}

/// Error of a notifier that could not deliver an alert.
public struct NotifierError: Error, Equatable, Sendable {
    /// The cause, in one line without secrets.
    public var cause: String
    /// Whether a retry may succeed.
    public var isRetryable: Bool
    /// The requested wait before a retry (`Retry-After`).
    public var retryAfter: Duration?

    /// Creates an error.
    public init(_ cause: String, isRetryable: Bool, retryAfter: Duration? = nil) {
        self.cause = cause
        self.isRetryable = isRetryable
        self.retryAfter = retryAfter
    }
}
