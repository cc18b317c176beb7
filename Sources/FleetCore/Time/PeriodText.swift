/// Parser of the ends of a period that a person types: days such as `2026-05-01`, or times as
/// ``MomentText`` reads them.
public enum PeriodText {
    /// Returns the start: of a day, its first time.
    public static func start(
        _ text: String, in zone: SystemTimeZone, now: Timestamp
    ) throws(MomentTextError) -> Timestamp {
        if let day = LocalDay(text) { return day.start(in: zone) }
        return try MomentText.time(text, in: zone, now: now)
    }

    /// Returns the end, which is not in the period: of a day, the start of the next one.
    public static func end(
        _ text: String, in zone: SystemTimeZone, now: Timestamp
    ) throws(MomentTextError) -> Timestamp {
        if let day = LocalDay(text) { return day.period(in: zone).upperBound }
        return try MomentText.time(text, in: zone, now: now)
    }

    /// Returns the time of a month such as `2026-05`.
    public static func month(
        _ text: String, in zone: SystemTimeZone
    ) throws(MomentTextError) -> Range<Timestamp> {
        guard text.utf8.count == 7, let first = LocalDay(text + "-01") else {
            throw .month(text)
        }
        var end = first.advanced(by: 28)
        while end.text.hasPrefix(text) { end = end.advanced(by: 1) }
        return first.start(in: zone)..<end.start(in: zone)
    }
}
