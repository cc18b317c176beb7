import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Reporting where a vehicle of a table is")
struct SightingTests {
    private static let path = "/api/v1/sources/demo/vehicles/CB-1/sightings"

    /// A server with a table and a feed.
    private func served() async throws -> ServedTeam {
        var vehicle = Vehicle(id: "CB-1")
        vehicle.position = Position(latitude: 48, longitude: 11)
        let server = try await ServedTeam([("demo", []), ("feed", [vehicle])])
        let table = FeedDescription(format: TableFormat.csv.rawValue)
        try await server.load(
            [vehicle, Vehicle(id: "CB-2")], server.sources.all[0], table,
            at: ServedTeam.loadedAt + 5)
        return server
    }

    @Test("A report is stored, read at once, and added once for each key")
    func reported() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let key: HTTPFields = [.idempotencyKey: "a key of 19 letters"]
        let json = #"{"lat": 48.1, "lon": 11.5, "accuracy": 8}"#
        let first = try await ana.send(.post, Self.path, json: json, fields: key)
        #expect(first.status == 201, "\(first.text)")
        let sighting = try first.json()
        #expect(sighting["vehicle_id"] as? String == "CB-1")
        #expect(sighting["lat"] as? Double == 48.1 && sighting["accuracy"] as? Double == 8)
        #expect(sighting["by"] as? String == "ana" && sighting["can_undo"] as? Bool == true)
        #expect(server.sources.refreshed == [server.sources.all[0].uuid])
        let again = try await ana.send(.post, Self.path, json: json, fields: key)
        #expect(again.status == 200 && again.text == first.text)
        let export = try await ana.get("/api/v1/export").json()
        #expect((export["sightings"] as? [Any])?.count == 1)

        #expect(try await ana.send(.delete, Self.path + "/latest", json: "").status == 204)
        #expect(server.sources.refreshed.count == 3)
        #expect(try await ana.send(.delete, Self.path + "/latest", json: "").status == 404)
    }

    @Test(
        "A report that is not valid is refused, and says why",
        arguments: [
            (#"{"lat": 48.1, "lon": 11.5, "accuracy": 101}"#, 422, "over 100 m"),
            (#"{"lat": 91, "lon": 11.5}"#, 422, "not a position"),
            (#"{"lat": 48.1}"#, 400, "lon"),
            (
                #"{"lat": 48.1, "lon": 11.5, "seen_at": "2026-01-01T00:00:00Z"}"#, 422,
                "last 24 hours"
            ),
        ])
    func refused(json: String, status: Int, text: String) async throws {
        let ana = try await served().visitor("ana")
        let answer = try await ana.send(.post, Self.path, json: json)
        #expect(answer.status == status && answer.text.contains(text), "\(answer.text)")
    }

    @Test("Only members report, and only where vehicles of tables are")
    func rights() async throws {
        let server = try await served()
        let (ana, eve) = (
            try await server.visitor("ana"), try await server.visitor("eve", .viewer)
        )
        let json = #"{"lat": 48.1, "lon": 11.5}"#
        #expect(try await eve.send(.post, Self.path, json: json).status == 403)
        let reader = try await server.program("bot", .member, .read)
        #expect(try await reader.send(.post, Self.path, json: json).status == 403)
        let feed = Self.path.replacing("demo", with: "feed")
        #expect(try await ana.send(.post, feed, json: json).status == 409)
        let unknown = Self.path.replacing("CB-1", with: "CB-9")
        #expect(try await ana.send(.post, unknown, json: json).status == 404)
        for (visitor, page, isShown) in [
            (ana, "/v/demo/CB-1", true), (ana, "/v/demo/CB-2", true), (ana, "/v/feed/CB-1", false),
            (eve, "/v/demo/CB-1", false),
        ] {
            let text = try await visitor.get(page).text
            #expect(text.contains("It is here") == isShown, "\(page)")
        }
    }

    @Test("Without scripts, a form reports the location and undoes it; others see no person")
    func form() async throws {
        let server = try await served()
        let (ana, ben) = (try await server.visitor("ana"), try await server.visitor("ben"))
        let page = "/v/demo/CB-1"
        let action = page + "/sighting"
        #expect(try await ana.post(action, [("location", "here")]).status == 422)
        let sent = try await ana.post(action, [("location", "48.1, 11.5")])
        #expect(sent.status == 303 && sent.location == page)
        let own = try await ana.get(page).text
        #expect(own.contains("Reported") && own.contains("by ana"))
        #expect(own.contains("action=\"\(action)/undo\""))
        let others = try await ben.get(page).text
        #expect(others.contains("Reported") && !others.contains("by ana"))
        #expect(!others.contains(action + "/undo"))
        #expect(try await server.visitor("root").get(page).text.contains("by ana"))
        #expect(try await ben.post(action + "/undo").status == 404)
        server.clock.advance(by: .seconds(600))
        #expect(try await !ana.get(page).text.contains(action + "/undo"))
        #expect(try await ana.post(action + "/undo").status == 404)
    }
}
