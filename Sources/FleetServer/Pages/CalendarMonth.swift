import FleetCore
import Foundation

/// A month of a calendar on a page.
struct CalendarMonth {
    /// Its days.
    let days: ClosedRange<LocalDay>

    /// Creates the month of a day.
    init(of day: LocalDay) {
        let first = LocalDay(day.month + "-01") ?? day
        let later = first.advanced(by: 32)
        let next = LocalDay(later.month + "-01") ?? later
        days = first...next.advanced(by: -1)
    }

    /// The month before.
    var previous: CalendarMonth { CalendarMonth(of: days.lowerBound.advanced(by: -1)) }

    /// The month after.
    var next: CalendarMonth { CalendarMonth(of: days.upperBound.advanced(by: 1)) }

    /// The month, such as `2026-05`.
    var name: String { days.lowerBound.month }

    /// The month in words, such as `May 2026`.
    var title: String {
        var style = Date.FormatStyle(locale: Locale(identifier: Language.current.tag))
        style.timeZone = .gmt
        return Date(timeIntervalSince1970: days.lowerBound.start(in: .utc).seconds)
            .formatted(style.month(.wide).year())
    }

    /// Returns the weeks from Monday, with empty days of the months before and after.
    func weeks(_ shown: (LocalDay) -> CalendarDay) -> [CalendarWeek] {
        let offset = ((days.lowerBound.number + 3) % 7 + 7) % 7
        var cells = [CalendarDay](repeating: .empty, count: offset)
        for number in days.lowerBound.number...days.upperBound.number {
            cells.append(shown(LocalDay(number: number)))
        }
        while !cells.count.isMultiple(of: 7) { cells.append(.empty) }
        return stride(from: 0, to: cells.count, by: 7).map {
            CalendarWeek(days: Array(cells[$0..<$0 + 7]))
        }
    }
}

/// A week of a month: the keys of the template `_calendar`.
struct CalendarWeek { var days: [CalendarDay] }

/// A day of a month.
struct CalendarDay {
    /// Number in the month; empty in another one.
    var number: String
    /// The class of its color: `day-` and this.
    var state: String
    /// A sign that differs in more than its color.
    var symbol: String
    /// The state in words.
    var label: String
    var href: String?
    /// Whether its state can still change.
    var isOpen = false
    /// Whether the page shows it.
    var isCurrent = false

    /// A day of another month.
    static let empty = Self(number: "", state: "none", symbol: "", label: "")

    /// The number of a day in its month.
    static func number(of day: LocalDay) -> String { String(Int(day.text.suffix(2)) ?? 0) }
}

extension LocalDay {
    /// The month, such as `2026-05`.
    var month: String { String(text.prefix(7)) }
}
