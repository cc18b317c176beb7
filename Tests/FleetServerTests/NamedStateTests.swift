import FleetCore
import FleetService
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Vehicles with codes and named states")
struct NamedStateTests {
    /// A vehicle in each state, whose code is `NL 1`, `NL 2` and so on.
    private static let fleet = VehicleState.allCases.enumerated().map { number, state in
        var vehicle = Vehicle(id: "5f7e-\(number + 1)")
        vehicle.code = "NL \(number + 1)"
        vehicle.setState(state)
        vehicle.position = Position(latitude: 52, longitude: 5)
        return vehicle
    }

    private func states(_ query: String, _ visitor: Visitor) async throws -> [String] {
        let answer = try await visitor.get("/api/v1/sources/demo/vehicles" + query).json()
        let vehicles = try #require(answer["vehicles"] as? [[String: Any]])
        return vehicles.compactMap { $0["state"] as? String }
    }

    @Test("Lists, counts, points and pages leave out what is outside the public space")
    func publicSpace() async throws {
        let server = try await ServedTeam([("demo", Self.fleet)])
        let ana = try await server.visitor("ana")
        let shown = VehicleState.allCases.filter(\.isInPublicSpace).map(\.rawValue)
        #expect(Set(try await states("", ana)) == Set(shown))
        #expect(
            try await states("?state=removed&state=missing", ana).sorted() == [
                "missing", "removed",
            ])
        let answer = try await ana.get("/api/v1/sources/demo/vehicles").json()
        #expect(answer["total"] as? Int == 11)
        let page = try await ana.get("/").text
        #expect(page.contains("non-operational") && !page.contains("5f7e-11\""))
        #expect(page.contains("NL 5"))
        let points = try await ana.get("/api/v1/sources/demo/points").bytes
        #expect(points[8..<12] == [11, 0, 0, 0])
        // A page of such a vehicle is shown, and names its state.
        #expect(try await ana.get("/v/demo/5f7e-11").text.contains("removed"))
        let german = try await ana.get("/?state=elsewhere", fields: [.acceptLanguage: "de"]).text
        #expect(german.contains("anderswo"))
    }

    @Test("A page without vehicles in named states offers only the states of GBFS")
    func choices() async throws {
        let plain = try await ServedTeam([("demo", [Vehicle(id: "a")])])
        let page = try await plain.visitor("ana").get("/").text
        #expect(page.contains("value=\"disabled\"") && !page.contains("value=\"on_trip\""))
        #expect(!page.contains("c-code"))
        let server = try await ServedTeam([("demo", Self.fleet)])
        let other = try await server.visitor("ana").get("/").text
        #expect(other.contains("value=\"on_trip\"") && other.contains("value=\"removed\""))
        #expect(other.contains("c-code"))
    }

    @Test("A code finds its vehicle by search, page and API")
    func code() async throws {
        let server = try await ServedTeam([("demo", Self.fleet)])
        let ana = try await server.visitor("ana")
        let found = try await ana.get("/api/v1/search?q=nl%204").json()
        let groups = try #require(found["groups"] as? [[String: Any]])
        let results = groups.flatMap { $0["results"] as? [[String: Any]] ?? [] }
        #expect(results.first?["id"] as? String == "5f7e-4")
        let listed = try await ana.get("/api/v1/sources/demo/vehicles?search=NL%204").json()
        let vehicles = try #require(listed["vehicles"] as? [[String: Any]])
        #expect(vehicles.map { $0["code"] as? String } == ["NL 4"])
        let vehicle = try await ana.get("/api/v1/sources/demo/vehicles/NL%204").json()
        #expect((vehicle["vehicle"] as? [String: Any])?["vehicle_id"] as? String == "5f7e-4")
        let page = try await ana.get("/v/demo/5f7e-4").text
        #expect(page.contains("NL 4"))
    }

    @Test("The published GBFS feed has only vehicles that GBFS has")
    func published() async throws {
        let server = try await ServedTeam(
            options: { $0.contact = ContactSetting("fleet@example.com") }, [("demo", Self.fleet)])
        server.sources.all = server.sources.all.map { source in
            var settings = source.source
            settings.publications = [.gbfs]
            return PolledSource(
                name: source.name, aliases: source.aliases,
                source: settings, vehicles: source.vehicles)
        }
        let status = try await server.stranger.get("/gbfs/demo/vehicle_status.json").json()
        let data = try #require(status["data"] as? [String: Any])
        let vehicles = try #require(data["vehicles"] as? [[String: Any]])
        #expect(
            vehicles.compactMap { $0["is_disabled"] as? Bool }.sorted { !$0 && $1 } == [
                false, true, true,
            ])
        #expect(vehicles.allSatisfy { $0["code"] == nil && $0["vehicle_state"] == nil })
    }
}
