import FleetCore
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("The files of a list")
struct ExportTests {
    private static func vehicles(_ count: Int) -> [Vehicle] {
        (0..<count).map { number in
            var vehicle = Vehicle(id: "V-\(number)")
            vehicle.color = VehicleColor(number % 2 == 0 ? "red" : "blue")
            vehicle.position = Position(latitude: 48, longitude: 2)
            vehicle.battery = Battery(percent: Double(100 - number % 90))
            return vehicle
        }
    }

    private func file(_ end: String, on page: Answer, _ visitor: Visitor) async throws -> Answer {
        let links = page.values("href").map { $0.replacing("&amp;", with: "&") }
        let link = try #require(links.first { $0.hasPrefix("/export/") && $0.hasSuffix(end) })
        return try await visitor.get(link)
    }

    @Test(
        "A filter in another spelling is that of the file, too",
        arguments: [
            ("alarm=TEMPERATURE", "alarm=temperature"), ("rule=No_Parking", "rule=no-parking"),
        ])
    func spelling(typed: String, filter: String) async throws {
        let ana = try await ServedTeam([("demo", Self.vehicles(3))]).visitor("ana")
        let page = try await ana.get("/?source=demo&" + typed)
        let file = try await file("format=csv", on: page, ana)
        #expect(file.text.split(separator: "\r\n").count <= 1)
        #expect(page.text.contains(filter))
    }

    @Test("The menu of a list has all rows that match, in the order of the page, in each format")
    func rows() async throws {
        let server = try await ServedTeam([("demo", Self.vehicles(130))])
        let ana = try await server.visitor("ana")
        let page = try await ana.get("/?color=red&sort=battery&after=x-nonsense")
        #expect(page.status == 400)
        let list = try await ana.get("/?color=red&sort=battery")
        #expect(list.text.contains("All 65 vehicles of this list"))
        let csv = try await file("format=csv", on: list, ana)
        #expect(csv.fields[.contentDisposition] == "attachment; filename*=UTF-8''demo.csv")
        let ids = csv.text.split(whereSeparator: \.isNewline).dropFirst().map { line in
            String(line.prefix { $0 != "," })
        }
        #expect(ids.count == 65)
        let shown = list.values("data-id").filter { $0.hasPrefix("V-") }
        #expect(Array(ids.prefix(shown.count)) == shown && shown.count == 50)
        let json = try await file("sort=battery", on: list, ana)
        #expect((try json.json()["vehicles"] as? [Any])?.count == 65)
        #expect(json.fields[.contentDisposition]?.hasSuffix("demo.json") == true)
        let workbook = try await file("format=xlsx", on: list, ana)
        #expect(workbook.fields[.contentDisposition]?.hasSuffix("demo.xlsx") == true)
        #expect(workbook.bytes.starts(with: "PK".utf8))
        let map = try await file("format=geojson", on: list, ana)
        #expect(map.fields[.contentType] == "application/geo+json")
        #expect((try map.json()["features"] as? [Any])?.count == 65)
        #expect(list.text.contains("fleet list --source team:demo --color red --sort battery<"))
    }

    @Test("A file has more rows than a page of the API")
    func large() async throws {
        let server = try await ServedTeam([("demo", Self.vehicles(FleetAPI.maxLength + 5))])
        let ana = try await server.visitor("ana")
        let list = try await ana.get("/?color=all")
        let csv = try await file("format=csv", on: list, ana)
        #expect(csv.text.split(whereSeparator: \.isNewline).count == FleetAPI.maxLength + 6)
    }

    @Test("The saved color and the own favorites select the rows, as on the page")
    func own() async throws {
        let server = try await ServedTeam([("demo", Self.vehicles(9))])
        let ana = try await server.visitor("ana")
        let bob = try await server.visitor("bob")
        _ = try await ana.post("/v/demo/V-3/favorite", [("favorite", "on")])
        _ = try await ana.post("/", [("color", "blue")])
        let saved = try await file("format=csv", on: try await ana.get("/"), ana)
        #expect(saved.text.split(whereSeparator: \.isNewline).count == 5)
        let favorites = try await ana.get("/?favorites=1&color=all")
        let csv = try await file("format=csv", on: favorites, ana)
        #expect(csv.text.split(whereSeparator: \.isNewline).count == 2)
        let other = try await bob.get("/export/demo?favorites=1&format=csv")
        #expect(other.text.split(whereSeparator: \.isNewline).count == 1)
    }

    @Test("Who is not signed in gets no file, and unknown formats and sources are refused")
    func refused() async throws {
        let server = try await ServedTeam([("demo", Self.vehicles(3))])
        #expect(try await server.stranger.get("/export/demo").status == 303)
        let ana = try await server.visitor("ana")
        #expect(try await ana.get("/export/nowhere").status == 404)
        #expect(try await ana.get("/export/demo?format=exe").status == 400)
        #expect(try await ana.get("/export/demo?battery=%00&min-battery=x").status == 400)
    }
}
