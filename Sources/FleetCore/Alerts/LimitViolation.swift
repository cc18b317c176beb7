/// A day on which a limit is certainly not met.
public struct LimitViolation: AlertSubject, Equatable {
    /// The name of the limit.
    public var limit: String
    /// The rule.
    public var rule: LimitRule
    /// The day.
    public var day: LocalDay
    /// The largest number of vehicles that was counted so far.
    public var worst: Int
    /// The first time of that number.
    public var at: Timestamp?

    /// Creates a violation.
    public init(limit: String, _ rule: LimitRule, on day: LocalDay, worst: Int, at: Timestamp?) {
        (self.limit, self.rule, self.day) = (limit, rule, day)
        (self.worst, self.at) = (worst, at)
    }

    var kind: AlertKind { .limit }

    func message(of source: String) -> String {
        "\(source): limit \(TerminalText.escaped(limit)) is not met on \(day.text), with "
            + "\(ShortText.count(worst, "vehicle")) of at most \(rule.maximum)"
    }

    func json(at time: Timestamp) -> JSONObjectWriter {
        var object = JSONObjectWriter(kind, at: time)
        object.add("limit", limit)
        object.add("indicator", rule.indicator.name)
        object.add("days", rule.indicator.days)
        object.add("day", day.text)
        object.add("worst", worst)
        object.add("at_most", rule.maximum)
        object.add("worst_at", at)
        return object
    }
}
