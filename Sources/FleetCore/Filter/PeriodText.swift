/// Parser of the ends of a period that a person types: days such as `2026-05-01` and `yesterday`,
/// `last week`, or times as ``MomentText`` reads them.
public enum PeriodText {
    /// Returns the start: of a day or a week, its first time.
    public static func start(
        _ text: String, in zone: SystemTimeZone, now: Timestamp
    ) throws(MomentTextError) -> Timestamp {
        if let day = LocalDay(text) { return day.start(in: zone) }
        return try MomentText.time(text, in: zone, now: now)
    }

    /// Returns the end, which is not in the period: of a day or a week, the start of the next
    /// one.
    public static func end(
        _ text: String, in zone: SystemTimeZone, now: Timestamp
    ) throws(MomentTextError) -> Timestamp {
        if let day = LocalDay(text) { return day.period(in: zone).upperBound }
        if case .days(let days) = RelativeTime(text, in: zone, now: now) {
            return days.upperBound.start(in: zone)
        }
        return try MomentText.time(text, in: zone, now: now)
    }

    /// Returns a time before now: a duration such as `8h` ago, or a time as ``MomentText`` reads it.
    public static func since(
        _ text: String, in zone: SystemTimeZone, now: Timestamp
    ) throws(QuantityError) -> Timestamp {
        do throws(QuantityError) {
            return now - Duration(clampingSeconds: try QuantityText.seconds(text))
        } catch {
            if let time = try? start(text, in: zone, now: now), time < now { return time }
            throw error
        }
    }

    /// Returns the time that ends now, or the calendar's last week, month or day: of `7d`, `week`,
    /// `month` or `day`.
    public static func last(
        _ text: String, in zone: SystemTimeZone, now: Timestamp
    ) throws(MomentTextError) -> Range<Timestamp> {
        let isDay = text.lowercased() == "day"
        switch RelativeTime(isDay ? "yesterday" : "last " + text, in: zone, now: now) {
        case .time(let start): return start..<now
        case .days(let days):
            return days.lowerBound.start(in: zone)..<days.upperBound.start(in: zone)
        case .local, nil: throw .duration(text)
        }
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
