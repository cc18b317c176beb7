/// A time relative to the present, as a person types it: `now`, `today`, `yesterday 18:00`,
/// `7 days ago`, `-2h`, `in 3 days`, `last week` or `last 7d`.
///
/// Days and weeks keep the time of day, also where the clocks change. A week begins on Monday (ISO
/// 8601).
package enum RelativeTime {
    case time(Timestamp)
    /// Whole days; the last one is not among them.
    case days(Range<LocalDay>)
    /// What a clock shows, in milliseconds since 1970-01-01 00:00.
    case local(Int64)

    /// Maximum distance from the present, a thousand years.
    private static let maxMilliseconds = 31_557_600_000_000.0

    /// Reads a text; returns `nil` for another one.
    package init?(_ text: String, in zone: SystemTimeZone, now: Timestamp) {
        guard text.utf8.count <= 40 else { return nil }
        let words = text.lowercased().split(separator: " ").map(String.init)
        guard let first = words.first, let last = words.last else { return nil }
        let today = LocalDay(at: now, in: zone)
        let rest = words.dropFirst().joined()
        if words == ["now"] {
            self = .time(now)
        } else if let offset = ["today": 0, "yesterday": -1, "tomorrow": 1][first] {
            let day = today.advanced(by: offset)
            if words.count == 1 {
                self = .days(day..<day.advanced(by: 1))
            } else {
                guard words.count == 2, let clock = Self.clock(words[1]) else { return nil }
                self = .local(day.midnight + clock)
            }
        } else if let days = Self.days(words, today) {
            self = .days(days)
        } else {
            var time: Timestamp?
            if last == "ago" {
                time = Self.time(words.dropLast().joined(), -1, zone, now)
            } else if first == "last" {
                time = Self.time(rest, -1, zone, now)
            } else if first == "in" {
                time = Self.time(rest, 1, zone, now)
            } else if words.count == 1, let sign = ["-": -1.0, "+": 1][first.prefix(1)] {
                time = Self.time(String(first.dropFirst()), sign, zone, now)
            }
            guard let time else { return nil }
            self = .time(time)
        }
    }

    private static func clock(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { text in
            var parser = DateParser(text)
            let time = parser.takeTime()
            return parser.isAtEnd ? time?.milliseconds(ofDay: 0) : nil
        }
    }

    /// Returns the days of `last week`, `this week`, `last month` or `this month`.
    private static func days(_ words: [String], _ today: LocalDay) -> Range<LocalDay>? {
        switch words {
        case ["this", "week"]: return today.monday..<today.monday.advanced(by: 7)
        case ["last", "week"]: return today.monday.advanced(by: -7)..<today.monday
        case ["this", "month"]: return today.firstOfMonth..<today.nextMonth
        case ["last", "month"]:
            return today.firstOfMonth.advanced(by: -1).firstOfMonth..<today.firstOfMonth
        default: return nil
        }
    }

    private static let units: [(names: [String], milliseconds: Double)] = [
        (["s", "second", "seconds"], 1000), (["m", "min", "minute", "minutes"], 60_000),
        (["h", "hour", "hours"], 3_600_000), (["d", "day", "days"], dayMilliseconds),
        (["w", "week", "weeks"], 7 * dayMilliseconds),
    ]
    private static let dayMilliseconds = 86_400_000.0

    /// Returns the time that is a distance such as `7days` away; `nil` for another text.
    private static func time(
        _ distance: String, _ sign: Double, _ zone: SystemTimeZone, _ now: Timestamp
    ) -> Timestamp? {
        let digits = distance.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = distance.dropFirst(digits.count)
        guard let number = Double(digits),
            let scale = units.first(where: { $0.names.contains(String(unit)) })?.milliseconds,
            number * scale <= maxMilliseconds
        else { return nil }
        let milliseconds = Int64(sign * number * scale)
        let isExact = scale < dayMilliseconds || number != number.rounded()
        guard !isExact else { return now + .milliseconds(milliseconds) }
        return zone.firstTime(atLocal: zone.local(now) + milliseconds)
    }
}

extension LocalDay {
    /// The Monday of its week; 1970-01-01 was a Thursday.
    fileprivate var monday: LocalDay {
        let weekday = ((number + 3) % 7 + 7) % 7
        return advanced(by: -weekday)
    }

    fileprivate var firstOfMonth: LocalDay { LocalDay(text.dropLast(2) + "01") ?? self }

    fileprivate var nextMonth: LocalDay { firstOfMonth.advanced(by: 31).firstOfMonth }

    /// Creates the day that a person typed: `2026-01-31`, `today`, `yesterday` or `3 days ago`.
    public init?(typed text: String, in zone: SystemTimeZone, now: Timestamp) {
        if let day = LocalDay(text) {
            self = day
            return
        }
        switch RelativeTime(text, in: zone, now: now) {
        case .days(let days) where days.lowerBound.advanced(by: 1) == days.upperBound:
            self = days.lowerBound
        case .time(let time): self.init(at: time, in: zone)
        case .days, .local, nil: return nil
        }
    }
}
