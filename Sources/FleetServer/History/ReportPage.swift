import FleetCore
import FleetSQL
import FleetService

/// The page `/report`: the keys of the template `report`.
struct ReportPage: Sendable {
    /// An indicator of the whole time.
    struct Total: Sendable {
        var label: String
        var name: String
        var value: String
        var unit: String
        /// Why it is estimated or left out; absent without a reason.
        var note: String?
    }

    struct Group: Sendable {
        var label: String
        var href: String
        var isCurrent: Bool
        var vehicles: String
        /// Length of the bar, in percent of the largest group.
        var share: String
        var trips: String
        var tripsPerVehicle: String
        var idle: String
    }

    /// The groups of a report by type, zone or region.
    struct Groups: Sendable {
        var title: String
        var rows: [Group]
        var moreText: String?
    }

    struct Report: Sendable {
        var title: String
        var sourceName: String
        var isSimulated: Bool
        var periodText: String
        var choices: [Tab]
        /// The days in the form.
        var firstDay: String
        var lastDay: String
        var buckets: [SelectOption]
        var divisions: [SelectOption]
        /// Items of the address that the form keeps.
        var hidden: [HiddenField]
        var replayHref: String
        var checkHref: String
        var facts: [Fact]
        var groups: Groups?
        /// The group of the values; absent for the whole fleet.
        var groupTitle: String?
        var totals: [Total]
        var figures: [ReportFigure]
        /// Why the pictures have columns instead of lines; absent if they have lines.
        var youngText: String?
        /// Whether a picture has times that are not known completely.
        var hasUnknown: Bool
        var empty: Empty?
    }

    var page: PageContext
    var report: Report
    var formats: Formats
}

extension ReportPage.Report {
    /// Groups in the table; files have all.
    private static let maxGroups = 100
    /// Months that are offered.
    private static let maxMonths = 6

    /// - Parameters:
    ///   - asked: How the report is divided.
    ///   - groups: The properties by which the source can be grouped.
    init(
        _ report: HistoryReport, of source: PolledSource, _ asked: ReportRequest,
        groups available: [ReportRequest.Group], _ request: UserRequest
    ) {
        title = localized("Report of \(source.name)")
        (sourceName, isSimulated) = (source.name, source.isSimulated)
        let (range, zone) = (report.range, report.zone)
        periodText = localized(
            "\(zone.clock(range.lowerBound)) to \(zone.clock(range.upperBound)), \(zone.label)")
        choices = Self.choices(report, asked, of: source, request)
        let last = range.upperBound - .milliseconds(1)
        firstDay = LocalDay(at: range.lowerBound, in: zone).text
        lastDay = LocalDay(at: last, in: zone).text
        buckets = [ReportBucket.day, .hour].map {
            SelectOption(value: $0.rawValue, label: $0.label, isSelected: $0 == asked.bucket)
        }
        divisions = available.map {
            SelectOption(value: $0.rawValue, label: $0.label, isSelected: $0 == asked.group)
        }
        hidden =
            [HiddenField(name: "source", value: source.name)]
            + asked.zones.map { HiddenField(name: "zone", value: $0) }
            + RuleFilter(asked.rules).names.map { HiddenField(name: "rule", value: $0) }
        replayHref =
            "/replay"
            + QueryItems([
                ("source", source.name), ("from", zone.text(max(range.lowerBound, report.since))),
            ]).query
        checkHref = source.checkPath
        facts = Self.facts(report)
        let ranked = asked.group == nil ? [] : Self.ranked(report)
        let only = request.query["only"].flatMap { name in ranked.first { $0.group == name } }
        let chosen = (only ?? ranked.first)?.group
        groups = asked.group.map { property in
            Self.groups(ranked, chosen: chosen, by: property, report, request)
        }
        groupTitle = chosen.map { report.label(ofGroup: $0, by: asked.group) }
        totals = report.total.values.filter { $0.group == chosen }.map {
            ReportPage.Total($0)
        }
        let isEmpty = report.indicators.coverage == 0
        figures = isEmpty ? [] : ReportFigure.all(report, group: chosen)
        youngText =
            report.hasFewDays
            ? localized("There are lines from \(HistoryReport.minLineDays) days on.") : nil
        hasUnknown = figures.contains { $0.chart?.shades.isEmpty == false }
        empty = isEmpty ? Self.empty(report, of: source) : nil
    }

    private static func empty(_ report: HistoryReport, of source: PolledSource) -> Empty {
        Empty(
            icon: "event", title: localized("Nothing to report"),
            text: localized(
                """
                The feed of \(source.name) was not read in this time. Its history begins at \
                \(report.zone.clock(report.since)), \(report.zone.name).
                """))
    }

    private static func facts(_ report: HistoryReport) -> [Fact] {
        func percent(_ share: Double?) -> String {
            share.map(ShortText.percent(ofShare:)) ?? "–"
        }
        let indicators = report.indicators
        return [
            Fact(label: localized("Known time"), value: percent(indicators.coverage)),
            Fact(
                label: localized("Feed available when polled"),
                value: percent(indicators.availability)),
            Fact(
                label: localized("Trips left out at gaps"),
                value: ShortText.grouped(indicators.tripsCutByGaps)),
        ]
    }

    // Periods.

    private static func choices(
        _ report: HistoryReport, _ asked: ReportRequest, of source: PolledSource,
        _ request: UserRequest
    ) -> [Tab] {
        let (zone, query) = (report.zone, request.query)
        let today = LocalDay(at: request.environment.now(), in: zone)
        let rest = query.removing("from", "to", "month").setting("source", [source.name])
        func href(_ name: String, _ value: String) -> String {
            "/report" + rest.setting(name, [value]).query
        }
        let typed = (from: query["from"], to: query["to"], month: query["month"])
        let hasEnd = typed.to?.isEmpty == false || typed.month?.isEmpty == false
        var choices = [7, 30].map { days in
            let start = today.advanced(by: -days).text
            let isUsual = days == 7 && typed.from == nil
            return Tab(
                label: localized("Last \(days) days"), href: href("from", start),
                isCurrent: !hasEnd && (isUsual || typed.from == start))
        }
        let first = LocalDay(at: report.since, in: zone).month
        var month = CalendarMonth(of: today)
        while choices.count < 2 + maxMonths, month.name >= first {
            choices.append(
                Tab(
                    label: month.title, href: href("month", month.name),
                    isCurrent: typed.month == month.name))
            month = month.previous
        }
        return choices
    }

    // Groups.

    /// Returns the mean numbers of vehicles of the groups, the largest first.
    private static func ranked(_ report: HistoryReport) -> [FleetReport.Value] {
        report.total.values.filter { $0.indicator == .inPublicSpace && $0.group != nil }
            .sorted { ($0.value ?? 0) > ($1.value ?? 0) }
    }

    private static func groups(
        _ ranked: [FleetReport.Value], chosen: String?, by property: ReportRequest.Group,
        _ report: HistoryReport, _ request: UserRequest
    ) -> ReportPage.Groups {
        var values: [String: [ReportIndicator: FleetReport.Value]] = [:]
        for value in report.total.values {
            values[value.group ?? "", default: [:]][value.indicator] = value
        }
        let largest = max(ranked.first?.value ?? 0, 1e-9)
        let rows = ranked.prefix(maxGroups).map { value in
            let group = value.group ?? ""
            func text(_ indicator: ReportIndicator) -> String {
                values[group]?[indicator]?.text ?? "-"
            }
            let share = (value.value ?? 0) / largest * 100
            return ReportPage.Group(
                label: report.label(ofGroup: group, by: property),
                href: "/report" + request.query.setting("only", [group]).query,
                isCurrent: group == chosen, vehicles: value.text,
                share: "\((share * 10).rounded() / 10)%", trips: text(.trips),
                tripsPerVehicle: text(.tripsPerVehicle), idle: text(.idlePercent))
        }
        return ReportPage.Groups(
            title: property.title, rows: rows,
            moreText: ranked.count > maxGroups
                ? localized("\(ShortText.grouped(ranked.count - maxGroups)) more are in the files.")
                : nil)
    }
}

extension ReportPage.Total {
    fileprivate init(_ value: FleetReport.Value) {
        let indicator = value.indicator
        self.init(
            label: indicator.label.capitalizedFirst, name: indicator.rawValue, value: value.text,
            unit: indicator.unitLabel, note: value.reason?.text)
    }
}

extension HistoryReport {
    /// Returns the name of a group for people.
    fileprivate func label(
        ofGroup group: String, by property: ReportRequest.Group?
    ) -> String {
        switch group {
        case "unknown": return localized("unknown")
        case "other": return localized("all others")
        case "outside": return localized("outside of all zones")
        default:
            if property == .rule, let rule = ZoneRule.Restriction(word: group) { return rule.name }
            return TerminalText.limited(names[group] ?? group)
        }
    }
}

extension ReportBucket {
    fileprivate var label: String {
        switch self {
        case .whole: localized("the whole time")
        case .day: localized("day")
        case .hour: localized("hour")
        }
    }
}

extension ReportRequest.Group {
    fileprivate var label: String {
        switch self {
        case .type: localized("type")
        case .zone: localized("zone")
        case .region: localized("region")
        case .rule: localized("rule")
        }
    }

    fileprivate var title: String {
        switch self {
        case .type: localized("Vehicle types")
        case .zone: localized("Zones")
        case .region: localized("Regions")
        case .rule: localized("Rules")
        }
    }
}
