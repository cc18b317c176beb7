/// The state of a source at a time in its history.
public struct PastMoment: Equatable, Sendable {
    /// The time that was asked for.
    public let at: Timestamp
    /// The time when the last snapshot before it was received.
    public let dataAt: Timestamp
    /// The gap that the time is in, which ends with the time if the feed was not read since; `nil` if
    /// it was read then.
    public let gap: HistoryGap?

    /// Creates a moment.
    public init(at: Timestamp, dataAt: Timestamp, gap: HistoryGap?) {
        (self.at, self.dataAt, self.gap) = (at, dataAt, gap)
    }
}

extension PastMoment {
    /// Adds the members of a document of a past state.
    func add(to object: inout JSONObjectWriter) {
        object.add("at", at)
        object.add("data_at", dataAt)
        guard let gap else { return }
        var json = JSONObjectWriter()
        json.add("start", gap.start)
        json.add("end", gap.end == at ? nil : gap.end)
        json.add("reason", gap.reason.rawValue)
        object.add("gap", json)
    }
}
