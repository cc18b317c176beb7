import FleetCore
import Testing

@Suite("Events of the zones of a filter")
struct ZoneEventTests {
    /// Two squares: one of 400 m around the city's center, and one of 100 m within it.
    private static let filter: Filter = {
        func area(_ meters: Double) -> ZoneArea? {
            let corners = [
                (-meters, -meters), (-meters, meters), (meters, meters), (meters, -meters),
            ]
            let ring = corners.compactMap { north, east in
                City.position(north: north, east: east).flatMap {
                    ZonePolygon.Point(longitude: $0.longitude, latitude: $0.latitude)
                }
            }
            return ZoneArea([ZonePolygon(rings: [ring])].compactMap(\.self))
        }
        var filter = Filter()
        filter.zones = ZoneFilter(
            areas: [area(200), area(50)].compactMap(\.self), areaNames: ["City", "Dock"])
        return filter
    }()

    /// Returns the zone events after each snapshot but the first.
    private func events(
        of filter: Filter = Self.filter, _ snapshots: [Vehicle]..., rotation: IDRotation = .no
    ) -> [[String]] {
        var feed = WatchedFeed(rotation)
        return snapshots.map { snapshot in
            feed.receive(snapshot, of: filter).events.filter(\.kind.isZoneEvent).map {
                "\($0.vehicleID) \($0.kind == .zoneEntered ? "in" : "out") \($0.zone ?? "?")"
            }
        }
        .dropFirst().map { $0 }
    }

    @Test("A move into or out of zones has an event for each, and noise of the position has none")
    func moved() {
        let far = Vehicle.parked("B", north: 3000)
        let snapshots = [0.0, 120, 500, 190, 210, 0].map {
            [Vehicle.parked("A", north: $0), far]
        }
        #expect(
            events(
                snapshots[0], snapshots[1], snapshots[2], snapshots[3], snapshots[4], snapshots[5])
                == [
                    ["A out Dock"], ["A out City"], ["A in City"], [], ["A in Dock"],
                ])
        #expect(events(snapshots[3], snapshots[4], snapshots[2]) == [[], ["A out City"]])
        #expect(
            events(of: Filter(), snapshots[0], snapshots[2], snapshots[0]) == [[], []])
    }

    @Test("A vehicle that appears in a zone has entered it, unless it left the feed there")
    func appeared() {
        let rest = (0..<5).map { Vehicle.parked("R\($0)", north: 3000 + 500 * Double($0)) }
        let inside = rest + [.parked("A", north: 100)]
        #expect(
            events(rest, inside, rest, inside, rest, rest + [.parked("A", north: 500)], inside)
                == [["A in City"], [], [], [], ["A out City"], ["A in City"]])
    }

    @Test("A new ID in a zone has entered it even if IDs rotate, but not when all of them change")
    func rotating() {
        let rest = (0..<40).map { Vehicle.parked("R\($0)", north: 3000 + 500 * Double($0)) }
        #expect(
            events(rest, rest + [.parked("new", north: 100)], rotation: .yes) == [["new in City"]])
        func fleet(_ name: String, _ east: Double) -> [Vehicle] {
            (0..<40).map { Vehicle.parked("\(name)\($0)", north: Double($0 * 4), east: east) }
        }
        #expect(events(fleet("a", 0), fleet("b", 100), rotation: .yes) == [[]])
    }

    @Test("A filter narrows the vehicles, and a changed outline is no event")
    func narrowed() {
        var red = Self.filter
        red.color = ColorFilter(["red"]) ?? .all
        #expect(
            events(of: red, [.parked("A", north: 500)], [.parked("A", north: 100)]) == [[]])
        var feed = WatchedFeed(.no)
        _ = feed.receive([.parked("A", north: 100)], of: Filter())
        #expect(feed.receive([.parked("A", north: 100)], of: Self.filter).events.isEmpty)
    }

    @Test("The JSON of an event has its zone, and its message names it")
    func text() throws {
        var event = VehicleEvent(.zoneEntered, .inferred, at: Samples.now, vehicleID: "A")
        event.zone = "Dock\u{1B}"
        #expect(event.json.string.contains(#""zone":"Dock\u001b""#))
        let alert = Alert(.event(event), of: "oslo", at: Samples.now)
        #expect(alert.message == #"A: zone entered Dock\u{1B}"#)
    }
}
