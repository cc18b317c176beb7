import FleetCore
import FleetTeam
import HTTPTypes
import Hummingbird
import Logging

/// The pages of links that work once: the set-up link and those for a new password.
struct LinkHandlers {
    func add(to routes: Routes) {
        routes.open(.get, "/setup", showSetup)
        routes.open(.post, "/setup", setUp)
        routes.open(.get, "/reset", showReset)
        routes.open(.post, "/reset", reset)
        routes.open(.post, "/api/v1/password-reset", resetByDocument)
    }

    private func showSetup(_ request: ServerRequest) async throws -> Response {
        let link = request.query["link"]
        let problem = try await isUsable(link, request) ? nil : Problem(TeamError.expiredLink)
        return try setupPage(link: link, name: "", problem, in: request.environment)
    }

    private func setUp(_ request: ServerRequest) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        let name = form["name"] ?? ""
        do {
            if try await !request.environment.team.hasRegistered(name) {
                guard try await isUsable(form["link"], request) else { throw TeamError.expiredLink }
            }
            let signedIn = try await request.register(
                name, form["display_name"] ?? "", form["password"] ?? "", form["link"])
            await chooseTiles(form["tiles"], signedIn.access, request)
            let target = await OnboardingHandlers.target(request)
            return await request.starting(signedIn, .redirect(to: target))
        } catch let error as TeamError {
            return try setupPage(
                link: form["link"], name: name, displayName: form["display_name"] ?? "",
                tiles: form["tiles"], Problem(error),
                in: request.environment)
        }
    }

    /// Sets the background of maps; a failure is logged, because the account exists by then.
    private func chooseTiles(
        _ name: String?, _ access: Access, _ request: ServerRequest
    ) async {
        let tiles = request.environment.options.tiles
        guard tiles.canChange, let choice = name.flatMap(TileSetting.Choice.init) else { return }
        do {
            try await tiles.choose(choice, as: access.administration())
        } catch {
            request.context.logger.error("settings", metadata: ["error": "\(error)"])
        }
    }

    /// Returns whether a set-up link can be used: it is ours, and the team has no administrator
    /// yet.
    private func isUsable(_ link: String?, _ request: ServerRequest) async throws -> Bool {
        let team = request.environment.team
        guard let secret = link.flatMap(BearerSecret.init), try await team.needsSetup() else {
            return false
        }
        do {
            return try await team.role(ofInvitation: secret) == .administrator
        } catch TeamError.expiredLink {
            return false
        }
    }

    private func setupPage(
        link: String?, name: String, displayName: String = "", tiles: String? = nil,
        _ problem: Problem?,
        in environment: ServerEnvironment
    ) throws -> Response {
        let setting = environment.options.tiles
        let isExpired = problem?.status == .gone
        let setup = SetupPage.Form(
            link: isExpired ? "" : link ?? "", name: name, displayName: displayName,
            tiles: setting.canChange
                ? TileChoices(tiles.flatMap(TileSetting.Choice.init) ?? setting.choice) : nil,
            isExpired: isExpired, errors: problem.map { [FormProblem($0, in: environment)] } ?? [])
        return try environment.form(
            "setup",
            SetupPage(page: environment.linkPage(localized("Set up")), setup: setup), problem)
    }

    private func showReset(_ request: ServerRequest) async throws -> Response {
        try await resetPage(link: request.query["link"], nil, request)
    }

    private func reset(_ request: ServerRequest) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        do {
            let signedIn = try await request.resetPassword(form["link"], form["password"] ?? "")
            return await request.starting(signedIn, .redirect(to: "/"))
        } catch let error as TeamError {
            return try await resetPage(link: form["link"], Problem(error), request)
        }
    }

    private func resetPage(
        link: String?, _ problem: Problem?, _ request: ServerRequest
    ) async throws -> Response {
        let environment = request.environment
        let name = try await userName(ofLink: link, environment.team)
        let problem = name == nil ? Problem(TeamError.expiredLink) : problem
        let form = ResetPage.Form(
            name: name ?? "", link: name == nil ? "" : link ?? "", isExpired: name == nil,
            errors: problem.map { [FormProblem($0, in: environment)] } ?? [])
        return try environment.form(
            "reset", ResetPage(page: environment.linkPage(localized("New password")), reset: form),
            problem)
    }

    /// Returns the name of the user whose password a link resets; `nil` if it cannot be used.
    private func userName(ofLink link: String?, _ team: Team) async throws -> String? {
        guard let secret = link.flatMap(BearerSecret.init) else { return nil }
        do {
            return try await team.userName(ofResetLink: secret)
        } catch TeamError.expiredLink {
            return nil
        }
    }

    struct ResetDocument: RequestDocument {
        fileprivate var link = ""
        fileprivate var password = ""

        mutating func visit(_ fields: inout some FieldVisitor) {
            fields.visit("link", &link)
            fields.visit(password: &password)
        }
    }

    private func resetByDocument(_ request: ServerRequest) async throws -> Response {
        let document = try await request.json(
            ResetDocument.self, upTo: SignInHandlers.maxBody)
        let signedIn = try await request.resetPassword(document.link, document.password)
        return try await request.starting(signedIn, .json(UserDocument(signedIn.access)))
    }
}

extension ServerRequest {
    fileprivate func resetPassword(_ link: String?, _ password: String) async throws -> SignedIn {
        guard let secret = link.flatMap(BearerSecret.init) else { throw TeamError.expiredLink }
        return try await environment.team.resetPassword(
            link: secret, password: Password(password), from: client)
    }
}

extension ServerEnvironment {
    /// Returns the frame of a page that only the owner of a link sees.
    fileprivate func linkPage(_ title: String) -> PageContext {
        var page = PageContext(title: title, assets: pages.assets, access: nil)
        page.noindex = true
        return page
    }
}

/// The keys of the template `setup`.
private struct SetupPage {
    struct Form {
        var link: String
        var name: String
        var displayName: String
        /// Absent if the command line decides.
        var tiles: TileChoices?
        var isExpired: Bool
        var errors: [FormProblem]
    }

    var page: PageContext
    var setup: Form
}

/// The keys of the template `reset`.
private struct ResetPage {
    struct Form {
        var name: String
        var link: String
        var isExpired: Bool
        var errors: [FormProblem]
    }

    var page: PageContext
    var reset: Form
}
