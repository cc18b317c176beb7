import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Favorites of the server")
struct FavoriteTests {
    private static let path = "/api/v1/sources/demo/favorites/"

    private func served(_ ids: [String] = ["A-1", "B-2"]) async throws -> ServedTeam {
        try await ServedTeam([("demo", ids.map { Vehicle(id: $0) }), ("other", [])])
    }

    private func ids(_ visitor: Visitor) async throws -> [String] {
        let document = try await visitor.get("/api/v1/favorites").json()
        let favorites = try #require(document["favorites"] as? [[String: Any]])
        return favorites.compactMap { $0["vehicle_id"] as? String }
    }

    @Test("Adding and removing a favorite again changes nothing")
    func idempotent() async throws {
        let ana = try await served().visitor("ana")
        for _ in 0..<2 {
            #expect(try await ana.send(.put, Self.path + "A-1", json: "").status == 204)
            #expect(try await ids(ana) == ["A-1"])
        }
        for _ in 0..<2 {
            #expect(try await ana.send(.delete, Self.path + "A-1", json: "").status == 204)
            #expect(try await ids(ana) == [])
        }
    }

    @Test("A viewer has favorites of their own, which nobody else sees")
    func own() async throws {
        let server = try await served()
        let (ana, eve) = (try await server.visitor("ana"), try await server.visitor("eve", .viewer))
        #expect(try await eve.post("/v/demo/A-1/favorite", [("favorite", "on")]).status == 303)
        #expect(try await ids(eve) == ["A-1"])
        #expect(try await ids(ana) == [])
        let page = try await ana.get("/favorites")
        #expect(page.text.contains("No favorites yet"))
    }

    @Test("Nobody changes favorites without being signed in, or from another site")
    func refused() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        for (method, target, isPage) in [
            (HTTPRequest.Method.get, "/favorites", true), (.get, "/api/v1/favorites", false),
            (.put, Self.path + "A-1", false), (.delete, Self.path + "A-1", false),
            (.post, "/v/demo/A-1/favorite", true),
        ] {
            let body = Array("favorite=on".utf8)
            let stranger = try await server.stranger.send(method, target, body: body, fields: form)
            #expect(stranger.status == (isPage ? 303 : 401), "\(method) \(target)")
            guard method != .get else { continue }
            var foreign = form
            foreign[.origin] = "https://evil.example"
            let answer = try await ana.send(method, target, body: body, fields: foreign)
            #expect(answer.status == 403, "\(method) \(target)")
        }
        let id = try await server.team.onMachine().user(named: UserName("ana")).id
        try await server.team.onMachine().disable(id)
        #expect(try await ana.send(.put, Self.path + "A-1", json: "").status == 401)
        #expect(try await ana.get("/favorites").location?.hasPrefix("/signin") == true)
    }

    @Test("A form returns to the page of this server that it came from, and to no other")
    func returns() async throws {
        let ana = try await served().visitor("ana")
        for (referer, target) in [
            ("http://localhost:8080/?color=red", "/?color=red"),
            ("http://localhost:8080/favorites", "/favorites"),
            ("https://evil.example/x", "/v/demo/A-1"), ("", "/v/demo/A-1"),
            ("http://localhost:8080//evil.example/", "/v/demo/A-1"),
            ("http://localhost:8080@evil.example/", "/v/demo/A-1"),
            ("http://localhost:8080/v/demo/A-1/favorite", "/v/demo/A-1"),
        ] {
            var visitor = ana
            visitor.fields[.referer] = referer
            let answer = try await visitor.post("/v/demo/A-1/favorite", [("favorite", "on")])
            #expect(answer.status == 303)
            #expect(answer.location == target, "\(referer)")
        }
    }

    @Test("The page shows vehicles of the feed, those that left it, and unknown ones")
    func page() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        for id in ["A-1", "B-2", "never"] {
            _ = try await ana.send(.put, Self.path + id, json: "")
        }
        var seen = Vehicle(id: "A-1")
        seen.position = Position(latitude: 59.9, longitude: 10.7)
        let demo = server.sources.all[0]
        try await server.load([seen, Vehicle(id: "C-3")], demo, at: 1_799_999_995)
        let page = try await ana.get("/favorites?source=demo").text
        #expect(page.contains("3 favorites of demo · 2 not in the feed"))
        #expect(page.components(separatedBy: "class=\"gone\"").count == 3)
        #expect(page.contains("data-id=\"A-1\" data-source=\"demo\" data-lat=\"59.9\""))
        let document = try await ana.get("/api/v1/favorites?source=demo").json()
        let favorites = try #require(document["favorites"] as? [[String: Any]])
        #expect(favorites.map { $0["away"] as? Bool } == [false, true, true])
        #expect(favorites[1]["last_seen"] as? String == "2027-01-15T07:59:50Z")
        #expect(favorites[2]["last_seen"] == nil)
        let csv = try await ana.get("/api/v1/favorites?format=csv").text
        #expect(csv.hasPrefix("source,vehicle_id,added_at,"))
        #expect(try await ana.get("/api/v1/favorites?format=xml").status == 400)
        #expect(try await ana.get("/favorites?source=none").status == 404)
    }

    @Test("Feed text stays text", arguments: ["<b>\"'&", "a/b?c#d", "ä\u{301}", "%2e", "=1+1"])
    func hostile(id: String) async throws {
        let ana = try await served([id]).visitor("ana")
        let encoded = PercentEncoding.encoded(id)
        #expect(try await ana.send(.put, Self.path + encoded, json: "").status == 204)
        #expect(try await ids(ana) == [id])
        let page = try await ana.get("/favorites").text
        #expect(!page.contains("<b>\""))
        #expect(page.contains("/v/demo/\(encoded)/favorite"))
        #expect(try await ana.send(.delete, Self.path + encoded, json: "").status == 204)
        #expect(try await ids(ana) == [])
    }

    @Test("An ID that differs in case alone is that vehicle's")
    func ignoringCase() async throws {
        let ana = try await served().visitor("ana")
        _ = try await ana.send(.put, Self.path + "a-1", json: "")
        #expect(try await ids(ana) == ["A-1"])
        _ = try await ana.send(.delete, Self.path + "a-1", json: "")
        #expect(try await ids(ana) == [])
    }

    @Test(
        "The favorite of a vehicle with an ID on its label stays with it when its feed ID changes")
    func labeled() async throws {
        let server = try await served(["x"])
        let demo = server.sources.all[0]
        var source = demo.source
        source.labelField = try LabelField("rental_uris.web:code=([A-Z0-9]+)")
        let labeled = PolledSource(
            name: "demo", aliases: [], source: source, vehicles: demo.vehicles)
        var vehicle = Vehicle(id: "trip-1")
        vehicle.rentalURIs = RentalURIs(
            web: "https://example.com/?code=QX7", android: nil, ios: nil)
        try await server.load([vehicle], demo, at: 1_799_999_995)
        let resolved = try server.store.snapshots.read { reader in
            try ["trip-1", "QX7", "TRIP-1"].map { try labeled.stableID($0, in: reader) }
        }
        #expect(resolved == ["QX7", "QX7", "QX7"])
        vehicle.id = "trip-2"
        try await server.load([vehicle], demo, at: 1_799_999_999)
        let found = try server.store.snapshots.read { reader in
            try labeled.resolver.vehicles(["QX7", "none"], in: reader)
        }
        #expect(found.map(\.?.vehicle.id) == ["trip-2", nil])
    }

    @Test(
        "Rotating IDs without a label field have no favorites, since they would lose their vehicle")
    func rotating() async throws {
        let server = try await served()
        let demo = server.sources.all[0]
        var source = demo.source
        source.rotation = .yes
        let rotating = PolledSource(
            name: "demo", aliases: [], source: source, vehicles: demo.vehicles)
        #expect(try server.store.snapshots.read { try rotating.hasRotatingIDs(in: $0) })
        #expect(throws: Problem.self) {
            try server.store.snapshots.read { try rotating.stableID("A-1", in: $0) }
        }
    }

    @Test("A form without the field changes nothing")
    func malformed() async throws {
        let ana = try await served().visitor("ana")
        #expect(try await ana.post("/v/demo/A-1/favorite", [("favorite", "x")]).status == 422)
        #expect(try await ana.post("/v/none/A-1/favorite", [("favorite", "on")]).status == 404)
        #expect(try await ids(ana) == [])
    }

    @Test("IDs that browsers remove from paths are favorites by forms", arguments: [".", ".."])
    func dots(id: String) async throws {
        let ana = try await served([id, "A-1"]).visitor("ana")
        for page in ["/", "/v/demo?id=" + id] {
            let text = try await ana.get(page).text
            #expect(text.contains("action=\"/v/demo?id=\(id)\""))
            #expect(!text.contains("favorites/\(id)\""), "scripts leave it to the form")
        }
        let on = try await ana.post("/v/demo?id=" + id, [("favorite", "on")])
        #expect(on.status == 303 && on.location == "/v/demo?id=" + id)
        #expect(try await ids(ana) == [id])
        #expect(try await ana.get("/favorites").text.contains("value=\"off\""))
        #expect(try await ana.post("/v/demo?id=" + id, [("favorite", "off")]).status == 303)
        #expect(try await ids(ana) == [])
        #expect(try await ana.post("/v/demo", [("favorite", "on")]).status == 404)
    }

    @Test(
        "Every ID that a feed can have can be a favorite, a line break too; no feed has NUL",
        arguments: [("A\nB", "A%0AB"), ("A\u{1B}[2J", "A%1B%5B2J"), ("\u{202E}A", "%E2%80%AEA")])
    func controls(id: String, path: String) async throws {
        let ana = try await served([id]).visitor("ana")
        #expect(try await ana.send(.put, Self.path + path, json: "").status == 204)
        #expect(try await ids(ana) == [id])
        #expect(try await ana.send(.put, Self.path + path + "%00", json: "").status == 422)
        #expect(try await ana.send(.delete, Self.path + path, json: "").status == 204)
        #expect(try await ids(ana) == [])
    }
}
