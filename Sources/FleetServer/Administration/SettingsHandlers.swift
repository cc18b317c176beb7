import FleetCore
import FleetTeam
import HTTPTypes
import Hummingbird

/// The settings of the server, for administrators.
struct SettingsHandlers {
    func add(to routes: Routes) {
        routes.administrationPage(.get, "/settings") { request, _ in
            try page(request)
        }
        routes.administrationPage(.post, "/settings") { request, administration in
            let form = try await request.form(upTo: SignInHandlers.maxBody)
            do {
                try await chooseTiles(form["tiles"], request, administration)
            } catch let problem as Problem where problem.status.kind == .clientError {
                return try page(request, problem)
            }
            return .redirect(to: "/admin/settings?saved=1")
        }
    }

    private func chooseTiles(
        _ name: String?, _ request: UserRequest, _ administration: Administration
    ) async throws {
        try await administration.requireChange()
        let tiles = request.environment.options.tiles
        guard tiles.canChange else {
            throw Problem(
                .conflict, "The background of the map is set on the command line.",
                hint: "Start the server without --tiles.")
        }
        let choice = try TileSetting.Choice(named: name)
        try await tiles.choose(choice, as: administration)
    }

    private func page(_ request: UserRequest, _ problem: Problem? = nil) throws -> Response {
        let tiles = request.environment.options.tiles
        var page = AdministrationPage(
            .settings, of: request,
            SettingsContent(
                tiles: tiles.canChange ? TileChoices(tiles.choice) : nil,
                fixedTiles: tiles.canChange ? nil : Language.current.word(tiles.fixedName)), problem
        )
        if request.query["saved"] != nil {
            page.page.notice = PageContext.Notice(
                kind: "good", icon: "check", text: localized("The settings are saved."))
        }
        return try page.response("admin_settings", request)
    }
}

/// The keys of the template `admin_settings`.
private struct SettingsContent {
    /// Absent if the command line decides.
    var tiles: TileChoices?
    var fixedTiles: String?
}
