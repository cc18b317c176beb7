import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("The source that a person has chosen")
struct ChosenSourceTests {
    private static func server() async throws -> ServedTeam {
        let vehicles = ["A", "B"].map { id in
            var vehicle = Vehicle(id: id)
            vehicle.position = Position(latitude: 1, longitude: 2)
            return vehicle
        }
        let server = try await ServedTeam([("demo", vehicles), ("oslo", vehicles)])
        try await server.loadSites(["S"], server.sources.all[1])
        return server
    }

    @Test(
        "Every link of a page keeps it",
        arguments: [
            "/", "/map", "/sites", "/events", "/events?kind=moved", "/favorites", "/labels",
            "/notes", "/notes?view=map", "/account", "/admin/people", "/admin/sources", "/v/oslo/A",
            "/sites/oslo/S", "/v/oslo/unknown",
        ])
    func links(path: String) async throws {
        let server = try await Self.server()
        let root = try await server.visitor("root")
        let note = #"{"text": "x", "lat": 1, "lon": 2}"#
        #expect(try await root.send(.post, "/api/v1/notes", json: note).status == 201)
        let query =
            path.contains("oslo/") ? "" : path.contains("?") ? "&source=oslo" : "?source=oslo"
        let page = try await root.get(path + query)
        // The menu of sources has a link to each, and to all.
        let links = page.values("href").filter {
            $0.hasPrefix("/") && !$0.hasPrefix("/assets") && !$0.hasSuffix("?source=demo")
                && !$0.hasSuffix("?source=%2A") && $0 != "/manifest.webmanifest"
        }
        #expect(links.count > 5)
        for link in links where !link.hasPrefix("/api/v1/") {
            #expect(link.contains("oslo"), "\(link)")
        }
        #expect(!page.text.contains("team:demo"))
    }

    @Test("A page without a choice of its own keeps that of the page before")
    func referer() async throws {
        let server = try await Self.server()
        let root = try await server.visitor("root")
        let page = try await root.get(
            "/account", fields: [.referer: ServedTeam.origin + "/notes?source=oslo"])
        #expect(page.values("href").contains("/map?source=oslo"))
        let foreign = try await root.get(
            "/account", fields: [.referer: "https://other.example/?source=oslo"])
        #expect(foreign.values("href").contains("/map"))
    }

    @Test("A note is shown beside its source")
    func note() async throws {
        let server = try await Self.server()
        let ana = try await server.visitor("ana")
        let note = #"{"text": "x", "source": "oslo", "vehicle_id": "A"}"#
        let answer = try await ana.send(.post, "/api/v1/notes", json: note)
        let id = try #require(try answer.json()["id"] as? String)
        let links = try await ana.get("/notes/" + id).values("href")
        #expect(links.contains("/notes?source=oslo") && links.contains("/map?source=oslo"))
        #expect(links.contains { $0.hasPrefix("/map?source=oslo&amp;focus=1") })
    }

    @Test("The files and the command of a page select what the page shows")
    func formats() async throws {
        let server = try await Self.server()
        let ana = try await server.visitor("ana")
        _ = try await ana.post("/v/oslo/B/favorite", [("favorite", "on")])
        let list = try await ana.get("/?source=oslo&favorites=1")
        #expect(list.text.contains("fleet list --source team:oslo --favorites<"))
        let json = try #require(list.values("href").first { $0 == "/export/oslo?favorites=1" })
        let shown = try await ana.get(json.replacing("&amp;", with: "&")).json()
        #expect((shown["vehicles"] as? [Any])?.count == 1)
        let map = try await ana.get("/map?source=oslo&favorites=1")
        #expect(map.text.contains("1 of 2 vehicles match"))
        #expect(map.text.contains("/points?favorites=1"))
        let site = try await ana.get("/sites/oslo/S")
        #expect(site.text.contains("fleet site show S --source team:oslo<"))
        try await server.load(sites: ["S", "T"].map { Site(id: $0) }, server.sources.all[1])
        let files = site.values("href").filter { $0.hasPrefix("/api/v1/") }
        let address = "/api/v1/sources/oslo/sites/S"
        let csv = address + "?format=csv"
        #expect(files == [address, csv, csv + "&amp;csv-locale=en"])
        let document = try await ana.get(files[0]).json()
        #expect((document["site"] as? [String: Any])?["station_id"] as? String == "S")
        let rows = try await ana.get(files[1]).text.split(whereSeparator: \.isNewline)
        #expect(rows.count == 2 && rows[1].contains("S"))
        #expect(try await ana.get("/api/v1/sources/oslo/sites/U").status == 404)
    }

    @Test("The files of the map of notes have only notes with a location, and no command has these")
    func notes() async throws {
        let server = try await Self.server()
        let ana = try await server.visitor("ana")
        for note in [#"{"text": "x", "lat": 1, "lon": 2}"#, #"{"text": "y"}"#] {
            #expect(try await ana.send(.post, "/api/v1/notes", json: note).status == 201)
        }
        let page = try await ana.get("/notes?view=map")
        #expect(page.text.contains("1 note on the map") && !page.text.contains("fleet note list"))
        let json = try #require(page.values("href").first { $0.hasPrefix("/api/v1/notes") })
        #expect((try await ana.get(json).json()["notes"] as? [Any])?.count == 1)
        let vehicle = try await ana.get("/notes?source=oslo&vehicle=A")
        #expect(vehicle.text.contains("fleet note list A --source team:oslo<"))
    }

    @Test("The page of a person who was removed or disabled says so, once")
    func ended() async throws {
        let server = try await Self.server()
        for (name, text) in [("ana", "was removed"), ("bob", "is disabled")] {
            let visitor = try await server.visitor(name)
            let id = try await server.id(name)
            if name == "ana" {
                try await server.team.onMachine().remove(id)
            } else {
                try await server.team.onMachine().disable(id)
            }
            let document = try await visitor.get(
                "/api/v1/sources", fields: [.accept: "application/json"])
            #expect(document.status == 401)
            #expect((try document.json()["detail"] as? String)?.contains(text) == true)
            let target = try await visitor.get("/map").location
            #expect(target == "/signin?next=%2Fmap")
            let page = try await visitor.get("/signin?next=%2Fmap")
            #expect(page.text.contains("Your account \(text). Ask an administrator"))
            let again = try await visitor.after(page).get("/signin")
            #expect(!again.text.contains("Your account"))
        }
        let root = try await server.visitor("root")
        _ = try await root.post("/signout")
        #expect(try await !root.get("/signin").text.contains("Your account"))
    }
}
