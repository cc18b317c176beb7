import FleetCore
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

/// What the table of rights says, against every route.
@Suite("Rights of roles, on all sources and on some")
struct RightsTests {
    @Test("A session may use a route if, and only if, the table gives its role the right")
    func sessions() async throws {
        let server = try await ServedTeam()
        let routes = server.ownedRoutes
        #expect(routes.count > 100)
        for role in Role.allCases {
            let rights = Rights(of: role, by: .session, among: Grant.presets)
            var visitor = try await server.visitor("ana-\(role)", role)
            for route in routes {
                let isGranted = route.right.map { rights.has($0) } ?? true
                if isGranted && route.isStream { continue }
                let answer = try await visitor.send(
                    route.method, route.target(), fields: ServedTeam.origins)
                #expect(
                    (answer.status == 403) != isGranted,
                    "\(role) \(route) \(answer.status)")
                #expect(answer.status != 401, "\(role) \(route)")
                guard isGranted, route.method != .get else { continue }
                // It may have ended its own session.
                visitor = server.stranger.after(try await server.stranger.signIn("ana-\(role)"))
            }
        }
    }

    @Test(
        "A token may use no route for which the table gives its role no right",
        arguments: Role.allCases, [TokenScope.read, .write])
    func tokens(role: Role, scope: TokenScope) async throws {
        // A viewer gets no token that writes.
        guard role != .viewer || scope == .read else { return }
        let server = try await ServedTeam()
        let program = try await server.program("bot", role, scope)
        let rights = Rights(of: role, by: .token(scope), among: Grant.presets)
        var count = 0
        for route in server.ownedRoutes {
            guard let right = route.right, !rights.has(right) else { continue }
            count += 1
            let answer = try await program.send(route.method, route.target())
            #expect(answer.status == 403, "\(route) \(answer.status)")
        }
        #expect(count > 10)
    }

    @Test("A page is in the navigation and in the search of those who may open it")
    func navigation() async throws {
        let grants = Grant.presets.filter { $0 != Grant(.viewer, .replay) }
        let server = try await ServedTeam(grants: grants + [Grant(.member, .replay)])
        let viewer = try await server.visitor("eve", .viewer)
        let member = try await server.visitor("ana")
        #expect(try await viewer.get("/events").status == 403)
        #expect(try await member.get("/events").status == 200)
        for (visitor, isShown) in [(viewer, false), (member, true)] {
            #expect(try await visitor.get("/").text.contains(#"href="/events"#) == isShown)
            let found = try await visitor.get("/api/v1/search?q=events").text
            #expect(found.contains(#""/events"#) == isShown)
        }
    }

    /// A team whose viewers may see only the source `demo`, and not `secret`.
    private static func team() async throws -> ServedTeam {
        let seen = UUID(sourceName: "demo")
        let grants = Grant.presets.flatMap { grant in
            grant.role == .viewer && ![.own, .account].contains(grant.right)
                ? [Grant(.viewer, grant.right, on: seen), Grant(.member, grant.right)] : [grant]
        }
        return try await ServedTeam(
            grants: grants,
            [("demo", [Vehicle(id: "OPEN-1")]), ("secret", [Vehicle(id: "HIDDEN-1")])])
    }

    @Test("Who may not see a source gets 404 wherever its name is in the path or the query")
    func hiddenSource() async throws {
        let server = try await Self.team()
        let eve = try await server.visitor("eve", .viewer)
        let member = try await server.visitor("ana")
        #expect(try await member.get("/v/secret/HIDDEN-1").status == 200)
        for route in server.ownedRoutes {
            let isRefused =
                route.right.map { [.write, .refresh, .settings, .changeSettings].contains($0) }
                ?? false
            if route.path.contains(":source") {
                for name in ["secret", "old-secret"] {
                    let answer = try await eve.send(
                        route.method, route.target(of: name), fields: ServedTeam.origins)
                    #expect(answer.status == (isRefused ? 403 : 404), "\(route)")
                }
            }
            guard route.method == .get, !route.isStream else { continue }
            for query in ["", "?source=secret"] where !route.path.contains(":source") {
                let answer = try await eve.get(route.target() + query)
                #expect(!answer.text.contains("HIDDEN-1"), "\(route)\(query)")
                #expect(!answer.text.contains(#""secret""#), "\(route)\(query)")
            }
        }
        #expect(try await eve.get("/api/v1/sources/secret/events").status == 404)
        #expect(try await eve.get("/api/v1/events?source=secret").status == 404)
    }

    @Test("Whoever the team grants the right to write can be given tasks")
    func assignees() async throws {
        let server = try await ServedTeam(grants: Grant.presets + [Grant(.viewer, .write)])
        _ = try await server.visitor("eve", .viewer)
        let ana = try await server.visitor("ana")
        let note = #"{"text": "sweep the depot", "assignee": "eve"}"#
        let answer = try await ana.send(.post, "/api/v1/notes", json: note)
        #expect(answer.status == 201)
        #expect(try answer.json()["assignee"] as? String == "eve")
    }

    @Test("The download has own snoozes of a source that the person no longer sees")
    func hiddenSnooze() async throws {
        let server = try await Self.team()
        let root = try await server.visitor("root")
        let ana = try await server.visitor("ana")
        let until = (server.clock.now + .seconds(3600)).apiText
        let snooze = """
            {"group": "battery", "source": "secret", "vehicle_id": "HIDDEN-1", "reason": "repair",
            "until": "\(until)"}
            """
        #expect(try await ana.send(.post, "/api/v1/attention/snoozes", json: snooze).status == 201)
        let id = try #require(try await ana.get("/api/v1/session").json()["id"] as? String)
        let demoted = try await root.send(
            .patch, "/api/v1/users/\(id)", json: #"{"role": "viewer"}"#)
        #expect(demoted.status == 204)
        #expect(try await ana.get("/api/v1/sources/secret/vehicles").status == 404)
        let snoozes = try #require(
            try await ana.get("/api/v1/export").json()["snoozes"] as? [[String: Any]])
        #expect(snoozes.map { $0["subject"] as? String } == ["HIDDEN-1"])
        let source = try #require(snoozes.first?["source"] as? [String: String])
        #expect(source == ["id": UUID(sourceName: "secret").text])
    }

    @Test("Lists, searches, notes and counts of all sources leave hidden ones out")
    func hiddenContent() async throws {
        let server = try await Self.team()
        let eve = try await server.visitor("eve", .viewer)
        let ana = try await server.visitor("ana")
        for (source, vehicle) in [("demo", "OPEN-1"), ("secret", "HIDDEN-1")] {
            let note = """
                {"source": "\(source)", "vehicle_id": "\(vehicle)", "text": "about \(vehicle)",
                "visibility": "team"}
                """
            #expect(try await ana.send(.post, "/api/v1/notes", json: note).status == 201)
        }
        for path in [
            "/api/v1/sources", "/api/v1/search?q=1", "/api/v1/notes", "/api/v1/attention",
            "/notes", "/?source=*", "/map?source=*", "/export?source=*", "/tasks", "/favorites",
        ] {
            let (own, all) = (try await eve.get(path), try await ana.get(path))
            #expect(own.status < 400 && all.status == 200, "\(path)")
            #expect(!own.text.contains("HIDDEN-1") && !own.text.contains("secret"), "\(path)")
        }
        #expect(try await eve.get("/api/v1/notes").text.contains("OPEN-1"))
        #expect(try await ana.get("/api/v1/notes").text.contains("HIDDEN-1"))
        #expect(try await ana.get("/api/v1/search?q=HIDDEN").text.contains("HIDDEN-1"))
        let notes = try await ana.get("/api/v1/notes").json()["notes"] as? [[String: Any]]
        for note in notes ?? [] {
            let id = try #require(note["id"] as? String)
            let isOpen = note["vehicle_id"] as? String == "OPEN-1"
            #expect(try await eve.get("/api/v1/notes/\(id)").status == (isOpen ? 200 : 404))
        }
    }
}
