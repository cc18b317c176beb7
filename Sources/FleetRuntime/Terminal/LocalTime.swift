package import FleetCore
import FleetFeeds
import POSIX

/// Formatter of times in the system's time zone.
package enum LocalTime {
    /// Returns a time in a form such as `2026-01-31 13:00:00 +01:00`.
    package static func text(_ time: Timestamp) -> String {
        let offset = offset(at: time)
        let local = CivilTime(time + .seconds(offset))
        let seconds = local.millisecondOfDay / 1000
        let date = "\(local.year)-\(padded(local.month))-\(padded(local.day))"
        let clock =
            "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        let minutes = abs(offset) / 60
        let zone = "\(offset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
        return "\(date) \(clock) \(zone)"
    }

    /// The time zone of the machine.
    package static let zone = SystemTimeZone(name: "local time") { offset(at: $0) }

    /// Returns the seconds that local time is ahead of UTC at a time.
    package static func offset(at time: Timestamp) -> Int {
        CurrentProcess.localOffset(atSeconds: time.milliseconds / 1000)
    }

    /// Returns a time in a form such as `Jun 1 21:55`, or `Jun 1 2024` if it is not of this year.
    package static func shortText(_ time: Timestamp, now: Timestamp) -> String {
        let (local, today) = (civil(time), civil(now))
        let date = "\(months[local.month - 1]) \(local.day)"
        guard local.year == today.year else { return "\(date) \(local.year)" }
        let minutes = local.millisecondOfDay / 60_000
        return "\(date) \(padded(minutes / 60)):\(padded(minutes % 60))"
    }

    /// Returns a time in a form such as `21:55` if it is of today, else as
    /// ``shortText(_:now:)``.
    package static func clock(_ time: Timestamp, now: Timestamp) -> String {
        let text = shortText(time, now: now)
        let (local, today) = (civil(time), civil(now))
        let isToday = (local.year, local.month, local.day) == (today.year, today.month, today.day)
        return isToday ? String(text.suffix(5)) : text
    }

    /// Parses a time that a person types: `18:00`, which is tomorrow if it is past, `2026-01-31`, the
    /// end of that day, `2026-01-31 18:00`, a time with an offset (RFC 3339), or one relative to the
    /// present, such as `tomorrow`, the end of that day, `tomorrow 18:00`, `in 2h` and `-2h`.
    package static func time(_ text: String, now: Timestamp) -> Timestamp? {
        switch RelativeTime(text, in: zone, now: now) {
        case .time(let time): return time
        case .days(let days): return time(day: days.upperBound.number - 1, minute: lastMinute)
        case .local(let local): return zone.firstTime(atLocal: local)
        case nil: break
        }
        if text.contains("T"), let time = Timestamp(text: text) { return time }
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        switch parts.count {
        case 1 where parts[0].contains(":"):
            guard let minute = minuteOfDay(parts[0]) else { return nil }
            let today = civil(now)
            let day = CivilTime.daysSinceEpoch(year: today.year, month: today.month, day: today.day)
            let time = time(day: day, minute: minute)
            return time > now ? time : Self.time(day: day + 1, minute: minute)
        case 1: return LocalDay(parts[0]).map { time(day: $0.number, minute: lastMinute) }
        case 2:
            guard let day = LocalDay(parts[0]), let minute = minuteOfDay(parts[1]) else {
                return nil
            }
            return time(day: day.number, minute: minute)
        default: return nil
        }
    }

    private static let lastMinute = 24 * 60 - 1

    private static func minuteOfDay(_ text: Substring) -> Int? {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false)
        guard numbers.count == 2, numbers.allSatisfy({ (1...2).contains($0.utf8.count) }),
            let hour = Int(numbers[0]), let minute = Int(numbers[1]), (0..<24).contains(hour),
            (0..<60).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }

    /// Returns the first time of a minute of a local day; one that the clocks skip is an hour later.
    private static func time(day: Int, minute: Int) -> Timestamp {
        zone.firstTime(atLocal: (Int64(day) * 1440 + Int64(minute)) * 60_000)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func civil(_ time: Timestamp) -> CivilTime {
        CivilTime(time + .seconds(offset(at: time)))
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
