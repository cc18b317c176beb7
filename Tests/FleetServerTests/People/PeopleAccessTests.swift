import FleetCore
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

/// What an attacker tries on every route of people.
@Suite("Who may use the pages and the API of people")
struct PeopleAccessTests {
    @Test("The table below has every route of people")
    func complete() async throws {
        let server = try await ServedTeam()
        let environment = server.server.environment
        let routes = Routes(
            in: environment,
            errors: ErrorRenderer(
                pages: environment.pages, now: environment.now, metrics: environment.metrics))
        FleetServer.addPeopleHandlers(to: routes)
        let known = routes.methods.flatMap { path, methods in
            methods.map { "\($0.rawValue) \(path)" }
        }
        #expect(Set(known) == Set(PeopleRoute.all.map(\.name)))
    }

    @Test("Who is not signed in, or no longer, reaches only what is for everybody")
    func signedOut() async throws {
        let server = try await ServedTeam()
        let revoked = try await server.visitor("ana", .administrator)
        _ = try await revoked.post("/account/sign-out-everywhere")
        for visitor in [server.stranger, revoked] {
            for route in PeopleRoute.all where route.audience != .everybody {
                let answer = try await visitor.send(
                    route.method, route.target, fields: ServedTeam.origins)
                #expect(answer.status == (route.isAPI ? 401 : 303), "\(route.name)")
                let isSignIn = answer.location?.hasPrefix("/signin") == true
                #expect(route.isAPI || isSignIn, "\(route.name)")
                #expect(!answer.text.contains("root"), "\(route.name)")
            }
        }
    }

    @Test("A token that has expired, or is none, reaches nothing")
    func expiredToken() async throws {
        let server = try await ServedTeam()
        let expired = try await server.program(
            "bot", .administrator, .write, lifetime: .seconds(60))
        server.clock.advance(by: .seconds(61))
        for visitor in [expired, server.stranger.with(token: "nonsense")] {
            for route in PeopleRoute.all where route.audience != .everybody {
                let answer = try await visitor.send(route.method, route.target)
                #expect(answer.status == 401, "\(route.name)")
            }
        }
    }

    @Test("A page of another site changes nothing, whoever is signed in")
    func foreignOrigin() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let fields: [HTTPFields] = [
            [.origin: "https://evil.example"], [.origin: "null"], [.fetchSite: "cross-site"],
            [.fetchSite: "same-site"], [.origin: "http://localhost:8081"],
        ]
        for route in PeopleRoute.all where route.method != .get {
            for foreign in fields {
                let answer = try await root.send(route.method, route.target, fields: foreign)
                #expect(answer.status == 403, "\(route.name)")
                #expect(answer.setCookie == nil, "\(route.name)")
            }
            if route.audience != .everybody {
                let answer = try await root.send(route.method, route.target)
                #expect(answer.status == 403, "\(route.name) without an origin")
            }
        }
        #expect(try await root.get("/account").status == 200)
    }

    @Test(
        "Members and viewers administer nothing, and learn nothing about users",
        arguments: [
            Role.viewer, .member,
        ])
    func roles(role: Role) async throws {
        let server = try await ServedTeam()
        let eve = try await server.visitor("eve", role)
        let program = try await server.program("bot", role, .read)
        for route in PeopleRoute.all where route.audience == .administrators {
            for visitor in [eve, program] {
                let answer = try await visitor.send(
                    route.method, route.target, fields: ServedTeam.origins)
                #expect(answer.status == 403, "\(route.name)")
            }
        }
    }

    @Test("A token in the cookie of a session is not signed in, even while it is used as a token")
    func tokenAsCookie() async throws {
        let server = try await ServedTeam()
        let program = try await server.program("bot", .administrator, .read)
        let field = try #require(program.fields[.authorization])
        var browser = server.stranger
        browser.cookie = "fleet-8080=" + field.dropFirst("Bearer ".count)
        for _ in 0..<3 {
            #expect(try await program.get("/api/v1/session").status == 200)
            #expect(try await browser.get("/api/v1/session").status == 401)
            #expect(try await browser.get("/account").status == 303)
            let token = #"{"name": "x", "scope": "write"}"#
            #expect(try await browser.send(.post, "/api/v1/tokens", json: token).status == 401)
        }
    }

    @Test("Tokens reach neither the account nor its sessions and tokens, whoever's they are")
    func tokens() async throws {
        let server = try await ServedTeam()
        let program = try await server.program("bot", .administrator, .write)
        for route in PeopleRoute.all where route.audience == .sessions {
            let answer = try await program.send(route.method, route.target, json: "{}")
            // A form or document is refused before or after its rights.
            let isRefused = [400, 403, 415, 422].contains(answer.status)
            #expect(isRefused, "\(route.name): \(answer.status)")
        }
        for path in ["/account", "/api/v1/sessions", "/api/v1/tokens", "/api/v1/export"] {
            #expect(try await program.get(path).status == 403, "\(path)")
        }
        let password = #"{"current": "\#(ServedTeam.password)", "password": "another password"}"#
        #expect(
            try await program.send(.post, "/api/v1/password", json: password).status == 403)
        #expect(
            try await program.send(.post, "/api/v1/tokens", json: #"{"name": "a"}"#).status == 403)
    }

    @Test("Sessions and tokens of others do not exist for anybody else, not even an administrator")
    func others() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let root = try await server.visitor("root")
        let made = try await ana.send(.post, "/api/v1/tokens", json: #"{"name": "a"}"#)
        let token = try #require(try made.json()["id"] as? String)
        let list = try await ana.get("/api/v1/sessions").json()["sessions"] as? [[String: Any]]
        let session = try #require(list?.first?["id"] as? String)
        for visitor in [root, try await server.visitor("eve", .viewer)] {
            for (method, path) in [
                (HTTPRequest.Method.post, "/account/tokens/\(token)"),
                (.post, "/account/sessions/\(session)"), (.delete, "/api/v1/tokens/\(token)"),
                (.delete, "/api/v1/sessions/\(session)"), (.post, "/account/tokens/x"),
            ] {
                let answer = try await visitor.send(method, path, fields: ServedTeam.origins)
                #expect(answer.status == 404, "\(path)")
            }
        }
        #expect(try await ana.get("/api/v1/tokens").text.contains(token))
        #expect(try await ana.get("/account").status == 200)
    }
}

/// A route, and who may use it.
private struct PeopleRoute {
    enum Audience {
        case everybody
        /// Everybody who is signed in, by session or token.
        case users
        /// Everybody who is signed in by a session.
        case sessions
        case administrators
    }

    let method: HTTPRequest.Method
    let path: String
    let audience: Audience

    var name: String { "\(method.rawValue) \(path)" }
    var isAPI: Bool { path.hasPrefix("/api/") }
    /// The path with values for its parameters.
    var target: String {
        path.replacing(":id", with: "01890a5d-ac96-774b-bcce-b302099a8057")
            .replacing(":source", with: "demo")
    }

    static let all =
        everybody.map { PeopleRoute($0, .everybody) } + users.map { PeopleRoute($0, .users) }
        + sessions.map { PeopleRoute($0, .sessions) }
        + administrators.map { PeopleRoute($0, .administrators) }

    private init(_ name: String, _ audience: Audience) {
        let parts = name.split(separator: " ")
        method = HTTPRequest.Method(String(parts[0])) ?? .get
        (path, self.audience) = (String(parts[1]), audience)
    }

    private static let everybody = [
        "GET /signin", "POST /signin", "GET /register", "POST /register", "GET /setup",
        "POST /setup", "GET /reset", "POST /reset", "POST /api/v1/session", "POST /api/v1/users",
        "POST /api/v1/password-reset",
    ]
    private static let users = [
        "GET /api/v1/session", "DELETE /api/v1/session", "POST /account/sources",
        "GET /api/v1/followed-sources", "PUT /api/v1/followed-sources",
    ]
    private static let sessions = [
        "POST /signout", "GET /account", "POST /account/password", "POST /account/name",
        "POST /account/language",
        "PATCH /api/v1/session",
        "POST /account/sessions/:id", "POST /account/sign-out-everywhere", "POST /account/tokens",
        "POST /account/tokens/:id", "POST /api/v1/password", "GET /api/v1/sessions",
        "DELETE /api/v1/sessions", "DELETE /api/v1/sessions/:id", "GET /api/v1/tokens",
        "POST /api/v1/tokens", "DELETE /api/v1/tokens/:id", "GET /api/v1/export",
    ]
    private static let administrators = [
        "GET /admin", "GET /admin/people", "POST /admin/people/:id",
        "GET /admin/people/:id/remove", "GET /admin/sources/:id", "GET /admin/sources/:id/remove",
        "POST /admin/invitations",
        "POST /admin/invitations/:id", "GET /admin/audit", "GET /admin/settings",
        "POST /admin/settings", "GET /admin/start", "POST /admin/start", "GET /admin/sources",
        "POST /admin/sources", "POST /admin/sources/:id", "GET /api/v1/users",
        "PATCH /api/v1/users/:id", "DELETE /api/v1/users/:id",
        "POST /api/v1/users/:id/password-reset", "GET /api/v1/invitations",
        "POST /api/v1/invitations", "DELETE /api/v1/invitations/:id", "GET /api/v1/audit",
        "POST /api/v1/sources", "PATCH /api/v1/sources/:source", "DELETE /api/v1/sources/:source",
        "GET /api/v1/catalogue",
        "GET /admin/alerts", "POST /admin/alerts", "GET /admin/alerts/:id",
        "POST /admin/alerts/:id", "GET /api/v1/alerts", "POST /api/v1/alerts",
        "PATCH /api/v1/alerts/:id", "DELETE /api/v1/alerts/:id", "POST /api/v1/alerts/:id/test",
    ]
}
