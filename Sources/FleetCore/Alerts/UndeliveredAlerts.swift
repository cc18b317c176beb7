/// Counts of delayed and lost alerts, reported at most once a minute.
struct UndeliveredAlerts: Equatable, Sendable {
    /// Alerts held back by the rate limit.
    var delayed = 0
    /// Alerts removed from a full queue.
    var dropped = 0
    /// Alerts whose delivery failed.
    var failed = 0
    /// The cause of the last failure.
    var cause = ""
    /// Alerts that still waited when the queue finished.
    var unsent = 0

    /// Lost alerts in earlier reports.
    private var reportedLosses = 0
    private var reportedAt: Timestamp?

    /// Alerts lost so far, whether they were reported or not.
    var lossCount: Int { reportedLosses + dropped + failed + unsent }

    static let interval = Duration.seconds(60)

    private var isEmpty: Bool { delayed == 0 && dropped == 0 && failed == 0 && unsent == 0 }

    /// Returns the time of the next report; `nil` if there is nothing to report.
    func dueAt(_ now: Timestamp) -> Timestamp? {
        guard !isEmpty else { return nil }
        // A clock that was set back must not prolong the wait.
        guard let reportedAt, reportedAt <= now else { return now }
        return reportedAt + Self.interval
    }

    /// Returns a line for each reason and resets the counts.
    mutating func takeLines(_ notifier: String, limit: Int, at now: Timestamp) -> [String] {
        var lines: [String] = []
        if failed > 0 {
            lines.append("could not deliver \(Self.alerts(failed)) to \(notifier): \(cause)")
        }
        if delayed > 0 {
            lines.append(
                "\(Self.alerts(delayed)) delayed: \(notifier) gets at most \(limit) a minute")
        }
        if dropped > 0 {
            lines.append(
                "\(Self.alerts(dropped)) dropped: more than \(AlertQueue.limit) were waiting for "
                    + notifier)
        }
        if unsent > 0 {
            lines.append("\(Self.alerts(unsent)) not sent before exit: \(notifier) was still busy")
        }
        let losses = lossCount
        self = UndeliveredAlerts()
        (reportedLosses, reportedAt) = (losses, now)
        return lines
    }

    private static func alerts(_ count: Int) -> String {
        ShortText.count(count, "alert")
    }
}
