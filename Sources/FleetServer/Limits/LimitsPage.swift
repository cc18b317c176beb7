import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import Hummingbird

/// The page `/limits`: the keys of the template `limits`.
struct LimitsPage {
    /// A version of a limit that holds in the month.
    struct Version {
        var text: String
        var sources: String
        /// Type and zone; `nil` without.
        var scope: String?
        var period: String
        var author: String?
        /// Address of its form; `nil` for who may not change it.
        var action: String?
        var name: String
    }

    struct Limit {
        var name: String
        /// Name of its section.
        var anchor: String
        var versions: [Version]
        var summary: String
        var weeks: [CalendarWeek]
    }

    struct Content {
        var errors: [FormProblem]
        var month: String
        var previousHref: String
        var nextHref: String?
        var limits: [Limit]
        var isEmpty: Bool
        /// Why days are those of UTC, although the feed names a zone.
        var zoneNotice: String?
        /// The form of a new limit; `nil` for who may not add one.
        var form: LimitForm?
    }

    var page: PageContext
    var limitsPage: Content

    /// Returns the page.
    /// - Parameters:
    ///   - problem: Why a form was refused.
    ///   - form: The form of a new limit that was refused.
    static func response(
        _ request: UserRequest, _ problem: Problem? = nil, typed form: QueryItems? = nil
    ) async throws -> Response {
        let versions = try await shownLimits(request)
        let history = LimitHistory(in: request.environment)
        let zone =
            if let first = versions.first {
                try await history.zone(of: first.content)
            } else {
                SystemTimeZone.utc
            }
        let today = LocalDay(at: history.now, in: zone)
        let month = try CalendarMonth(request.query["month"], today: today)
        var limits: [Limit] = []
        for version in versions where !limits.contains(where: { version.isNamed($0.name) }) {
            let same = versions.filter { $0.isNamed(version.content.name) }
            limits.append(try await Limit(same, in: month, request))
        }
        let isAdministrator = request.access.may(.settings)
        let content = Content(
            errors: problem.map { [FormProblem($0, in: request.environment)] } ?? [],
            month: month.name, previousHref: href(of: month.previous, request),
            nextHref: month.days.upperBound < today ? href(of: month.next, request) : nil,
            limits: limits, isEmpty: limits.isEmpty, zoneNotice: zone.notice,
            form: isAdministrator ? try await LimitForm(form, request) : nil)
        let page = request.page(.limits)
        return try request.environment.form(
            "limits", LimitsPage(page: page, limitsPage: content), problem
        ).page(of: request.access)
    }

    /// Returns the versions of the limits of the sources that the address names, or all limits.
    private static func shownLimits(_ request: UserRequest) async throws -> [TeamLimit] {
        let limits = try await request.access.limits()
        guard !request.query.all("source").isEmpty else { return limits }
        let chosen = Set(try request.selectedSources().map(\.uuid))
        return limits.filter { !$0.content.sources.isDisjoint(with: chosen) }
    }

    /// Returns the address of the page of another month.
    private static func href(of month: CalendarMonth, _ request: UserRequest) -> String {
        "/limits" + request.query.setting("month", [month.name]).query
    }
}

extension CalendarMonth {
    /// - Parameter text: The month of the address, such as `2026-05`; `nil` for the present one.
    /// - Throws: `Problem` (400).
    fileprivate init(_ text: String?, today: LocalDay) throws(Problem) {
        guard let text else {
            self.init(of: today)
            return
        }
        guard text.utf8.count == 7, let first = LocalDay(text + "-01") else {
            throw Problem("month", "must be a month such as 2026-05")
        }
        self.init(of: first)
    }
}

extension LimitsPage.Limit {
    /// Creates the month of the versions of a limit.
    fileprivate init(
        _ versions: [TeamLimit], in month: CalendarMonth, _ request: UserRequest
    ) async throws {
        (name, anchor) = (versions[0].content.name, "limit-" + versions[0].id.text)
        let shown = versions.filter { version in
            version.content.firstDay <= month.days.upperBound
                && version.lastDay.map { $0 >= month.days.lowerBound } ?? true
        }
        let isAdministrator = request.access.may(.settings)
        self.versions = (shown.isEmpty ? versions.suffix(1) : shown).map {
            LimitsPage.Version($0, canChange: isAdministrator, request)
        }
        var known: [LocalDay: TeamLimitDay] = [:]
        for version in shown {
            for day in try await request.access.limitDays(of: version, in: month.days) {
                known[day.day] = day
            }
        }
        weeks = month.weeks { [known] day in
            CalendarDay(day, known[day], holds: shown.contains { $0.holds(on: day) })
        }
        func count(_ outcome: LimitVerdict.Outcome) -> Int {
            // A day is not met from the first excess on; the other outcomes need its end.
            known.values.count {
                $0.verdict.outcome == outcome && ($0.isFinal || outcome == .notMet)
            }
        }
        summary = localized(
            "Days met: \(count(.met)), not met: \(count(.notMet)), unknown: \(count(.unknown))")
    }
}

extension LimitsPage.Version {
    fileprivate init(_ limit: TeamLimit, canChange: Bool, _ request: UserRequest) {
        let content = limit.content
        text = content.ruleText
        sources = LimitHistory(in: request.environment).sourceNames(of: content)
        let parts = [content.type, content.scopeName].compactMap(\.self)
        scope = parts.isEmpty ? nil : parts.joined(separator: ", ")
        period =
            limit.lastDay.map { localized("\(content.firstDay.text) to \($0.text)") }
            ?? localized("from \(content.firstDay.text) on")
        author = limit.createdBy
        action = canChange ? "/limits/" + limit.id.text : nil
        name = content.name
    }
}

extension CalendarDay {
    fileprivate init(_ day: LocalDay, _ known: TeamLimitDay?, holds: Bool) {
        let outcome = known?.verdict.outcome
        self.init(
            number: Self.number(of: day), state: outcome?.rawValue ?? "none",
            symbol: outcome?.symbol ?? "",
            label: outcome?.text ?? (holds ? localized("not decided") : ""),
            href: known.map { "/limits/\($0.limit.text)/days/\(day.text)" },
            isOpen: known?.isFinal == false)
    }
}

extension LimitVerdict.Outcome {
    /// A sign that differs in more than its color.
    fileprivate var symbol: String {
        switch self {
        case .met: "✓"
        case .notMet: "✗"
        case .unknown: "?"
        }
    }
}

/// The form of a new limit: the keys of the template `limits`.
struct LimitForm {
    var name: String
    var indicators: [SelectOption]
    var days: String
    var atMost: String
    var sources: [SelectOption]
    var types: [SelectOption]
    var zones: [SelectOption]
    var coverage: String
    var from: String
    var until: String
    var isOpen: Bool

    /// - Parameter form: The typed values, if they were refused.
    init(_ form: QueryItems?, _ request: UserRequest) async throws {
        name = form?["name"] ?? ""
        indicators = LimitRule.Indicator.names.map { name in
            let indicator =
                LimitRule.Indicator(name: name) ?? LimitRule.Indicator(name: name, days: 14)
            let label = indicator?.days == nil ? indicator?.label : nil
            return SelectOption(
                value: name, label: label ?? localized("vehicles without a trip"),
                isSelected: name == form?["indicator"])
        }
        (days, atMost) = (form?["days"] ?? "", form?["at_most"] ?? "")
        let chosen = form?.all("source") ?? request.query.all("source")
        sources = request.sources.map {
            SelectOption(value: $0.name, label: $0.name, isSelected: chosen.contains($0.name))
        }
        let choices = try await request.choices
        types = SelectOption.options(choices.types, form?["vehicle_type"])
        zones = SelectOption.options(choices.zones, form?["zone"])
        coverage = form?["coverage"] ?? "90"
        (from, until) = (form?["from"] ?? "", form?["until"] ?? "")
        isOpen = form != nil
    }
}
