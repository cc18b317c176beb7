import FleetCore
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

/// What an attacker tries on every route.
@Suite("Who may use pages and the API, whatever the rights")
struct PeopleAccessTests {
    @Test("Who is not signed in, or no longer, reaches only what is for everybody")
    func signedOut() async throws {
        let server = try await ServedTeam()
        let revoked = try await server.visitor("ana", .administrator)
        _ = try await revoked.post("/account/sign-out-everywhere")
        for visitor in [server.stranger, revoked] {
            for route in server.ownedRoutes {
                let answer = try await visitor.send(
                    route.method, route.target(), fields: ServedTeam.origins)
                let isAPI = route.path.hasPrefix("/api/")
                #expect(answer.status == (isAPI ? 401 : 303), "\(route)")
                let isSignIn = answer.location?.hasPrefix("/signin") == true
                #expect(isAPI || isSignIn, "\(route)")
                #expect(!answer.text.contains("root"), "\(route)")
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
            for route in server.ownedRoutes {
                let answer = try await visitor.send(route.method, route.target())
                #expect(answer.status == 401, "\(route)")
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
        for route in server.ownedRoutes where route.method != .get {
            for foreign in fields {
                let answer = try await root.send(route.method, route.target(), fields: foreign)
                #expect(answer.status == 403, "\(route)")
                #expect(answer.setCookie == nil, "\(route)")
            }
            let answer = try await root.send(route.method, route.target())
            #expect(answer.status == 403, "\(route) without an origin")
        }
        for path in server.openPosts {
            for foreign in fields {
                let answer = try await root.send(.post, path, fields: foreign)
                #expect(answer.status == 403, "\(path)")
                #expect(answer.setCookie == nil, "\(path)")
            }
        }
        #expect(try await root.get("/account").status == 200)
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
