import FleetCore
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Maps as pictures")
struct MapPictureTests {
    private static func vehicle(
        _ id: String, _ latitude: Double, _ longitude: Double, isTippedOver: Bool = false
    ) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.position = Position(latitude: latitude, longitude: longitude)
        (vehicle.isReserved, vehicle.isDisabled) = (false, false)
        vehicle.color = VehicleColor("BlueRed")
        if isTippedOver {
            vehicle.measurements = [Measurement(.tippedOver, .condition(true))]
        }
        return vehicle
    }

    @Test("A cell with one vehicle is drawn as the vehicle, however many there are")
    func single() async throws {
        let crowd = (0..<600).map { Self.vehicle("C-\($0)", 48.85, 2.35 + Double($0) * 1e-7) }
        let alone = Self.vehicle("ALONE", 48.95, 2.5, isTippedOver: true)
        let server = try await ServedTeam([("demo", crowd + [alone])])
        let page = try await server.visitor("ana").get("/map").text
        #expect(page.matches(of: /<g class="cell/).count == 1)
        #expect(page.contains("<text ") && page.contains(">600</text>"))
        let markers = page.matches(of: /<a class="mark [^>]*href="([^"]*)"/).map { String($0.1) }
        #expect(markers == ["/v/demo/ALONE"])
        #expect(page.contains("<title>ALONE · available · blue-red · alarm</title>"))
    }

    @Test(
        "Zones are in pictures with their legend, and live maps of sources without any ask for none"
    )
    func zones() async throws {
        let vehicles = [Self.vehicle("A", 48.86, 2.36), Self.vehicle("B", 48.8, 2.3)]
        let server = try await ServedTeam([("demo", vehicles), ("none", vehicles)])
        let ana = try await server.visitor("ana")
        func zone(_ west: Double, _ change: (inout ZoneRule) -> Void) throws -> Zone {
            let ring = [(west, 48.81), (west + 0.02, 48.81), (west + 0.02, 48.84)].compactMap {
                ZonePolygon.Point(longitude: $0.0, latitude: $0.1)
            }
            let polygon = try #require(ZonePolygon(rings: [ring]))
            var zone = Zone(name: "z", area: try #require(ZoneArea([polygon])))
            var rule = ZoneRule()
            change(&rule)
            zone.rules = [rule]
            return zone
        }
        var documents = SideDocuments()
        documents.zones = ZoneMap(zones: [
            try zone(2.31) { $0.allowsThrough = false }, try zone(2.32) { $0.maxSpeed = 5 },
            try zone(50) { $0.allowsEnd = false },
        ])
        try await server.load(
            vehicles, server.sources.all[0], documents: documents, at: 1_800_000_000)
        let page = try await ana.get("/map?source=demo").text
        let outlines = page.matches(of: /<path class="zone ([a-z_]+)" d="M[0-9.]+ [0-9. L]+Z"/)
        #expect(outlines.map { String($0.1) } == ["slow", "no_riding"])
        #expect(page.contains("icons.svg#zone-slow\"/></svg>speed limit</span>"))
        #expect(page.contains(" data-zones=\"/api/v1/sources/demo/zones\""))
        #expect(
            try await ana.get("/v/demo/A").text
                .contains(" data-zones=\"/api/v1/sources/demo/zones\""))
        for location in [#""lat": 48.8, "lon": 2.3"#, #""lat": 48.86, "lon": 2.36"#] {
            _ = try await ana.send(
                .post, "/api/v1/notes", json: #"{"text": "here", \#(location)}"#)
        }
        let notes = try await ana.get("/notes?view=map&source=demo").text
        #expect(notes.contains(" data-zones=\"/api/v1/sources/demo/zones\""))
        #expect(notes.matches(of: /<path class="zone\b/).count == 2)
        #expect(notes.contains("icons.svg#zone-slow\"/></svg>speed limit</span>"))
        for path in ["/map?source=none", "/v/none/A", "/notes?view=map&source=none"] {
            #expect(try await !ana.get(path).text.contains("data-zones"))
        }
    }

    @Test("A map without vehicles names the next action")
    func empty() async throws {
        let server = try await ServedTeam([
            ("demo", [Self.vehicle("A", 48.86, 2.36)]), ("lost", [Vehicle(id: "nowhere")]),
        ])
        let ana = try await server.visitor("ana")
        let none = try await ana.get("/map?source=demo&search=zzz").text
        #expect(none.contains("<h2>No vehicle matches</h2>"))
        #expect(none.contains("href=\"/map?source=demo&amp;color=all\">Show all 1 vehicle</a>"))
        #expect(try await !ana.get("/map").text.contains("data-map-empty"))
        let lost = try await ana.get("/map?source=lost").text
        #expect(lost.contains("<h2>No locations</h2>"))
        #expect(try await !ana.get("/?source=lost").text.contains("No locations"))
    }

    @Test("Markers show both colors, the state and an alarm, and the legend names what is drawn")
    func markers() async throws {
        var reserved = Self.vehicle("R", 48.86, 2.36)
        reserved.isReserved = true
        let fleet = [reserved, Self.vehicle("T", 48.85, 2.35, isTippedOver: true)]
        let server = try await ServedTeam([("demo", fleet)])
        let ana = try await server.visitor("ana")
        let map = try await ana.get("/map").text
        #expect(map.matches(of: /<a class="mark t-blue"/).count == 2)
        #expect(
            map.contains("<use class=\"t-red\" href=\"\(server.server.environment.assets.path)"))
        #expect(map.contains("#mark-available\" x=") && map.contains("#mark-reserved\" x="))
        #expect(map.matches(of: /<use class="alarm"/).count == 1)
        let legend = map.matches(of: /<span class="key"><svg.*?<\/svg>([a-z]*)<\/span>/)
        #expect(legend.map { String($0.1) } == ["available", "reserved", "alarm"])
        // The map of the vehicle's page has the values for its live map.
        let page = try await ana.get("/v/demo/T").text
        #expect(page.contains("data-pictured"))
        #expect(
            page.contains(
                "data-label=\"T\" data-lat=\"48.85\" data-lon=\"2.35\" data-state=\"available\" "
                    + "data-color=\"blue-red\" data-alarm"))
    }

    @Test(
        "Shades go from the least to the largest count, whose class is the darkest",
        arguments: [
            ([], []), ([2, 2], ["2"]), ([3, 2], ["2", "3"]),
            ([2, 600, 7], ["2–7", "8–29", "30–149", "150–600"]),
            ([33, 190], ["33–49", "50–79", "80–119", "120–190"]),
            ([100_000, 2], ["2–29", "30–399", "400–5.9k", "6.0k–100k"]),
        ])
    func classes(counts: [Int], texts: [String]) {
        let classes = CountClasses(of: counts)
        #expect(classes.all.map(\.text) == texts)
        #expect(classes.all.last?.level ?? "4" == "4")
        for (bound, shown) in zip(classes.bounds, classes.all) {
            #expect("\(classes.level(of: bound))" == shown.level)
        }
        if let most = counts.max() { #expect(classes.level(of: most) == 4) }
    }

    @Test("A vehicle with a sensor in alarm is marked in the points document and in live changes")
    func alarm() throws {
        var document = PointsDocument()
        document.add(Self.vehicle("A", 1, 2))
        document.add(Self.vehicle("B", 1, 2, isTippedOver: true))
        let bytes = try document.bytes(revision: 1)
        // Header, positions, colors, and three columns of a byte, each padded to four.
        let alarms = 40 + 2 * 8 + 4 + 3 * 4
        #expect(bytes[4] == 2 && bytes[alarms..<alarms + 2] == [0, 1])
        var encoder = VehicleChangesEncoder(
            rotation: .no, feed: FeedDescription(format: "x"), as: [.english])
        encoder.add(Self.vehicle("A", 1, 2))
        encoder.add(Self.vehicle("B", 1, 2, isTippedOver: true))
        let rows = String(
            decoding: encoder.finish(removing: []).rows[.english] ?? [], as: UTF8.self)
        #expect(rows.matches(of: /"alarm":true/).count == 1)
        #expect(rows.contains(#""vehicle_id":"B","lat":1,"lon":2,"alarm":true,"#))
    }
}
