import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@testable import FleetServer

/// Values of a table that not everybody in a team sees.
@Suite("Visibility of properties")
struct PropertyVisibilityTests {
    private static let secret = "secret-4711"

    private static let vehicles = (0..<3).map { number in
        var vehicle = Vehicle(id: "CB-\(number)")
        vehicle.position = Position(latitude: 59.91, longitude: 10.74)
        vehicle.properties = CustomProperties([
            ("Shelf", "A\(number)"), ("Keeper", "keeper-\(number)"), ("PIN", secret),
        ])
        return vehicle
    }

    private static func team() async throws -> ServedTeam {
        let server = try await ServedTeam([("demo", vehicles)])
        var feed = FeedDescription(format: TableFormat.csv.rawValue)
        feed.properties = [
            CustomProperty("Shelf"), CustomProperty("Keeper", visibility: .members),
            CustomProperty("PIN", visibility: .administrators),
        ]
        try await server.load(
            vehicles, server.sources.all[0], feed, at: ServedTeam.loadedAt + 60)
        return server
    }

    /// The addresses that show or select vehicles.
    private static let addresses = [
        "/", "/?search=CB", "/?fields=id,Shelf,Keeper,PIN", "/v/demo/CB-1", "/map", "/find?q=CB-1",
        "/labels?source=demo", "/api/v1/sources/demo/vehicles",
        "/api/v1/sources/demo/vehicles?fields=id,properties",
        "/api/v1/sources/demo/vehicles?format=csv", "/api/v1/sources/demo/vehicles?format=geojson",
        "/api/v1/sources/demo/vehicles?format=ndjson",
        "/api/v1/sources/demo/vehicles/CB-1", "/api/v1/sources/demo/feed",
    ]

    @Test("No answer has a value that a role does not see", arguments: Role.allCases)
    func values(role: Role) async throws {
        let server = try await Self.team()
        let visitor = try await server.visitor("ana", role)
        var found: Set<String> = []
        for address in Self.addresses {
            let text = try await visitor.get(address).text
            if text.contains(Self.secret) { found.insert("PIN") }
            if text.contains("keeper-1") { found.insert("Keeper") }
            if text.contains("A1") { found.insert("Shelf") }
            if role < .administrator { #expect(!text.contains(Self.secret), "\(address)") }
            if role < .member { #expect(!text.contains("keeper-"), "\(address)") }
        }
        let all: [Role: Set<String>] = [
            .viewer: ["Shelf"], .member: ["Shelf", "Keeper"],
            .administrator: ["Shelf", "Keeper", "PIN"],
        ]
        #expect(found == all[role])
    }

    @Test("Who does not see a property finds nothing by it, and it does not exist for them")
    func selection() async throws {
        let server = try await Self.team()
        let path = "/api/v1/sources/demo/vehicles"
        let viewer = try await server.visitor("eve", .viewer)
        let root = try await server.visitor("root", .administrator)
        for query in [
            "?where=PIN%3D\(Self.secret)", "?where=PIN!%3Dx", "?sort=PIN", "?fields=id,PIN",
            "?where=pin%3D",
        ] {
            let answer = try await viewer.get(path + query)
            #expect(answer.status == 400 && !answer.text.contains(Self.secret), "\(query)")
            #expect(try await root.get(path + query).status == 200, "\(query)")
        }
        func count(_ visitor: Visitor, _ query: String) async throws -> Int? {
            let answer = try await visitor.get(path + query).json()
            return (answer["vehicles"] as? [Any])?.count
        }
        #expect(try await count(viewer, "?search=\(Self.secret)") == 0)
        #expect(try await count(root, "?search=\(Self.secret)") == 3)
        #expect(try await count(viewer, "?where=Shelf%3DA1") == 1)
        #expect(try await count(viewer, "?search=keeper-1") == 0)
    }

    @Test("What is kept for one role is not sent to another, and pages find nothing by it either")
    func caches() async throws {
        let server = try await Self.team()
        let root = try await server.visitor("root", .administrator)
        let eve = try await server.visitor("eve", .viewer)
        let points = "/api/v1/sources/demo/points?search=\(Self.secret)"
        let hidden = [
            "/api/v1/sources/demo/feed", points, "/?where=PIN%3D\(Self.secret)",
            "/map?where=PIN%3Dsecret*", "/?sort=PIN",
            "/export?source=demo&where=PIN%3D\(Self.secret)",
        ]
        for path in hidden { _ = try await root.get(path) }
        #expect(!(try await eve.get("/api/v1/sources/demo/feed").text.contains(Self.secret)))
        #expect(try await root.get("/api/v1/sources/demo/feed").text.contains(Self.secret))
        #expect(try await eve.get(points).bytes != root.get(points).bytes)
        let page = try await eve.get("/?where=PIN%3D\(Self.secret)").text
        #expect(!page.contains("CB-0") && !page.contains("CB-1"))
    }
}
