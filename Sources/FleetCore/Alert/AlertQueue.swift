/// What waits to be told to one notifier, and when it is: one call at a time, in order, and in any minute
/// as many as are allowed.
///
/// Alarms of sensors and what becomes of the feed come first and are counted by themselves, so that a
/// thousand vehicles that move never hold up a fire.
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

    /// How many alerts wait at most; the oldest go first, those that are urgent last.
    public static let limit = 1000
    static let retries = 3

    /// Alerts that wait for each other.
    private struct Line: Equatable {
        var waiting: [Alert] = []
        var allowance: AlertAllowance

        mutating func takeFirst(at now: Timestamp) -> Alert? {
            guard !waiting.isEmpty, allowance.take(at: now) else { return nil }
            return waiting.removeFirst()
        }

        /// When the first may be told that was refused.
        var freeAt: Timestamp? { waiting.isEmpty ? nil : allowance.freeAt }
    }

    private var urgent: Line
    private var ordinary: Line
    /// What is being told, or is to be told again.
    private var current: Alert?
    private var isCalling = false
    private var failures = 0
    private var retryAt: Timestamp?
    private var isEnding = false
    private var losses = AlertLosses()

    /// Creates a queue in which nothing waits.
    public init(perMinute: Int) {
        let line = Line(allowance: AlertAllowance(perMinute: perMinute))
        (urgent, ordinary) = (line, line)
    }

    /// Adds alerts at the end of their line.
    public mutating func add(_ alerts: [Alert]) {
        guard !isEnding else { return }
        urgent.waiting += alerts.filter(\.kind.isUrgent)
        ordinary.waiting += alerts.filter { !$0.kind.isUrgent }
        let excess = max(0, waitingCount - Self.limit)
        let ordinaryExcess = min(excess, ordinary.waiting.count)
        ordinary.waiting.removeFirst(ordinaryExcess)
        urgent.waiting.removeFirst(excess - ordinaryExcess)
        losses.pushedOut += excess
    }

    private var waitingCount: Int { urgent.waiting.count + ordinary.waiting.count }

    /// Says what to do next.
    public mutating func next(at now: Timestamp) -> Step {
        if isCalling { return .wait(until: nil) }
        if let retryAt, retryAt > now {
            return .wait(until: min(retryAt, losses.dueAt(now) ?? retryAt))
        }
        current = current ?? urgent.takeFirst(at: now) ?? ordinary.takeFirst(at: now)
        guard let current else { return pause(at: now) }
        (isCalling, retryAt) = (true, nil)
        return .call(current)
    }

    /// Waits for more, or until more may be told.
    private mutating func pause(at now: Timestamp) -> Step {
        guard !isEnding else {
            abandon()
            return .done
        }
        losses.delayed = waitingCount
        return .wait(
            until: [urgent.freeAt, ordinary.freeAt, losses.dueAt(now)].compactMap(\.self).min())
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
        losses.unsent += waitingCount + (current == nil ? 0 : 1)
        losses.delayed = 0
        (urgent.waiting, ordinary.waiting) = ([], [])
        isCalling = false
        goOn()
    }

    /// What a person is to be told of alerts that were lost; nothing if that was done in the last minute,
    /// unless it is the end.
    public mutating func takeWarnings(of notifier: String, at now: Timestamp) -> [String] {
        guard let dueAt = losses.dueAt(now), dueAt <= now || isEnding else { return [] }
        return losses.takeLines(notifier, limit: ordinary.allowance.perMinute, at: now)
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
