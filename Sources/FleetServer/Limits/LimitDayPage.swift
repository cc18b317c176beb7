import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import Hummingbird

/// The page of a day of a limit: the keys of the template `limit_day`.
struct LimitDayPage {
    /// Vehicles on the page; the files have all.
    private static let maxVehicles = 500

    struct Line {
        var label: String
        var text: String
    }

    struct Vehicle {
        var source: String
        var id: String
        var href: String?
        var time: String
    }

    struct Replay {
        var label: String
        var href: String
    }

    struct Content {
        var name: String
        var day: String
        /// `met`, `not_met` or `unknown`.
        var state: String
        var outcome: String
        var note: String?
        /// Why the outcome is so, in a sentence.
        var reason: String
        /// The numbers over the day; absent if they are not known.
        var chart: Chart?
        var lines: [Line]
        var errors: [FormProblem]
        var replays: [Replay]
        var vehicles: [Vehicle]
        var hasVehicles: Bool
        /// Why not all vehicles are listed; `nil` if they are.
        var moreText: String?
        var backHref: String
        /// The form of a correction; `nil` for who may not correct it, and while the day goes on.
        var form: Form?
    }

    struct Form {
        var action: String
        var outcomes: [SelectOption]
        var reason: String
    }

    var page: PageContext
    var limitDay: Content
    var formats: Formats

    /// Returns the page of the day that the path names.
    /// - Parameters:
    ///   - problem: Why a correction was refused.
    ///   - form: The correction that was refused.
    static func response(
        _ request: UserRequest, _ problem: Problem? = nil, typed form: QueryItems? = nil
    ) async throws -> Response {
        let requested = try await RequestedLimit(request)
        let (limit, day) = (requested.limit, try await requested.decidedDay())
        let (vehicles, zone) = try await requested.vehicles(on: day)
        let steps = try await requested.steps(on: day, in: zone)
        let path = "/limits/\(limit.id.text)/days/\(day.day.text)"
        let isCorrectable = request.access.may(.settings) && day.isFinal
        let content = Content(
            name: limit.content.name, day: day.day.text, state: day.verdict.outcome.rawValue,
            outcome: day.verdict.outcome.text, note: day.note,
            reason: reason(of: day, of: limit, in: zone),
            chart: chart(steps, on: day, of: limit, in: zone),
            lines: lines(of: day, of: limit, in: zone, request),
            errors: problem.map { [FormProblem($0, in: request.environment)] } ?? [],
            replays: replays(of: day, of: limit, in: zone, request),
            vehicles: vehicles.prefix(maxVehicles).map { Vehicle($0, request) },
            hasVehicles: !vehicles.isEmpty,
            moreText: vehicles.count > maxVehicles
                ? localized("The first \(maxVehicles) of \(vehicles.count) vehicles") : nil,
            backHref: "/limits" + QueryItems([("month", String(day.day.text.prefix(7)))]).query,
            form: isCorrectable
                ? Form(
                    action: path,
                    outcomes: LimitVerdict.Outcome.allCases.map {
                        SelectOption(
                            value: $0.rawValue, label: $0.text,
                            isSelected: $0.rawValue
                                == form?["outcome"] ?? day.verdict.outcome.rawValue)
                    }, reason: form?["reason"] ?? "") : nil)
        let command =
            "fleet limit show \(ShellWord.quoted(limit.content.name)) --day \(day.day.text)"
        return try request.environment.form(
            "limit_day",
            LimitDayPage(
                page: request.page(
                    .limits, title: localized("\(limit.content.name) on \(day.day.text)")),
                limitDay: content,
                formats: request.formats("/api/v1" + path, QueryItems([]), command: command)),
            problem
        ).page(of: request.access)
    }

    private static func reason(
        of day: TeamLimitDay, of limit: TeamLimit, in zone: SystemTimeZone
    ) -> String {
        let (verdict, maximum) = (day.verdict, limit.content.rule.maximum)
        guard let worst = verdict.worst, let at = verdict.at else {
            return (verdict.reason?.text ?? localized("no vehicle was counted")).sentence
        }
        guard worst <= maximum else {
            let time = zone.clock(at)
            return localized("\(worst) vehicles at \(time); at most \(maximum) are allowed.")
        }
        let most = localized("Never more than \(worst) vehicles; \(maximum) are allowed.")
        return verdict.reason.map { most + " " + $0.text.sentence } ?? most
    }

    private static func chart(
        _ steps: [LimitDay.Step], on day: TeamLimitDay, of limit: TeamLimit,
        in zone: SystemTimeZone
    ) -> Chart? {
        let (numbers, maximum) = (steps.map { Double($0.count) }, limit.content.rule.maximum)
        guard let high = numbers.max() else { return nil }
        let period = day.day.period(in: zone)
        let middle = period.lowerBound + (period.upperBound - period.lowerBound) / 2
        return Chart(
            localized("Vehicles over the day: at most \(Int(high)), allowed \(maximum)"),
            series: [
                steps.map {
                    Chart.Step(time: $0.time, value: Double($0.count), isEstimated: false)
                }
            ], axis: ValueAxis(from0To: numbers + [Double(maximum)], isPercent: false),
            limits: [(Double(maximum), localized("allowed: \(maximum)"))], period: period,
            times: [period.lowerBound, middle, period.upperBound].map(zone.clock))
    }

    private static func lines(
        of day: TeamLimitDay, of limit: TeamLimit, in zone: SystemTimeZone, _ request: UserRequest
    ) -> [Line] {
        let verdict = day.verdict
        var lines = [
            Line(label: localized("Limit"), text: limit.content.ruleText),
            Line(
                label: localized("Sources"),
                text: LimitHistory(in: request.environment).sourceNames(
                    of: limit.content)),
        ]
        if let worst = verdict.worst, let at = verdict.at {
            let time = zone.clock(at)
            lines.append(
                Line(
                    label: localized("Largest number"),
                    text: localized("\(worst), first at \(time) (\(zone.label))")))
        }
        lines.append(Line(label: localized("Coverage"), text: verdict.coverageText))
        if let correction = day.correction {
            let (time, name) = (request.time(correction.at).full, correction.by)
            lines.append(
                Line(
                    label: localized("Corrected"),
                    text: name.map { localized("\(time) by \($0)") } ?? time))
        }
        return lines
    }

    private static func replays(
        of day: TeamLimitDay, of limit: TeamLimit, in zone: SystemTimeZone, _ request: UserRequest
    ) -> [Replay] {
        let start = day.verdict.at ?? day.day.start(in: zone)
        return request.sources.filter {
            limit.content.sources.contains($0.uuid) && $0.source.history != nil
        }.map { source in
            Replay(
                label: localized("Replay of \(source.name) at that time"),
                href: "/replay"
                    + QueryItems([("source", source.name), ("from", zone.text(start))]).query)
        }
    }
}

extension LimitDayPage.Vehicle {
    fileprivate init(_ vehicle: LimitHistory.CountedVehicle, _ request: UserRequest) {
        (source, id) = (vehicle.source, vehicle.id)
        href = request.source(named: vehicle.source)?.path(of: vehicle.id)
        time = vehicle.seconds.map { ShortText.duration(.seconds($0)) } ?? "–"
    }
}
