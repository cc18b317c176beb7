import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The limits of permits, in the API.
struct LimitAPI {
    /// Largest document in bytes.
    static let maxBody = 16_384
    /// Days of a limit in one answer.
    private static let maxDays = 400
    private static let usualDays = 30

    private static let from = QueryParameter(
        "from", .day, "First day, at most 400 days before the last; by default 30.")
    private static let until = QueryParameter(
        "until", .day, "Last day; today without it.")
    private static let formats = QueryParameter.formats(RecordFormat.names)

    func add(to routes: Routes) {
        routes.api(.get, "/limits", .reports, query: Self.formats) { request in
            try request.response(
                Self.list(try await request.access.limits(), request), named: "limits")
        }
        routes.api(.post, "/limits", .changeSettings) { request in
            let administration = try request.access.administration()
            let input = try await request.json(NewLimitDocument.self, upTo: Self.maxBody)
            let limit = try await administration.addLimit(
                input.limit(for: request), at: request.environment.now())
            return try .json(LimitDocument(limit, request), status: .created)
        }
        routes.api(.get, "/limits/:id", .reports) { request in
            try await .json(LimitDocument(RequestedLimit(request).limit, request))
        }
        routes.api(.patch, "/limits/:id", .changeSettings) { request in
            let administration = try request.access.administration()
            let edit = try await request.json(LimitEndDocument.self, upTo: Self.maxBody)
            guard let day = LocalDay(edit.until) else { throw Problem(member: "until") }
            let limit = try await administration.endLimit(
                request.uuid("id"), on: day, at: request.environment.now())
            return try .json(LimitDocument(limit, request))
        }
        routes.api(.delete, "/limits/:id", .changeSettings) { request in
            try await request.access.administration().removeLimit(request.uuid("id"))
            return .noContent
        }
        addDays(to: routes)
    }

    private func addDays(to routes: Routes) {
        routes.api(
            .get, "/limits/:id/days", .reports, query: [Self.from, Self.until] + Self.formats
        ) { request in
            let limit = try await RequestedLimit(request).limit
            let zone = try await LimitHistory(in: request.environment).zone(of: limit.content)
            let today = LocalDay(at: request.environment.now(), in: zone)
            let last = try Self.day(Self.until, request) ?? today
            let first = try Self.day(Self.from, request) ?? last.advanced(by: -Self.usualDays)
            guard first <= last, last.number - first.number < Self.maxDays else {
                throw Problem(Self.from.name, "must be at most 400 days before the end")
            }
            let days = try await request.access.limitDays(of: limit, in: first...last)
            return try request.response(
                TeamLimitDay.list(
                    days.map { (limit, $0) }, named: limit.content.name, in: zone), named: "days")
        }
        routes.api(.get, "/limits/:id/days/:day", .reports, query: Self.formats) { request in
            let requested = try await RequestedLimit(request)
            let day = try await requested.decidedDay()
            let (vehicles, zone) = try await requested.vehicles(on: day)
            return try request.response(
                day.list(vehicles, of: requested.limit, in: zone), named: "vehicles")
        }
        routes.api(.put, "/limits/:id/days/:day", .changeSettings) { request in
            let administration = try request.access.administration()
            let typed = try await request.json(LimitCorrectionDocument.self, upTo: Self.maxBody)
            guard let outcome = LimitVerdict.Outcome(rawValue: typed.outcome) else {
                throw Problem(member: "outcome")
            }
            let requested = try await RequestedLimit(request)
            let corrected = try await administration.correctLimit(
                requested.limit.id, on: requested.day(), to: outcome, reason: typed.reason,
                at: request.environment.now())
            return try .json(
                AccountExport.Item(
                    LimitDayDocument((requested.limit, corrected)),
                    without: LimitCorrectionDocument.omitted))
        }
    }

    private static func day(
        _ parameter: QueryParameter, _ request: UserRequest
    ) throws(Problem) -> LocalDay? {
        guard let text = request.query[parameter.name] else { return nil }
        guard let day = LocalDay(text) else {
            throw Problem(parameter.name, "must be a day such as 2026-01-31")
        }
        return day
    }

    private static func list(_ limits: [TeamLimit], _ request: UserRequest) -> RecordList {
        TeamLimit.list(limits, sourceName: LimitHistory(in: request.environment).name)
    }
}

extension LimitDocument {
    fileprivate init(_ limit: TeamLimit, _ request: UserRequest) {
        self.init(limit, sourceName: LimitHistory(in: request.environment).name)
    }
}
