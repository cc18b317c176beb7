import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("The feed of a source for the command line")
struct FeedTests {
    @Test("it has the snapshot, and is sent again only after a change")
    func revisions() async throws {
        var vehicle = Vehicle(id: "A")
        vehicle.measurements = [Measurement(.temperature, .number(20))]
        let server = try await ServedTeam([("demo", [vehicle])])
        let ana = try await server.visitor("ana", .viewer)
        let answer = try await ana.get("/api/v1/sources/demo/feed")
        #expect(answer.status == 200)
        let vehicles = try #require(try answer.json()["vehicles"] as? [[String: Any]])
        #expect(vehicles.count == 1 && vehicles[0]["vehicle_id"] as? String == "A")
        #expect((vehicles[0]["measurements"] as? [Any])?.count == 1)
        let tag = try #require(answer.fields[.eTag])
        let again = try await ana.get(
            "/api/v1/sources/demo/feed", fields: [.ifNoneMatch: tag])
        #expect(again.status == 304 && again.bytes.isEmpty)

        try await server.load([Vehicle(id: "B")], server.sources.all[0], at: 1_800_000_000)
        let changed = try await ana.get(
            "/api/v1/sources/demo/feed", fields: [.ifNoneMatch: tag])
        #expect(changed.status == 200 && changed.text.contains("\"B\""))
        #expect(try await server.stranger.get("/api/v1/sources/demo/feed").status == 401)
        #expect(try await ana.get("/api/v1/sources/none/feed").status == 404)
    }

    @Test("it says why it is older than it should be")
    func stale() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A")])])
        let ana = try await server.visitor("ana")
        let tag = try await ana.get("/api/v1/sources/demo/feed").fields[.eTag]
        let source = server.sources.all[0]
        let info = server.sources.state(of: source.uuid, .vehicles)?.state.info
        server.sources.set(
            .failed(
                FeedFailure(.status(500), at: "https://example.com"),
                retryAt: Timestamp(seconds: 1_800_000_060), attempt: 1, info),
            of: source.uuid)
        let answer = try await ana.get(
            "/api/v1/sources/demo/feed", fields: [.ifNoneMatch: tag ?? ""])
        #expect(answer.status == 200)
        let feed = try #require(try answer.json()["feed"] as? [String: Any])
        #expect((feed["warning"] as? String)?.contains("HTTP status 500") == true)
    }

    @Test("a note has the time of its position, if that is one")
    func seenAt() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A")])])
        let ana = try await server.visitor("ana")
        let place = #""text":"x","vehicle_id":"A","lat":48,"lon":2"#
        let note = try await ana.send(
            .post, "/api/v1/notes", json: #"{\#(place),"seen_at":"2026-01-31T12:00:00Z"}"#)
        #expect(note.status == 201)
        #expect(try note.json()["seen_at"] as? String == "2026-01-31T12:00:00Z")
        for body in [
            #"{\#(place),"seen_at":"yesterday"}"#,
            #"{"text":"x","seen_at":"2026-01-31T12:00:00Z"}"#,
        ] {
            #expect(try await ana.send(.post, "/api/v1/notes", json: body).status == 422)
        }
    }
}
