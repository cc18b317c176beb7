import FleetCore
import FleetService
import FleetTestSupport
import Foundation
import Testing

@testable import FleetServer

@Suite("The past of a vehicle on its page and in the API")
struct PastPageTests {
    private static let hostile = "\"><script>alert(1)</script>'{{id}}"

    /// Vehicles beside the one that changes, since a feed that is suddenly empty has no events.
    private static let others = (0..<9).map { Vehicle(id: "z\($0)") }

    private static func vehicle(_ id: String = "a", _ percent: Double?) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.isDisabled = false
        vehicle.isReserved = false
        vehicle.position = Position(latitude: 48, longitude: 2)
        vehicle.battery = percent.flatMap { Battery(percent: $0) }
        vehicle.typeID = "type-7"
        return vehicle
    }

    /// A server whose vehicle had these charges, one a second.
    private func served(_ charges: [Double?], id: String = "a") async throws -> ServedTeam {
        let served = try await ServedTeam([("demo", Self.others + [Self.vehicle(id, charges[0])])])
        for (index, percent) in charges.enumerated().dropFirst() {
            try await served.load(
                Self.others + [Self.vehicle(id, percent)], served.sources.all[0],
                at: ServedTeam.loadedAt + Double(index))
        }
        return served
    }

    private func past(_ page: String) throws -> Substring {
        let start = try #require(page.firstRange(of: "id=\"past\"")).lowerBound
        let end = try #require(page[start...].firstRange(of: "</section>")).lowerBound
        return page[start..<end]
    }

    @Test("The page leads with location, notes and past; identity is folded, at the end")
    func order() async throws {
        let page = try await served([84, 62]).visitor("ana").get("/v/demo/a").text
        let parts = [
            ">Location</h2>", "id=\"notes\"", "id=\"past\"", ">QR code</h2>",
            "<details class=\"panel identity\">",
            "<dd>type-7</dd>",
        ]
        let places = try parts.map { try #require(page.firstRange(of: $0), "\($0)").lowerBound }
        #expect(places == places.sorted())
        #expect(!page.contains("<details class=\"panel identity\" open"))
    }

    @Test("The past names the time since which all events are recorded, also without any")
    func period() async throws {
        let quiet = try past(try await served([50]).visitor("ana").get("/v/demo/a").text)
        #expect(quiet.contains("No events since <time datetime=\"2027-01-15T07:59:50Z\""))
        #expect(!quiet.contains("<svg") && !quiet.contains("gaps"))
        let found = try past(try await served([84, 62]).visitor("ana").get("/v/demo/a").text)
        #expect(found.contains("since <time datetime=\"2027-01-15T07:59:50Z\""))
        #expect(found.contains(">battery changed</span><span>84% → 62%"))
    }

    @Test("The chart has an axis from 0 to 100 %, the times of its ends, and the same in words")
    func chart() async throws {
        let found = try past(try await served([84, 62, 20]).visitor("ana").get("/v/demo/a").text)
        for label in [
            ">0 %<", ">50 %<", ">100 %<", "class=\"axis-times\"><time ", "class=\"line\"",
        ] {
            #expect(found.contains(label), "\(label)")
        }
        #expect(found.contains("62% at first, 20% at last, lowest 20%, highest 62%"))
        #expect(!found.contains("style="), "the policy of the page forbids it")
        let constant = try past(try await served([84, 62]).visitor("ana").get("/v/demo/a").text)
        #expect(constant.contains("Charge 62%, without a recorded change since"))
    }

    @Test("A charge is held until the next one, and not while the vehicle is away")
    func steps() {
        func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }
        let charges = [
            Sample(at: time(10), value: 80), Sample(at: time(20), value: 70),
            Sample(at: time(40), value: 60),
        ]
        let segments = PastContext.steps(charges, departures: [time(30)], until: time(50))
        #expect(segments.map { $0.map(\.at.seconds) } == [[10, 20, 20, 30], [40, 50]])
        #expect(segments.map { $0.map(\.value) } == [[80, 80, 70, 70], [60, 60]])
    }

    @Test("An alarm is in place of the state, in red and in words, on the page and in the list")
    func alarm() async throws {
        var vehicle = Self.vehicle("a", 50)
        vehicle.measurements = [
            Measurement(.connectivity, .condition(false)),
            Measurement(.tippedOver, .condition(true)),
        ]
        let server = try await ServedTeam([("demo", [vehicle, Self.vehicle("b", 50)])])
        let ana = try await server.visitor("ana")
        let page = try await ana.get("/v/demo/a").text
        let head = page.prefix(
            upTo: try #require(page.firstRange(of: "class=\"actions\"")).lowerBound)
        #expect(head.contains("class=\"state alarm\"") && head.contains("#warn\""))
        #expect(head.contains("tipped over +1"))
        #expect(page.contains("<dt>State</dt><dd>available</dd>"))
        let list = try await ana.get("/").text
        #expect(list.components(separatedBy: "state alarm").count == 2)
        // The public sees no sensors.
        server.sources.all = server.sources.all.map { source in
            var settings = source.source
            settings.publications = [.page]
            return PolledSource(
                name: source.name, aliases: source.aliases,
                source: settings, vehicles: source.vehicles)
        }
        let published = try await server.stranger.get("/v/demo/a")
        #expect(published.status == 200 && !published.text.contains("tipped"))
    }

    @Test("Values that do not hold, are unknown or are shown above are left out")
    func facts() async throws {
        var vehicle = Self.vehicle("a", 50)
        vehicle.currentFuelPercent = 0.5
        vehicle.measurements = [
            Measurement(.speed, .number(0)), Measurement(.tippedOver, .condition(false)),
        ]
        let server = try await ServedTeam([("demo", [vehicle])])
        let page = try await server.visitor("ana").get("/v/demo/a").text
        for name in ["Reserved", "Disabled", "Fuel", "State", "Battery", "Source", "ID rotates"] {
            #expect(!page.contains("<dt>\(name)</dt>"), "\(name)")
        }
        #expect(page.contains(">speed</th>") && !page.contains(">tipped over</th>"))
    }

    @Test(
        "The API has the same past in pages, also of a vehicle that left"
    )
    func api() async throws {
        let server = try await served([84, 62, 20])
        let ana = try await server.visitor("ana")
        let path = "/api/v1/sources/demo/vehicles/a/events"
        let first = try await ana.get(path + "?limit=1").json()
        #expect(first["vehicle_id"] as? String == "a" && first["source"] as? String == "demo")
        #expect(first["recorded_since"] as? String == "2027-01-15T07:59:50Z")
        let kinds = { (document: [String: Any]) in
            (document["events"] as? [[String: Any]])?.compactMap { $0["event"] as? String }
        }
        #expect(kinds(first) == ["battery_low"])
        #expect((first["battery"] as? [[String: Any]])?.count == 2)
        let next = try #require(first["next"] as? String)
        #expect(kinds(try await ana.get(path + "?before=\(next)").json()) == ["battery_changed"])
        #expect(try await ana.get(path + "?before=x").status == 400)
        #expect(try await server.stranger.get(path).status == 401)
        try await server.load(
            Self.others, server.sources.all[0], at: ServedTeam.loadedAt + 9)
        #expect(kinds(try await ana.get(path).json())?.first == "disappeared")
        #expect(try await ana.get("/api/v1/sources/demo/vehicles/none/events").status == 404)
    }

    @Test("Text of a feed in an event stays text")
    func hostile() async throws {
        let server = try await served([84, 62], id: Self.hostile)
        let ana = try await server.visitor("ana")
        let id = PercentEncoding.encoded(Self.hostile)
        let page = try await ana.get("/v/demo/" + id).text
        #expect(try past(page).contains("battery changed") && !page.contains("<script>alert"))
        let json = try await ana.get("/api/v1/sources/demo/vehicles/\(id)/events").json()
        #expect(json["vehicle_id"] as? String == Self.hostile)
    }
}
