import FleetCore
import Foundation

/// A time on a page: for scripts, which show it in the browser's time zone, and as text in that of
/// the server, with its name.
struct ShownTime: Sendable, Equatable {
    /// RFC 3339, in UTC.
    let iso: String
    /// Short text, such as `3 min ago`, `in 15 s` or `Jun 1 21:55 CEST`.
    let text: String
    /// Time of day, with the date unless it is that of now: `21:55 CEST` or `Jun 1 21:55 CEST`.
    let moment: String
    /// Date and time of day.
    let full: String

    init(_ time: Timestamp, zone: TimeZone, now: Timestamp) {
        let time = time.isWritable ? time : Timestamp(milliseconds: 0)
        let date = Date(timeIntervalSince1970: time.seconds)
        let local = LocalParts(time + .seconds(zone.secondsFromGMT(for: date)))
        iso = time.apiText
        let name = zone.abbreviation(for: date) ?? zone.identifier
        let today = LocalParts(now + .seconds(zone.secondsFromGMT(for: date)))
        moment = "\(local.date == today.date ? "" : local.shortDate + " ")\(local.clock) \(name)"
        full = "\(local.date) \(local.clock):\(local.seconds) \(name)"
        let isSoon = time > now && time - now < .seconds(3600)
        text =
            isSoon
            ? ShortText.relativeTime(of: time, now: now)
            : ShortText.age(of: time, now: now) ?? "\(local.shortDate) \(local.clock) \(name)"
    }
}

/// The parts of a time of the calendar, with leading zeros.
private struct LocalParts {
    private let time: CivilTime

    init(_ time: Timestamp) { self.time = CivilTime(time) }

    var date: String {
        "\(Self.padded(time.year, 4))-\(Self.padded(time.month))-\(Self.padded(time.day))"
    }
    var shortDate: String { "\(Self.months[time.month - 1]) \(time.day)" }
    var clock: String {
        let minutes = time.millisecondOfDay / 60_000
        return "\(Self.padded(minutes / 60)):\(Self.padded(minutes % 60))"
    }
    var seconds: String { Self.padded(time.millisecondOfDay / 1000 % 60) }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
