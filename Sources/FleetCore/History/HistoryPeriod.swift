/// The period of a history that a person typed.
public struct HistoryPeriod: Sendable {
    /// The start; `nil` for the usual one.
    public var from: String?
    /// The end; `nil` for now.
    public var to: String?
    /// A month, instead of a start and an end.
    public var month: String?
    /// How long before now it begins, or the last `day`, `week` or `month`, instead of all others.
    public var last: String?

    /// Creates a period.
    public init(
        from: String? = nil, to: String? = nil, month: String? = nil, last: String? = nil
    ) {
        (self.from, self.to, self.month, self.last) = (from, to, month, last)
    }

    /// Returns the time of the period, which ends now at the latest.
    ///
    /// - Parameter usualStart: Function from the end to the start, if none was typed.
    /// - Throws: `MomentTextError` for texts that are no times, or are not before each other.
    public func range(
        in zone: SystemTimeZone, now: Timestamp, usualStart: (Timestamp) -> Timestamp
    ) throws(MomentTextError) -> Range<Timestamp> {
        if let month {
            return try Self.checked(PeriodText.month(month, in: zone), now, in: zone)
        }
        if let last {
            return try Self.checked(PeriodText.last(last, in: zone, now: now), now, in: zone)
        }
        let end = try to.map { text throws(MomentTextError) in
            try PeriodText.end(text, in: zone, now: now)
        }
        let start = try from.map { text throws(MomentTextError) in
            try PeriodText.start(text, in: zone, now: now)
        }
        let until = min(end ?? now, now)
        let since = start ?? usualStart(until)
        return try Self.checked(since..<max(since, end ?? now), now, in: zone)
    }

    private static func checked(
        _ range: Range<Timestamp>, _ now: Timestamp, in zone: SystemTimeZone
    ) throws(MomentTextError) -> Range<Timestamp> {
        guard range.lowerBound <= now else {
            throw .future(zone.text(range.lowerBound))
        }
        guard !range.isEmpty else {
            throw MomentTextError(
                cause: localized("the period ends at its start, \(zone.text(range.lowerBound))"),
                hint: localized("give a start that is before the end"))
        }
        return range.lowerBound..<min(range.upperBound, now)
    }
}
