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
            options: { $0.contact = ContactSetting("fleet@example.com") }, [("demo", fleet())])
        server.sources.all = server.sources.all.map { source in
            var settings = source.source
            settings.publications = publications
            return PolledSource(
                name: source.name, aliases: source.aliases,
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

    /// A server that publishes a fleet with rotating IDs, whose links are of every kind.
    private static func server(_ apps: RentalApps?) async throws -> ServedTeam {
        let server = try await Self.server([.page, .gbfs])
        let source = server.sources.all[0]
        var settings = source.source
        settings.rotation = .yes
        server.sources.all = [
            PolledSource(
                name: source.name, aliases: [], source: settings,
                vehicles: source.vehicles)
        ]
        var fleet = Self.fleet()
        fleet[0].rentalURIs = RentalURIs(
            web: "https://example.com/0", android: "org.example.quay://0", ios: "quay:0")
        fleet[1].rentalURIs = RentalURIs(
            web: "javascript:alert(1)", android: "intent://x#Intent;S.u=javascript:1;end",
            ios: "ms-msdt:/id")
        fleet[2].rentalURIs = RentalURIs(
            web: "https://user@example.com/2", android: "org.example.quay://user@2",
            ios: "other-app://2")
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.rentalApps = apps
        try await server.load(fleet, server.sources.all[0], feed, at: ServedTeam.loadedAt + 1)
        return server
    }

    private static let apps = RentalApps(
        android: .init(storeURI: "https://play.example", discoveryURI: "org.example.quay://"),
        ios: .init(storeURI: "https://user@apps.example", discoveryURI: "Quay://open"))

    /// What no page and no document may contain.
    private static let refused = ["script:", "intent:", "ms-msdt", "user@", "other-app"]

    @Test("Published links are of the web and of the system's own apps, without user information")
    func links() async throws {
        let answer = try await Self.server(Self.apps).stranger.get(
            "/gbfs/demo/vehicle_status.json")
        let data = try #require(answer.json()["data"] as? [String: Any])
        let vehicles = try #require(data["vehicles"] as? [[String: Any]])
        #expect(vehicles.count == 3)
        let links = vehicles.compactMap { $0["rental_uris"] as? [String: String] }
        #expect(
            links == [
                [
                    "web": "https://example.com/0", "android": "org.example.quay://0",
                    "ios": "quay:0",
                ]
            ])
        for text in Self.refused { #expect(!answer.text.lowercased().contains(text)) }
        let plain = try await Self.server(nil).stranger.get("/gbfs/demo/vehicle_status.json")
        #expect(plain.text.contains("https://example.com/0"))
        #expect(!plain.text.contains("quay:"))
    }

    @Test("The published system names the apps whose links may be published")
    func apps() async throws {
        let answer = try await Self.server(Self.apps).stranger.get(
            "/gbfs/demo/system_information.json")
        let data = try #require(answer.json()["data"] as? [String: Any])
        let apps = try #require(data["rental_apps"] as? [String: [String: String]])
        #expect(
            apps == [
                "android": [
                    "store_uri": "https://play.example", "discovery_uri": "org.example.quay://",
                ]
            ])
        let plain = try await Self.server(nil).stranger.get("/gbfs/demo/system_information.json")
        #expect(plain.status == 200 && !plain.text.contains("rental_apps"))
    }

    @Test("Pages link to the web and to the system's own apps, for members and for everybody")
    func pageLinks() async throws {
        for (apps, expected) in [
            (Self.apps, ["https://example.com/0", "org.example.quay://0", "quay:0"]),
            (nil, ["https://example.com/0"]),
        ] {
            let server = try await Self.server(apps)
            for reader in [server.stranger, try await server.visitor("ana")] {
                let page = try await reader.get("/v/demo/SECRET-0").text
                let links = page.matches(
                    of: /href="([^"]*)" rel="noopener noreferrer nofollow"/
                ).map { String($0.1) }
                #expect(links == expected)
                for id in ["SECRET-1", "SECRET-2"] {
                    let page = try await reader.get("/v/demo/" + id)
                    #expect(page.status == 200)
                    #expect(!page.text.contains("noopener noreferrer nofollow"))
                    for text in Self.refused { #expect(!page.text.lowercased().contains(text)) }
                }
            }
        }
    }

    @Test("A label has an allowed link, or is refused")
    func labels() async throws {
        let server = try await Self.server(Self.apps)
        let ana = try await server.visitor("ana")
        func label(_ id: String) async throws -> Answer {
            try await ana.post(
                "/labels", [("source", "demo"), ("content", "uri"), ("ids", id)])
        }
        #expect(try await label("SECRET-0").fields[.contentType] == "application/pdf")
        for id in ["SECRET-1", "SECRET-2"] {
            let answer = try await label(id)
            #expect(answer.status == 422)
            #expect(answer.text.contains("neither of the web nor of the system&#39;s own app"))
        }
    }

    @Test("Exports keep every link of the feed, byte for byte")
    func exports() async throws {
        let ana = try await Self.server(nil).visitor("ana")
        for format in ["json", "csv"] {
            let text = try await ana.get("/api/v1/sources/demo/vehicles?format=" + format).text
            for link in ["javascript:alert(1)", "ms-msdt:/id", "https://user@example.com/2"] {
                #expect(text.contains(link))
            }
        }
    }
}
