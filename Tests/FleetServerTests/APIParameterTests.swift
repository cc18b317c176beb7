import FleetCore
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Parameters of the API")
struct APIParameterTests {
    private static let json: HTTPFields = [
        .accept: "application/json", .origin: ServedTeam.origin,
    ]

    @Test("Every route refuses an unknown parameter, and names it")
    func unknown() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let routes = server.apiRoutes
        #expect(routes.count > 50)
        for route in routes {
            for query in ["nonsense=1", "nonsense", "Limit=1&nonsense=%20"] {
                let answer = try await root.send(
                    route.method, route.target + "?" + query, fields: Self.json)
                let name = query.hasPrefix("Limit") ? "Limit" : "nonsense"
                #expect(answer.status == 400, "\(route.method) \(route.path)?\(query)")
                #expect(answer.fields[.contentType] == "application/problem+json")
                let problem = try answer.json()
                #expect(problem["parameter"] as? String == name, "\(route.path)")
                #expect((problem["detail"] as? String)?.contains(name) == true)
            }
        }
        // The session is still that of a signed-in user: nothing was done.
        #expect(try await root.get("/api/v1/session").status == 200)
    }

    @Test("Every parameter of every route is refused without a value and as bytes that are no text")
    func values() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        for route in server.apiRoutes {
            for parameter in route.parameters {
                var queries = ["\(parameter.name)=", parameter.name, "\(parameter.name)=%FF"]
                switch parameter.value {
                case .text, .shortText, .percent, .day: break
                case .number, .flag, .choice, .uuid: queries.append("\(parameter.name)=-nonsense")
                }
                if !parameter.isRepeated {
                    queries.append("\(parameter.name)=1&\(parameter.name)=1")
                }
                for query in queries {
                    let answer = try await root.send(
                        route.method, route.target + "?" + query, fields: Self.json)
                    #expect(answer.status == 400, "\(route.path)?\(query)")
                    #expect(try answer.json()["parameter"] as? String == parameter.name)
                }
            }
        }
    }

    @Test(
        "A value that is not valid is named, with what is expected",
        arguments: [
            ("sources/demo/vehicles?limit=10001", "limit", "a whole number from 0 to 10000"),
            ("sources/demo/vehicles?limit=+1", "limit", "a whole number"),
            ("sources/demo/vehicles?reverse=yes", "reverse", "1 or 0"),
            ("sources/demo/vehicles?favorites=all", "favorites", "1 or 0"),
            ("sources/demo/vehicles?near=91,0", "near", "must be LAT,LON"),
            ("sources/demo/vehicles?within=1km", "within", "needs near"),
            ("sources/demo/vehicles?near=1,2&within=far", "within", "must be a distance"),
            ("sources/demo/vehicles?bbox=1,2,3", "bbox", "must be SOUTH,WEST,NORTH,EAST"),
            ("sources/demo/vehicles?min_battery=101", "min_battery", "between 0 and 100"),
            ("sources/demo/vehicles?min-battery=10", "min-battery", "not known"),
            ("sources/demo/vehicles?min_battery=9&max_battery=8", "min_battery", "more than"),
            ("sources/demo/vehicles?idle=long", "idle", "must be a duration"),
            ("sources/demo/vehicles?color=red&color=%23", "color", "must be a word"),
            ("sources/demo/vehicles?state=available&state=lost", "state", "one of: available"),
            ("sources/demo/vehicles?sort=distance", "sort", "needs near"),
            ("sources/demo/vehicles?after=x", "after", "not a position"),
            ("sources/demo/vehicles?format=table", "format", "one of: json, ndjson"),
            ("sources/demo/points?limit=1", "limit", "not known"),
            ("sources/demo/sites?format=gbfs", "format", "one of: json"),
            ("notes?mine=yes", "mine", "1 or 0"), ("notes?limit=201", "limit", "1 to 200"),
            ("notes?after=7", "after", "a UUID"), ("favorites?format=xml", "format", "one of"),
            ("events/log?kind=lost", "kind", "one of: appeared"),
            ("events/log?limit=0", "limit", "from 1 to 1000"),
            ("events?after=nonsense", "after", "one cursor"),
            ("events?after=,", "after", "at most one cursor"),
            ("audit?limit=0", "limit", "from 1 to 999"), ("audit?before=x", "before", "a UUID"),
        ])
    func invalid(target: String, name: String, expected: String) async throws {
        let server = try await ServedTeam()
        let answer = try await server.visitor("root").get("/api/v1/" + target)
        #expect(answer.status == 400)
        let problem = try answer.json()
        #expect(problem["parameter"] as? String == name)
        let detail = try #require(problem["detail"] as? String)
        #expect(detail.contains(expected) && detail.contains("parameter " + name), "\(detail)")
    }

    @Test("A query with too many items is refused as a whole")
    func many() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let list = "/api/v1/sources/demo/vehicles?"
        let items = Array(repeating: "color=red", count: QueryItems.maxCount)
        #expect(try await root.get(list + items.joined(separator: "&")).status == 200)
        let answer = try await root.get(list + (items + ["color=red"]).joined(separator: "&"))
        #expect(answer.status == 400)
        #expect(try answer.json()["parameter"] as? String == "color")
        let fields = Array(repeating: ("id", "A"), count: QueryItems.maxCount + 1)
        #expect(try await root.post("/labels", fields).status == 400)
    }

    @Test("A query that names a source that does not exist is answered 404 with the name")
    func source() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        for path in ["notes", "favorites", "events", "events/log"] {
            let answer = try await root.get("/api/v1/\(path)?source=none")
            #expect(answer.status == 404)
            #expect(try answer.json()["parameter"] as? String == "source", "\(path)")
        }
        let page = try await root.get("/?source=none")
        #expect(page.status == 404 && page.text.contains("There is no source of this name."))
        for path in ["/api/v1/sources/%FF/vehicles", "/api/v1/sources/demo/vehicles/%FF"] {
            #expect(try await root.get(path).status == 404)
        }
    }

    @Test("Pages, feeds and checks ignore names that they do not know")
    func ignored() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        for target in [
            "/", "/map", "/notes", "/events", "/favorites", "/sites", "/labels", "/account",
            "/admin/audit", "/gbfs/manifest.json", "/health", "/ready", "/metrics",
        ] {
            let answer = try await root.get(target + "?utm_source=mail")
            #expect(answer.status == 200, "\(target)")
        }
    }

    @Test(
        "A page shows an invalid filter as a message, and accepts fields that were left empty",
        arguments: [
            ("/", "state", "lost"), ("/", "favorites", "x"), ("/", "reverse", "x"),
            ("/map", "near", "x"), ("/notes", "mine", "x"), ("/events", "kind", "lost"),
            ("/admin/audit", "before", "x"),
        ])
    func pages(path: String, name: String, value: String) async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let answer = try await root.get("\(path)?\(name)=\(value)")
        #expect(answer.status == 400)
        #expect(answer.text.contains("parameter \(name) must be"))
        #expect(try await root.get("\(path)?\(name)=").status == 200)
    }

    @Test(
        "The links of a page to the files of its list are valid, whatever the address of the page")
    func links() async throws {
        var vehicle = Vehicle(id: "A")
        vehicle.position = Position(latitude: 52, longitude: 13)
        let server = try await ServedTeam([("demo", [vehicle])])
        let root = try await server.visitor("root")
        for target in [
            "/?utm_source=mail&search=&near=52,13&near=52,13&sort=distance&reverse=1&limit=20000",
            "/?favorites=1&min-battery=", "/map?state=available&color=red&sort=id&favorites=0",
            "/notes?view=map&mine=1&utm_source=mail&source=demo", "/favorites?x=1",
            "/events?vehicle=&kind=moved&utm_source=mail&source=demo",
        ] {
            let page = try await root.get(target)
            #expect(page.status == 200)
            let links = (page.values("href") + page.values("data-points"))
                .filter { $0.hasPrefix("/api/v1/") || $0.hasPrefix("/export/") }
            if target != "/map?state=available&color=red&sort=id&favorites=0" {
                #expect(!links.isEmpty, "\(target)")
            }
            for link in links {
                let link = link.replacing("&amp;", with: "&")
                #expect(try await root.get(link).status == 200, "\(link)")
            }
        }
    }
}
