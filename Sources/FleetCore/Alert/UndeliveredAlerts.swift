/// Alerts that nobody was told of, or that wait, counted and told of in a few words once a minute.
struct AlertLosses: Equatable, Sendable {
    /// Waiting, since no more may be told now.
    var delayed = 0
    /// Pushed out by later ones, since there was no room.
    var pushedOut = 0
    /// Tried, without success.
    var failed = 0
    /// Why the last one failed.
    var cause = ""
    /// Still waiting when the watch ended.
    var unsent = 0

    private var toldAt: Timestamp?

    static let interval = Duration.seconds(60)

    private var isEmpty: Bool { delayed == 0 && pushedOut == 0 && failed == 0 && unsent == 0 }

    /// When they are to be told; `nil` if there are none.
    func dueAt(_ now: Timestamp) -> Timestamp? {
        guard !isEmpty else { return nil }
        // A clock that was set back is no reason to wait longer.
        guard let toldAt, toldAt <= now else { return now }
        return toldAt + Self.interval
    }

    /// A line for each reason, and the counts begin anew.
    mutating func takeLines(_ notifier: String, limit: Int, at now: Timestamp) -> [String] {
        var lines: [String] = []
        if failed > 0 { lines.append("\(Self.count(failed)) not told by \(notifier): \(cause)") }
        if delayed > 0 {
            let wait = delayed == 1 ? "1 alert waits" : "\(delayed) alerts wait"
            lines.append("\(wait): \(notifier) is told at most \(limit) a minute")
        }
        if pushedOut > 0 {
            lines.append(
                "\(Self.count(pushedOut)) dropped: more than \(AlertQueue.limit) waited for \(notifier)"
            )
        }
        if unsent > 0 {
            lines.append("\(Self.count(unsent)) given up at the end: \(notifier) was not done")
        }
        self = AlertLosses()
        toldAt = now
        return lines
    }

    private static func count(_ count: Int) -> String {
        count == 1 ? "1 alert was" : "\(count) alerts were"
    }
}
