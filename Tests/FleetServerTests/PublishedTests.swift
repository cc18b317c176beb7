import FleetCore
import FleetService
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("What a server publishes")
struct PublishedTests {
    private static func fleet() -> [Vehicle] {
        (0..<4).map { number in
            var vehicle = Vehicle(id: "SECRET-\(number)")
            vehicle.isDisabled = false
            vehicle.isReserved = number == 3
            vehicle.position = Position(latitude: 48 + Double(number) / 10, longitude: 2)
            vehicle.typeID = "bike"
            vehicle.formFactor = "bicycle"
            vehicle.propulsionType = "electric_assist"
            vehicle.currentRangeMeters = 1000 * Double(number)
            vehicle.rentalURIs = RentalURIs(
                web: "https://example.com/SECRET-\(number)", android: nil, ios: nil)
            return vehicle
        }
    }

    private static func server(_ publications: Set<Source.Publication>) async throws -> ServedTeam {
        let server = try await ServedTeam(
            options: { $0.contact = "fleet@example.com" }, [("demo", fleet())])
        server.sources.all = server.sources.all.map { source in
            var settings = source.source
            settings.publications = publications
            return PolledSource(
                name: source.name, aliases: source.aliases, label: source.label,
                source: settings, vehicles: source.vehicles)
        }
        return server
    }

    @Test(
        "Nothing is published unless the source says so",
        arguments: [
            "/gbfs/demo/gbfs.json", "/gbfs/demo/vehicle_status.json",
        ])
    func off(target: String) async throws {
        let server = try await Self.server([.page])
        #expect(try await server.stranger.get(target).status == 404)
        let manifest = try await server.stranger.get("/gbfs/manifest.json").json()
        let data = try #require(manifest["data"] as? [String: Any])
        #expect((data["datasets"] as? [Any])?.isEmpty == true)
    }

    @Test("A public page shows no location, and nothing of an unknown vehicle")
    func page() async throws {
        let server = try await Self.server([.page])
        let page = try await server.stranger.get("/v/demo/SECRET-1")
        #expect(page.status == 200)
        #expect(page.text.contains("noindex"))
        #expect(!page.text.contains("48.1"))
        let unknown = try await server.stranger.get("/v/demo/SECRET-9")
        #expect(unknown.status == 303)
        let other = try await Self.server([.gbfs])
        #expect(try await other.stranger.get("/v/demo/SECRET-1").status == 303)
    }

    @Test(
        "The time zone is one of the tz database, or else UTC",
        arguments: [("Europe/Oslo", "Europe/Oslo"), ("Mars/Olympus", "Etc/UTC")])
    func timeZone(given: String, published: String) async throws {
        let server = try await Self.server([.gbfs])
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.timeZone = given
        try await server.load(
            Self.fleet(), server.sources.all[0], feed, at: ServedTeam.loadedAt + 1)
        let document = try await server.stranger.get("/gbfs/demo/system_information.json").json()
        let data = try #require(document["data"] as? [String: Any])
        #expect(data["timezone"] as? String == published)
    }

    @Test(
        "Published IDs hide the real ones, and change when a vehicle moves; reserved ones are left out"
    )
    func gbfs() async throws {
        let server = try await Self.server([.gbfs])
        func vehicles() async throws -> [[String: Any]] {
            let answer = try await server.stranger.get("/gbfs/demo/vehicle_status.json")
            #expect(answer.status == 200)
            #expect(!answer.text.contains("SECRET"))
            let data = try #require(answer.json()["data"] as? [String: Any])
            return try #require(data["vehicles"] as? [[String: Any]])
        }
        let before = try await vehicles()
        #expect(before.count == 3)
        var moved = Self.fleet()
        moved[0].position = Position(latitude: 47, longitude: 3)
        try await server.load(moved, server.sources.all[0], at: 1_799_999_995)
        let after = try await vehicles()
        let ids = [before, after].map { Set($0.compactMap { $0["vehicle_id"] as? String }) }
        #expect(ids[0].intersection(ids[1]).count == 2)
    }

    @Test("Published links are of the web and of apps, none that a browser would run")
    func links() async throws {
        let server = try await Self.server([.gbfs])
        let source = server.sources.all[0]
        var settings = source.source
        settings.rotation = .yes
        server.sources.all = [
            PolledSource(
                name: source.name, aliases: [], label: source.label, source: settings,
                vehicles: source.vehicles)
        ]
        var fleet = Self.fleet()
        fleet[0].rentalURIs = RentalURIs(
            web: "javascript:alert(1)", android: "https://example.com/0", ios: "app://0")
        fleet[1].rentalURIs = RentalURIs(web: "JavaScript:alert(1)", android: nil, ios: nil)
        try await server.load(fleet, server.sources.all[0], at: ServedTeam.loadedAt + 1)
        let answer = try await server.stranger.get("/gbfs/demo/vehicle_status.json")
        #expect(answer.text.contains("https://example.com/0") && answer.text.contains("app://0"))
        #expect(!answer.text.lowercased().contains("javascript"))
    }
}
