import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The pages of the limits of permits, and their forms for administrators.
struct LimitHandlers {
    func add(to routes: Routes) {
        routes.page(.limits) { try await LimitsPage.response($0) }
        routes.page(.post, "/limits", .changeSettings) { request in
            let administration = try request.access.administration()
            let form = try await request.form(upTo: LimitAPI.maxBody)
            do {
                _ = try await administration.addLimit(
                    NewLimitDocument(form).limit(for: request), at: request.environment.now())
            } catch let error {
                return try await LimitsPage.response(request, Self.refusal(error), typed: form)
            }
            return .redirect(to: "/limits")
        }
        routes.page(.post, "/limits/:id", .changeSettings, change)
        routes.page(.get, "/limits/:id/days/:day", .reports) { try await LimitDayPage.response($0) }
        routes.page(.post, "/limits/:id/days/:day", .changeSettings, correct)
    }

    /// Ends or removes a version of a limit; before the latter, asks.
    private func change(_ request: UserRequest) async throws -> Response {
        let administration = try request.access.administration()
        let form = try await request.form(upTo: LimitAPI.maxBody)
        let limit = try await RequestedLimit(request).limit
        switch form["do"] {
        case "end":
            do {
                guard let day = LocalDay(form["until"] ?? "") else {
                    throw Problem(.invalid(.lastDay, .malformed))
                }
                _ = try await administration.endLimit(
                    limit.id, on: day, at: request.environment.now())
            } catch let error {
                return try await LimitsPage.response(request, Self.refusal(error))
            }
        case "remove" where form["confirmed"] == nil:
            let page = ConfirmPage(
                question: localized(
                    "Remove the limit \(limit.content.name) from \(limit.content.firstDay.text)?"),
                losses: [localized("The outcome of each of its days, with the corrections")],
                kept: localized("This cannot be undone. A limit that ends keeps its days."),
                action: "/limits/" + limit.id.text,
                fields: [.init(name: "do", value: "remove"), .init(name: "confirmed", value: "1")],
                button: localized("Remove"), cancelHref: "/limits")
            return try AdministrationPage(.limits, of: request, page)
                .response("admin_confirm", request)
        case "remove": try await administration.removeLimit(limit.id)
        default: throw Problem(.unprocessableContent, "The form names no change.")
        }
        return .redirect(to: "/limits")
    }

    private func correct(_ request: UserRequest) async throws -> Response {
        let administration = try request.access.administration()
        let form = try await request.form(upTo: LimitAPI.maxBody)
        let requested = try await RequestedLimit(request)
        let (limit, day) = (requested.limit, try requested.day())
        do {
            guard let outcome = LimitVerdict.Outcome(rawValue: form["outcome"] ?? "") else {
                throw Problem(member: "outcome")
            }
            _ = try await administration.correctLimit(
                limit.id, on: day, to: outcome, reason: form["reason"] ?? "",
                at: request.environment.now())
        } catch let error {
            return try await LimitDayPage.response(request, Self.refusal(error), typed: form)
        }
        return .redirect(to: request.path)
    }

    /// Returns why a form was refused, which its page shows; throws other errors.
    private static func refusal(_ error: any Error) throws -> Problem {
        switch error {
        case let problem as Problem where problem.status.kind == .clientError: return problem
        case let error as TeamError:
            switch error {
            case .invalid, .nameTaken, .tooMany, .dayIsDecided, .dayIsOpen: return Problem(error)
            default: throw error
            }
        default: throw error
        }
    }
}
