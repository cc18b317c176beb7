import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@testable import FleetServer

@Suite("The page of events") struct EventPageTests {
    /// A server whose vehicles changed twice.
    private func served() async throws -> ServedTeam {
        var vehicles = ["a", "b<"].map(Vehicle.init(id:))
        for index in vehicles.indices { vehicles[index].isDisabled = false }
        let served = try await ServedTeam([("demo", vehicles)])
        await served.server.environment.changes.tick(at: .zero)
        vehicles[0].isDisabled = true
        try await served.load(vehicles, served.sources.all[0], at: ServedTeam.loadedAt + 1)
        try await served.load([vehicles[0]], served.sources.all[0], at: ServedTeam.loadedAt + 2)
        return served
    }

    @Test("shows what happened, newest first, with links to the vehicles")
    func page() async throws {
        let page = try await served().visitor("anna", .viewer).get("/events")
        #expect(page.status == 200)
        let gone = try #require(page.text.firstRange(of: ">disappeared<"))
        let disabled = try #require(page.text.firstRange(of: ">disabled<"))
        #expect(gone.lowerBound < disabled.lowerBound)
        #expect(page.text.contains("href=\"/v/demo/b%3C\">b&lt;</a>"))
    }

    @Test("and its formats mark an estimated charge")
    func estimated() async throws {
        var vehicle = Vehicle(id: "a")
        vehicle.battery = Battery(percent: 60, isEstimated: true)
        let served = try await ServedTeam([("demo", [vehicle])])
        await served.server.environment.changes.tick(at: .zero)
        vehicle.battery = Battery(percent: 15.2, isEstimated: true)
        try await served.load([vehicle], served.sources.all[0], at: ServedTeam.loadedAt + 1)
        let anna = try await served.visitor("anna")
        #expect(try await anna.get("/events").text.contains("~60% → ~15.2%"))
        let list = try await anna.get("/api/v1/events/log?source=demo&format=csv").text
        let rows = list.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let column = try #require(rows.first?.firstIndex(of: "battery_estimated"))
        #expect(rows.count > 1 && rows.dropFirst().allSatisfy { $0[column] == "true" })
    }

    @Test("is narrowed by kind and vehicle, and names what is missing if nothing is left")
    func filter() async throws {
        let anna = try await served().visitor("anna")
        let kind = try await anna.get("/events?kind=disabled")
        #expect(kind.text.contains(">disabled<") && !kind.text.contains("k-\">disappeared<"))
        #expect(try await anna.get("/events?kind=turnover").text.contains("No such events"))
        #expect(try await anna.get("/events").values("value").contains("turnover"))
        #expect(try await anna.get("/events?vehicle=none").text.contains("No such events"))
        #expect(try await anna.get("/events?source=none").status == 404)
    }

    @Test("has the same events as JSON, in pages, and as CSV that no spreadsheet evaluates")
    func formats() async throws {
        let anna = try await served().visitor("anna")
        let first = try await anna.get("/api/v1/events/log?limit=1").json()
        let event = try #require((first["events"] as? [[String: Any]])?.first)
        #expect(event["event"] as? String == "disappeared")
        #expect(event["vehicle_id"] as? String == "b<")
        let next = try #require(first["next"] as? String)
        let second = try await anna.get("/api/v1/events/log?before=\(next)").json()
        let events = try #require(second["events"] as? [[String: Any]])
        #expect(events.map { $0["event"] as? String } == ["disabled"])
        let csv = try await anna.get("/api/v1/events/log?format=csv").text
        #expect(csv.hasPrefix("event,basis,at,vehicle_id,"))
        #expect(csv.split(whereSeparator: \.isNewline).count == 3)
    }

    @Test("has the alarms of sites, with links to the sites, whose pages show their sensors")
    func alarms() async throws {
        let served = try await ServedTeam([("demo", [Vehicle(id: "a")])])
        let source = served.sources.all[0]
        var site = Site(id: "depot")
        site.name = "Depot Süd"
        site.measurements = [Measurement(.temperature, .number(20), state: .normal)]
        try await served.load(sites: [site], source)
        await served.server.environment.changes.tick(at: .zero)
        site.measurements = [Measurement(.temperature, .number(39.5), state: .alarm)]
        try await served.load(sites: [site], source, at: ServedTeam.loadedAt + 1)
        let anna = try await served.visitor("anna")
        for path in ["/sites", "/sites/demo/depot"] {
            let sensors = try await anna.get(path)
            #expect(sensors.status == 200 && sensors.text.contains("39.5 °C"), "\(path)")
            #expect(sensors.text.contains("class=\"line\""), "\(path)")
        }
        let page = try await anna.get("/events?kind=alarm_began")
        #expect(page.text.contains(">site alarm<"))
        #expect(page.text.contains("href=\"/sites/demo/depot\">Depot Süd</a>"))
        #expect(page.text.contains("temperature 39.5"))
        let json = try await anna.get("/api/v1/events/log?kind=alarm_began").json()
        let event = try #require((json["events"] as? [[String: Any]])?.first)
        #expect(event["site_id"] as? String == "depot" && event["value"] as? Double == 39.5)
        #expect(try await anna.get("/events?kind=alarm_ended").text.contains("No such events"))
        #expect(try await anna.get("/events?before=1").status == 400)
    }

    @Test("has files of exactly its events, and no command, because none prints earlier ones")
    func shown() async throws {
        let anna = try await served().visitor("anna")
        let first = try await anna.get("/api/v1/events/log?limit=1").json()
        let next = try #require(first["next"] as? String)
        let page = try await anna.get("/events?before=\(next)&kind=disabled")
        #expect(!page.text.contains("fleet watch"))
        let link = try #require(page.values("href").first { $0.hasPrefix("/api/v1/events/log") })
        let json = try await anna.get(link.replacing("&amp;", with: "&")).json()
        let events = try #require(json["events"] as? [[String: Any]])
        #expect(events.map { $0["event"] as? String } == ["disabled"])
    }

    @Test("is only for those who are signed in")
    func signedOut() async throws {
        let served = try await served()
        #expect(try await served.stranger.get("/events").status == 303)
        #expect(try await served.stranger.get("/api/v1/events/log").status == 401)
    }
}
