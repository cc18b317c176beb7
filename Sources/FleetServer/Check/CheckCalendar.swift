import FleetCore
import FleetService

/// The days of a check by month, newest first, and one day with its numbers.
struct CheckCalendar {
    var months: [(month: CalendarMonth, weeks: [CalendarWeek])] = []
    /// The chosen day, or the latest one that was observed.
    var shown: CheckedDay?

    /// - Parameters:
    ///   - text: The chosen day of the address; `nil` for none.
    ///   - today: The present day in the zone of the record.
    /// - Throws: `Problem` (400) for a text that is no day.
    init(
        _ record: FeedCheckRecord, of source: PolledSource, on text: String?, today: LocalDay,
        now: Timestamp
    ) throws(Problem) {
        let zone = record.zone
        let chosen = try text.map { text throws(Problem) in
            guard let day = LocalDay(text), day <= today else {
                throw Problem("day", "must be a day such as 2026-05-31")
            }
            return day
        }
        let known = Dictionary(record.days.map { ($0.day, $0.counts) }) { $1 }
        let begins = record.findings.map { LocalDay(at: $0.openedAt, in: zone) }
        let firstKept = today.advanced(by: 1 - CheckHandlers.maxDays)
        let start = (record.days.map(\.day) + begins).min() ?? today
        let first = min(max(start, firstKept), today)
        let current = chosen ?? record.days.last?.day
        shown = current.map { CheckedDay($0, known[$0], record, isOver: $0 < today) }
        var month = CalendarMonth(of: today)
        while month.days.upperBound >= first {
            let weeks = month.weeks { day in
                guard (first...today).contains(day) else {
                    return CalendarDay(
                        number: CalendarDay.number(of: day), state: "none", symbol: "", label: "")
                }
                return CalendarDay(
                    day, known[day], record.findings(on: day), of: source,
                    isOpen: day == today, isCurrent: day == current)
            }
            months.append((month, weeks))
            month = month.previous
        }
    }
}

/// A day of a check: the keys of the template `check`.
struct CheckedDay {
    var date: String
    var state: String
    var facts: [Fact]
    var isObserved: Bool
    var lines: [FindingLine]
    var hasLines: Bool

    /// - Parameters:
    ///   - counts: What was counted; `nil` if it was not observed.
    ///   - isOver: Whether the counts are complete.
    fileprivate init(
        _ day: LocalDay, _ counts: FeedCounts?, _ record: FeedCheckRecord, isOver: Bool
    ) {
        let found = record.findings(on: day)
        date = day.text
        state = DayState(counts, found).label(found)
        facts = counts.map { Self.facts($0, of: day, in: record.zone, isOver: isOver) } ?? []
        isObserved = counts != nil
        lines = found.sorted { $0.rule.severity > $1.rule.severity }.map(FindingLine.init)
        hasLines = !lines.isEmpty
    }

    private static func facts(
        _ counts: FeedCounts, of day: LocalDay, in zone: SystemTimeZone, isOver: Bool
    ) -> [Fact] {
        let length = day.period(in: zone)
        let seconds = (length.upperBound - length.lowerBound).seconds
        let share = min(1, counts.seconds / max(1, seconds))
        func fact(_ label: String, _ count: Int?) -> Fact? {
            count.map { Fact(label: label, value: ShortText.grouped($0)) }
        }
        let parked = zip(FeedObservation.Survey.parkedDays, counts.parked ?? []).map {
            days, count in
            Fact(
                label: localized("Parked for over \(ShortText.count(days, "day"))"),
                value: ShortText.grouped(count))
        }
        let vehicles = counts.fewest.map { fewest in
            let most = counts.most ?? fewest
            return Fact(
                label: localized("Vehicles"),
                value: fewest == most
                    ? ShortText.grouped(fewest) : localized("\(fewest) to \(most)"))
        }
        return [
            fact(localized("Readings"), counts.reads), fact(localized("Failed"), counts.failures),
            Fact(
                label: isOver ? localized("Observed") : localized("Observed so far"),
                value: ShortText.percent(ofShare: share)),
            vehicles, fact(localized("Trips"), counts.trips),
        ].compactMap(\.self) + parked
            + [
                fact(localized("Long trips"), counts.longTrips),
                fact(localized("Outside the zone"), counts.outside),
            ].compactMap(\.self)
    }
}

extension CalendarDay {
    fileprivate init(
        _ day: LocalDay, _ counts: FeedCounts?, _ found: [CheckFinding], of source: PolledSource,
        isOpen: Bool, isCurrent: Bool
    ) {
        let state = DayState(counts, found)
        self.init(
            number: Self.number(of: day), state: state.rawValue, symbol: state.symbol,
            label: state.label(found),
            href: "/check" + QueryItems([("source", source.name), ("day", day.text)]).query
                + "#day",
            isOpen: isOpen, isCurrent: isCurrent)
    }
}

/// How a day was.
private enum DayState: String {
    case right
    case warning
    case error
    case unobserved

    init(_ counts: FeedCounts?, _ found: [CheckFinding]) {
        let worst = found.map(\.rule.severity).max()
        self =
            switch worst {
            case .error?: .error
            case .warning?: .warning
            case nil: counts == nil ? .unobserved : .right
            }
    }

    /// A sign that differs in more than its color.
    var symbol: String {
        switch self {
        case .right: "✓"
        case .warning: "!"
        case .error: "✗"
        case .unobserved: "–"
        }
    }

    /// The state in words.
    func label(_ found: [CheckFinding]) -> String {
        guard !found.isEmpty else {
            return self == .right ? localized("nothing wrong") : localized("not observed")
        }
        let errors = found.count { $0.rule.severity == .error }
        let warnings = found.count - errors
        return [
            errors > 0 ? ShortText.count(errors, "error") : nil,
            warnings > 0 ? ShortText.count(warnings, "warning") : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }
}

extension FeedCheckRecord {
    /// Returns the findings that were open at any time of a day.
    fileprivate func findings(on day: LocalDay) -> [CheckFinding] {
        let period = day.period(in: zone)
        return findings.filter { $0.isOpen(in: period) }.map(\.finding)
    }
}
