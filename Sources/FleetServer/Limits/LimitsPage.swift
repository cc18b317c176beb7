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

    struct Day {
        /// Number in the month; empty in another one.
        var number: String
        /// `met`, `not_met`, `unknown`, or `none`.
        var state: String
        var symbol: String
        /// The outcome in words.
        var label: String
        var href: String?
        var isOpen: Bool
    }

    struct Week { var days: [Day] }

    struct Limit {
        var name: String
        var versions: [Version]
        var summary: String
        var weeks: [Week]
    }

    struct Content {
        var errors: [FormProblem]
        var month: String
        var previousHref: String
        var nextHref: String?
        var limits: [Limit]
        var isEmpty: Bool
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
        let versions = try await request.shownLimits()
        let history = request.limitHistory
        let zone =
            if let first = versions.first {
                try await history.zone(of: first.content)
            } else {
                SystemZone.utc
            }
        let month = try LimitMonth(request.query["month"], now: history.now, in: zone)
        var limits: [Limit] = []
        for version in versions where !limits.contains(where: { version.isNamed($0.name) }) {
            let same = versions.filter { $0.isNamed(version.content.name) }
            limits.append(try await Limit(same, in: month, request))
        }
        let isAdministrator = request.access.role == .administrator
        let content = Content(
            errors: problem.map { [FormProblem($0, in: request.environment)] } ?? [],
            month: month.title, previousHref: month.href(-1, request),
            nextHref: month.isLast ? nil : month.href(1, request),
            limits: limits, isEmpty: limits.isEmpty,
            form: isAdministrator ? LimitForm(form, request) : nil)
        let page = request.page(localized("Limits"), section: "/limits")
        return try request.environment.form(
            "limits", LimitsPage(page: page, limitsPage: content), problem
        ).page(of: request.access)
    }
}

/// A month of the calendar of a page.
struct LimitMonth {
    let first: LocalDay
    let days: ClosedRange<LocalDay>
    /// Whether the next month has not begun.
    let isLast: Bool

    /// - Parameter text: The month of the address, such as `2026-05`; `nil` for the present one.
    /// - Throws: `Problem` (400).
    init(_ text: String?, now: Timestamp, in zone: SystemZone) throws(Problem) {
        let today = LocalDay(at: now, in: zone).text.prefix(7)
        let text = text ?? String(today)
        guard text.utf8.count == 7, let first = LocalDay(text + "-01") else {
            throw Problem("month", "must be a month such as 2026-05")
        }
        self.first = first
        days = first...Self.next(first).advanced(by: -1)
        isLast = text >= today
    }

    /// The month, such as `2026-05`.
    var title: String { String(first.text.prefix(7)) }

    /// Number of days of the first week that are in the month before; a week begins on Monday.
    var offset: Int { ((first.number + 3) % 7 + 7) % 7 }

    private static func next(_ first: LocalDay) -> LocalDay {
        let later = first.advanced(by: 32)
        return LocalDay(later.text.prefix(7) + "-01") ?? later
    }

    /// Returns the address of the page of the month before or after.
    func href(_ step: Int, _ request: UserRequest) -> String {
        let other = step > 0 ? Self.next(first) : first.advanced(by: -1)
        return "/limits"
            + request.query.setting("month", [String(other.text.prefix(7))]).query
    }
}

extension LimitsPage.Limit {
    /// Creates the month of the versions of a limit.
    fileprivate init(
        _ versions: [TeamLimit], in month: LimitMonth, _ request: UserRequest
    ) async throws {
        name = versions[0].content.name
        let shown = versions.filter { version in
            version.content.firstDay <= month.days.upperBound
                && version.lastDay.map { $0 >= month.days.lowerBound } ?? true
        }
        let isAdministrator = request.access.role == .administrator
        self.versions = (shown.isEmpty ? versions.suffix(1) : shown).map {
            LimitsPage.Version($0, canChange: isAdministrator, request)
        }
        var known: [LocalDay: TeamLimitDay] = [:]
        for version in shown {
            for day in try await request.access.limitDays(of: version, in: month.days) {
                known[day.day] = day
            }
        }
        var days = [LimitsPage.Day](repeating: .empty, count: month.offset)
        var day = month.days.lowerBound
        while day <= month.days.upperBound {
            let holds = shown.contains { $0.holds(on: day) }
            days.append(LimitsPage.Day(day, known[day], holds: holds))
            day = day.advanced(by: 1)
        }
        while !days.count.isMultiple(of: 7) { days.append(.empty) }
        weeks = stride(from: 0, to: days.count, by: 7).map {
            LimitsPage.Week(days: Array(days[$0..<$0 + 7]))
        }
        func count(_ outcome: LimitVerdict.Outcome) -> Int {
            known.values.count { $0.isFinal && $0.verdict.outcome == outcome }
        }
        summary = localized(
            "Days met: \(count(.met)), not met: \(count(.notMet)), unknown: \(count(.unknown))")
    }
}

extension LimitsPage.Version {
    fileprivate init(_ limit: TeamLimit, canChange: Bool, _ request: UserRequest) {
        let content = limit.content
        text = content.ruleText
        sources = request.sourceNames(of: content)
        let parts = [content.type, content.groundName].compactMap(\.self)
        scope = parts.isEmpty ? nil : parts.joined(separator: ", ")
        period =
            limit.lastDay.map { localized("\(content.firstDay.text) to \($0.text)") }
            ?? localized("from \(content.firstDay.text) on")
        author = limit.createdBy
        action = canChange ? "/limits/" + limit.id.text : nil
        name = content.name
    }
}

extension LimitsPage.Day {
    /// A day of another month.
    fileprivate static let empty = Self(
        number: "", state: "none", symbol: "", label: "", href: nil, isOpen: false)

    fileprivate init(_ day: LocalDay, _ known: TeamLimitDay?, holds: Bool) {
        number = String(Int(day.text.suffix(2)) ?? 0)
        href = known.map { "/limits/\($0.limit.text)/days/\(day.text)" }
        isOpen = known?.isFinal == false
        let outcome = known?.verdict.outcome
        state = outcome?.rawValue ?? "none"
        symbol = outcome?.symbol ?? ""
        label = outcome?.text ?? (holds ? localized("not decided") : "")
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

extension UserRequest {
    /// Returns the names of the sources of a limit.
    func sourceNames(of limit: FleetLimit) -> String {
        let history = limitHistory
        return limit.orderedSources.map { history.name(of: $0) ?? localized("a removed source") }
            .joined(separator: ", ")
    }
}

/// The form of a new limit: the keys of the template `limits`.
struct LimitForm {
    var name: String
    var indicators: [SelectOption]
    var days: String
    var atMost: String
    var sources: [SelectOption]
    var type: String
    var zone: String
    var coverage: String
    var from: String
    var until: String
    var isOpen: Bool

    /// - Parameter form: The typed values, if they were refused.
    init(_ form: QueryItems?, _ request: UserRequest) {
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
        sources = request.environment.sources.all.map {
            SelectOption(value: $0.name, label: $0.name, isSelected: chosen.contains($0.name))
        }
        (type, zone) = (form?["vehicle_type"] ?? "", form?["zone"] ?? "")
        coverage = form?["coverage"] ?? "90"
        (from, until) = (form?["from"] ?? "", form?["until"] ?? "")
        isOpen = form != nil
    }
}
