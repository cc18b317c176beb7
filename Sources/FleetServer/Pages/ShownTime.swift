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
    /// The value of a field for a local date and time (HTML, section 4.10.5.1.11).
    let formValue: String
    /// The element of the time, whose text scripts keep up to date.
    let markup: Markup

    init(_ time: Timestamp, zone: TimeZone, now: Timestamp) {
        let time = time.isWritable ? time : Timestamp(milliseconds: 0)
        let date = Date(timeIntervalSince1970: time.seconds)
        let local = LocalParts(time + .seconds(zone.secondsFromGMT(for: date)))
        iso = time.apiText
        let name = zone.abbreviation(for: date) ?? zone.identifier
        formValue = "\(local.date)T\(local.clock)"
        let today = LocalParts(now + .seconds(zone.secondsFromGMT(for: date)))
        moment = "\(local.date == today.date ? "" : local.shortDate + " ")\(local.clock) \(name)"
        full = "\(local.fullDate) \(local.clock):\(local.seconds) \(name)"
        let isSoon = time > now && time - now < .seconds(3600)
        text =
            isSoon
            ? ShortText.relativeTime(of: time, now: now)
            : ShortText.age(of: time, now: now) ?? "\(local.shortDate) \(local.clock) \(name)"
        markup = "<time datetime=\"\(iso)\" title=\"\(full)\" data-age>\(text)</time>"
    }
}

/// The parts of a time of the calendar, with leading zeros.
private struct LocalParts {
    private let time: CivilTime

    init(_ time: Timestamp) { self.time = CivilTime(time) }

    var date: String {
        "\(Self.padded(time.year, 4))-\(Self.padded(time.month))-\(Self.padded(time.day))"
    }
    /// The date for people.
    var fullDate: String {
        let language = Language.current
        return language == .english ? date : calendarDate.formatted(Self.style(language).year())
    }
    var shortDate: String {
        let language = Language.current
        return language == .english
            ? "\(Self.months[time.month - 1]) \(time.day)"
            : calendarDate.formatted(Self.style(language))
    }
    var clock: String {
        let minutes = time.millisecondOfDay / 60_000
        return "\(Self.padded(minutes / 60)):\(Self.padded(minutes % 60))"
    }
    var seconds: String { Self.padded(time.millisecondOfDay / 1000 % 60) }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The day as a date in UTC.
    private var calendarDate: Date {
        let parts = DateComponents(year: time.year, month: time.month, day: time.day)
        return Self.calendar.date(from: parts) ?? .distantPast
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func style(_ language: Language) -> Date.FormatStyle {
        Date.FormatStyle(
            locale: Locale(identifier: language.tag), calendar: calendar, timeZone: .gmt
        )
        .day().month()
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
