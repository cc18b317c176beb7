import FleetCore
import FleetService
package import FleetTeam
import HTTPTypes
import Hummingbird

/// Sends a test of an alert, and returns once its webhook has accepted it; throws `NotifierError`.
package typealias AlertTest = @Sendable (TeamAlert) async throws -> Void

/// The alerts of the team, for administrators.
struct AlertHandlers {
    func add(to routes: Routes) {
        routes.administrationPage(.get, "/alerts") { request, _ in
            try await AlertsPage.response(request)
        }
        routes.administrationPage(.post, "/alerts", addByForm)
        routes.administrationPage(.get, "/alerts/:id") { request, administration in
            let alert = try await administration.alert(request.uuid("id"))
            return try await AlertPage.response(request, alert)
        }
        routes.administrationPage(.post, "/alerts/:id", changeByForm)
        addAPI(to: routes)
    }

    private func addAPI(to routes: Routes) {
        routes.administrationAPI(.get, "/alerts") { request, administration in
            let alerts = try await administration.alerts()
            return try .json(["alerts": alerts.map { AlertDocument($0, request) }])
        }
        routes.administrationAPI(.post, "/alerts") { request, administration in
            let input = try await request.json(
                AlertChangeDocument.self, upTo: SignInHandlers.maxBody)
            let alert = try await add(input, request, administration)
            return try .json(AlertDocument(alert, request), status: .created)
        }
        routes.administrationAPI(.patch, "/alerts/:id") { request, administration in
            let input = try await request.json(
                AlertChangeDocument.self, upTo: SignInHandlers.maxBody)
            let alert = try await change(input, request, administration)
            return try .json(AlertDocument(alert, request))
        }
        routes.administrationAPI(.delete, "/alerts/:id") { request, administration in
            try await administration.removeAlert(request.uuid("id"))
            return .noContent
        }
        routes.administrationAPI(.post, "/alerts/:id/test") { request, administration in
            _ = try await test(request, administration)
            return .noContent
        }
    }

    private func addByForm(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        do {
            _ = try await add(AlertChangeDocument(form), request, administration)
        } catch let error {
            return try await AlertsPage.response(request, Self.refusal(error), typed: form)
        }
        return .redirect(to: SitePage.alerts.path)
    }

    private func changeByForm(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        let id = try request.uuid("id")
        switch form["do"] {
        case "save":
            do {
                _ = try await change(AlertChangeDocument(form), request, administration)
            } catch let error {
                let alert = try await administration.alert(id)
                return try await AlertPage.response(
                    request, alert, Self.refusal(error), typed: form)
            }
        case "enable", "disable":
            let isEnabled = form["do"] == "enable"
            _ = try await administration.changeAlert(id) { $0.isEnabled = isEnabled }
        case "remove": try await administration.removeAlert(id)
        case "test":
            let alert: TeamAlert
            do {
                alert = try await test(request, administration)
            } catch let problem as Problem
                where [.badGateway, .gatewayTimeout].contains(problem.status)
            {
                // A proxy in front of the server may replace the page of such a status.
                let shown = Problem(
                    .unprocessableContent, .verbatim(problem.detail),
                    hint: problem.hint.map(LocalizedText.verbatim))
                return try await AlertsPage.response(request, shown)
            }
            let path = SitePage.alerts.path
            return try request.redirect(
                to: path, showing: ShownOnce(on: path, notice: AlertsPage.notice(ofTest: alert)))
        default: throw Problem(.unprocessableContent, "The form names no change.")
        }
        return .redirect(to: SitePage.alerts.path)
    }

    /// Returns why a form was refused, which its page shows; throws other errors.
    private static func refusal(_ error: any Error) throws -> Problem {
        switch error {
        case let problem as Problem where problem.status.kind == .clientError: return problem
        case TeamError.invalid(let field, let rule): return Problem(.invalid(field, rule))
        case TeamError.tooMany(let item, let limit): return Problem(.tooMany(item, limit: limit))
        default: throw error
        }
    }

    private func add(
        _ input: AlertChangeDocument, _ request: UserRequest, _ administration: Administration
    ) async throws -> TeamAlert {
        // The rules look up hosts, which a token that only reads must not make the server do.
        try await administration.requireChange()
        let change = try await input.change(
            in: request.environment, views: request.access.views.all())
        return try await administration.addAlert(change.newAlert())
    }

    private func change(
        _ input: AlertChangeDocument, _ request: UserRequest, _ administration: Administration
    ) async throws -> TeamAlert {
        try await administration.requireChange()
        let alert = try await administration.alert(request.uuid("id"))
        let change = try await input.change(
            in: request.environment, views: request.access.views.all(),
            current: alert.content.source)
        return try await administration.changeAlert(alert.id) { change.apply(to: &$0) }
    }

    /// Sends a test, and returns the alert.
    /// - Throws: `Problem` (502 or 504) if the webhook does not accept it.
    private func test(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> TeamAlert {
        try await administration.requireChange()
        let alert = try await administration.alert(request.uuid("id"))
        guard let send = request.environment.sendTestAlert else {
            throw Problem(.conflict, "This server sends no alerts.")
        }
        try await administration.record(.alertTested, subject: alert.content.name)
        do {
            try await request.environment.waiting(
                for: localized("The webhook"), hint: TeamAlert.failureHint
            ) { try await send(alert) }
        } catch let error as NotifierError {
            throw Problem(
                .badGateway, "The test failed: \(error.cause).",
                hint: .verbatim(TeamAlert.failureHint))
        }
        return alert
    }
}

extension TeamAlert {
    /// The remedy for a delivery that failed.
    static var failureHint: String {
        localized("Check the webhook and its address, then send a test.")
    }
}

extension AlertDocument {
    fileprivate init(_ alert: TeamAlert, _ request: UserRequest) {
        let sources = request.environment.sources.all
        self.init(alert) { uuid in sources.first { $0.uuid == uuid }?.name }
    }
}
