/// What waits to be told to one notifier, and when it is: one call at a time, in order.
///
/// A call that failed is made again up to three times, after 1, 2 and 4 s, and later if the notifier
/// asks for it (`Retry-After`, at most a minute). It is a value: events and times go in, and what to do
/// next comes out.
public struct AlertQueue: Equatable, Sendable {
    /// What is to be done next.
    public enum Step: Equatable, Sendable {
        /// Tell this; then say how that went.
        case call(Alert)
        /// Wait until something is added, or until this time.
        case wait(until: Timestamp?)
        /// All is told, and nothing more will come.
        case done
    }

    /// How many alerts wait at most; the oldest that is not urgent goes first.
    public static let limit = 1000
    static let retries = 3

    private var waiting: [Alert] = []
    /// What is being told, or is to be told again.
    private var current: Alert?
    private var isCalling = false
    private var failures = 0
    private var retryAt: Timestamp?
    private var isEnding = false
    private var allowance: AlertAllowance
    private var losses = AlertLosses()

    /// Creates a queue in which nothing waits.
    public init(perMinute: Int) {
        allowance = AlertAllowance(perMinute: perMinute)
    }

    /// Adds alerts as far as the rate limit allows: urgent ones before others, else at the end.
    public mutating func add(_ alerts: [Alert], at now: Timestamp) {
        guard !isEnding else { return }
        for alert in alerts.filter(\.kind.isUrgent) + alerts.filter({ !$0.kind.isUrgent }) {
            guard allowance.take(alert.kind, at: now) else {
                losses.heldBack += 1
                continue
            }
            let place = alert.kind.isUrgent ? waiting.firstIndex { !$0.kind.isUrgent } : nil
            waiting.insert(alert, at: place ?? waiting.endIndex)
        }
        while waiting.count > Self.limit {
            waiting.remove(at: waiting.firstIndex { !$0.kind.isUrgent } ?? 0)
            losses.pushedOut += 1
        }
    }

    /// Says what to do next.
    public mutating func next(at now: Timestamp) -> Step {
        if isCalling { return .wait(until: nil) }
        if let retryAt, retryAt > now {
            return .wait(until: min(retryAt, losses.dueAt(now) ?? retryAt))
        }
        if current == nil, !waiting.isEmpty { current = waiting.removeFirst() }
        guard let current else {
            return isEnding ? .done : .wait(until: losses.dueAt(now))
        }
        (isCalling, retryAt) = (true, nil)
        return .call(current)
    }

    /// Notes that the call went well.
    public mutating func succeeded() {
        isCalling = false
        goOn()
    }

    /// Notes that the call failed.
    public mutating func failed(_ failure: NotifyFailure, at now: Timestamp) {
        isCalling = false
        guard failure.mayPass, failures < Self.retries, !isEnding else { return giveUp(failure) }
        failures += 1
        let asked = min(failure.retryAfter ?? .zero, .seconds(60))
        retryAt = now + max(Self.delay(beforeRetry: failures), asked)
    }

    /// Notes that nothing more will come: what waits gets one try each, and what failed no other.
    public mutating func end() {
        isEnding = true
        guard current != nil, !isCalling else { return }
        goOn()
        losses.unsent += 1
    }

    /// Gives up all that was not told.
    public mutating func abandon() {
        end()
        losses.unsent += waiting.count + (current == nil ? 0 : 1)
        waiting = []
        isCalling = false
        goOn()
    }

    /// What a person is to be told of alerts that were lost; nothing if that was done in the last minute,
    /// unless it is the end.
    public mutating func takeWarnings(of notifier: String, at now: Timestamp) -> [String] {
        guard let dueAt = losses.dueAt(now), dueAt <= now || isEnding else { return [] }
        return losses.takeLines(notifier, limit: allowance.perMinute, at: now)
    }

    /// How long to wait before a call is made again.
    ///
    /// | retry | 1 | 2 | 3 |
    /// |---|---|---|---|
    /// | seconds | 1 | 2 | 4 |
    static func delay(beforeRetry number: Int) -> Duration {
        .seconds(1 << min(max(number, 1) - 1, 2))
    }

    private mutating func giveUp(_ failure: NotifyFailure) {
        losses.failed += 1
        losses.cause = failure.cause
        goOn()
    }

    private mutating func goOn() {
        (current, retryAt, failures) = (nil, nil, 0)
    }
}
