import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
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

    private static func team(
        _ others: [(name: String, vehicles: [Vehicle])] = []
    ) async throws -> ServedTeam {
        let server = try await ServedTeam([("demo", vehicles)] + others)
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

    @Test("No page and no document has a value that a role does not see", arguments: Role.allCases)
    func everyRoute(role: Role) async throws {
        let server = try await Self.team()
        let visitor = try await server.visitor("ana", role)
        let hidden: [Role: [String]] = [
            .viewer: [Self.secret, "keeper-"], .member: [Self.secret], .administrator: [],
        ]
        var count = 0
        for route in server.ownedRoutes where route.method == .get && !route.isStream {
            let path = route.path.replacing(":source", with: "demo").replacing(":id", with: "CB-1")
            for query in ["", "?source=demo", "?format=csv", "?format=ndjson", "?format=geojson"] {
                let answer = try await visitor.get(path + query)
                if answer.status == 200 { count += 1 }
                for value in hidden[role] ?? [] {
                    #expect(!answer.text.contains(value), "\(path)\(query)")
                }
            }
        }
        #expect(count > 50)
    }

    @Test(
        "A search, a count and a list of several sources find nothing by a hidden value",
        arguments: [
            "/search?q=\(secret)", "/api/v1/search?q=\(secret)", "/?search=\(secret)",
            "/map?search=\(secret)", "/?where=PIN%3D\(secret)", "/?where=PIN%3Dsecret*",
            "/export?source=demo&source=other&format=csv&search=\(secret)",
            "/export/demo?format=csv&search=\(secret)",
            "/api/v1/sources/demo/vehicles?format=ndjson&search=\(secret)",
        ])
    func hiddenSearch(path: String) async throws {
        let server = try await Self.team([("other", [Vehicle(id: "O-1")])])
        let root = try await server.visitor("root", .administrator)
        let member = try await server.visitor("ana", .member)
        // A map has no IDs.
        let isList = !path.hasPrefix("/map")
        for _ in 1...2 {
            if isList { #expect(try await root.get(path).text.contains("CB-1")) }
            #expect(try await !member.get(path).text.contains("CB-1"))
        }
    }

    @Test("A file that one person has is never taken for that of another one by its tag")
    func tags() async throws {
        let server = try await Self.team()
        let root = try await server.visitor("root", .administrator)
        let eve = try await server.visitor("eve", .viewer)
        for path in ["/api/v1/sources/demo/feed", "/api/v1/sources/demo/points?search=CB"] {
            let tag = try #require(try await root.get(path).fields[.eTag])
            #expect(try await root.get(path, fields: [.ifNoneMatch: tag]).status == 304)
            #expect(try await eve.get(path, fields: [.ifNoneMatch: tag]).status == 200)
        }
    }

    @Test("A token that only reads sees what its person sees", arguments: Role.allCases)
    func tokens(role: Role) async throws {
        let server = try await Self.team()
        let program = try await server.program("bot", role, .read)
        let text = try await program.get("/api/v1/sources/demo/feed").text
        #expect(text.contains("keeper-1") == (role >= .member))
        #expect(text.contains(Self.secret) == (role == .administrator))
    }

    /// Adds views for everybody, each with a property.
    private func addViews(by root: Visitor) async throws -> [String: String] {
        var ids: [String: String] = [:]
        for (name, filter) in [
            ("Lock", "where=PIN%3D\(Self.secret)"), ("Order", "sort=PIN"),
            ("Columns", "fields=id,PIN"), ("Care", "where=Keeper%3Dkeeper-1"),
            ("Rack", "where=Shelf%3DA1"),
        ] {
            let answer = try await root.send(
                .post, "/api/v1/views",
                json: #"{"name": "\#(name)", "filter": "\#(filter)", "for_all": true}"#)
            #expect(answer.status == 201, "\(answer.text)")
            ids[name] = try answer.json()["id"] as? String
        }
        return ids
    }

    @Test(
        "A view for everybody is only for those who see the properties that it names",
        arguments: [
            (Role.viewer, ["Rack"]), (.member, ["Care", "Rack"]),
            (.administrator, ["Care", "Columns", "Lock", "Order", "Rack"]),
        ])
    func views(role: Role, names: [String]) async throws {
        let server = try await Self.team()
        let ids = try await addViews(by: server.visitor("root", .administrator))
        let visitor = try await server.visitor("ana", role)
        let list = try await visitor.get("/api/v1/views").json()["views"] as? [[String: Any]]
        #expect(list?.compactMap { $0["name"] as? String }.sorted() == names)
        for (name, id) in ids {
            let status = names.contains(name) ? 200 : 404
            for path in [
                "/api/v1/views/\(id)", "/?view=\(name)",
                "/api/v1/sources/demo/vehicles?view=\(id)", "/export/demo?view=\(name)",
            ] {
                #expect(try await visitor.get(path).status == status, "\(path)")
            }
        }
        for path in ["/", "/views"] where role < .administrator {
            #expect(try await !visitor.get(path).text.contains("PIN"), "\(path)")
        }
    }

    @Test("An alert, which any person may read, selects by nothing that not everybody sees")
    func alerts() async throws {
        let server = try await Self.team()
        let root = try await server.visitor("root", .administrator)
        let views = try await addViews(by: root)
        for (name, status) in [("Lock", 422), ("Care", 422), ("Order", 422), ("Rack", 201)] {
            let view = try #require(views[name])
            let answer = try await root.send(
                .post, "/api/v1/alerts",
                json: """
                    {"name": "\(name)", "kinds": ["battery_low"], "view": "\(view)",
                    "webhook": "https://9.9.9.9/hook"}
                    """)
            #expect(answer.status == status, "\(answer.text)")
            #expect(!answer.text.contains(Self.secret))
        }
    }
}
