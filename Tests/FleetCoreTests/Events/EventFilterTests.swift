import FleetCore
import Testing

@Suite("Events of a filter")
struct EventFilterTests {
    /// An area of 200 m around the city's center.
    private let area: Filter = {
        var filter = Filter()
        filter.area = City.position(north: 0, east: 0).map { Area(center: $0, radiusMeters: 200) }
        return filter
    }()

    private func named(_ ids: String...) -> Filter {
        var filter = Filter()
        filter.ids = VehicleIDs(ids)
        return filter
    }

    /// Returns the kinds of the events of a filter after the first snapshot.
    private func kinds(
        of filter: Filter, _ snapshots: [Vehicle]..., rotation: IDRotation = .no
    ) -> [[VehicleEvent.Kind]] {
        var feed = WatchedFeed(rotation)
        return snapshots.map { feed.receive($0, of: filter).events.map(\.kind) }.dropFirst()
            .map { $0 }
    }

    @Test("A vehicle that leaves or enters an area has an event; one that moves outside has none")
    func moved() {
        let places = [0.0, 500, 900, 100].map { [Vehicle.parked("A", north: $0)] }
        #expect(
            kinds(of: area, places[0], places[1], places[2], places[3]) == [[.moved], [], [.moved]])
    }

    @Test("A charge that falls below or rises above a filter's limit has an event")
    func battery() {
        var filter = Filter()
        filter.battery = ValueRange(minimum: nil, maximum: 30)
        let charges = [60.0, 50, 15, 95, 80].map { [Vehicle.parked("A", percent: $0)] }
        #expect(
            kinds(of: filter, charges[0], charges[1], charges[2], charges[3], charges[4])
                == [[], [.batteryLow], [.batteryCharged], []])
    }

    @Test(
        "A vehicle that leaves the feed counts as it was last seen, one that returns as it is now")
    func left() {
        let inside = [Vehicle.parked("A"), .parked("B", north: 900)]
        let outside = [Vehicle.parked("A", north: 900), .parked("B")]
        let rest = [Vehicle.parked("C", north: 2000)]
        #expect(
            kinds(of: area, inside + rest, rest, outside + rest, rest, inside + rest)
                == [[.disappeared], [.appeared], [.disappeared], [.appeared]])
    }

    @Test("A vehicle that is missing during an outage counts as it was last seen")
    func outage() {
        let inside = [Vehicle.parked("A")]
        #expect(kinds(of: area, inside, [], [.parked("A", north: 900)]) == [[], [.moved]])
        #expect(kinds(of: area, inside, [], []) == [[], [.disappeared]])
        var feed = WatchedFeed()
        feed.receive(inside + [.parked("B", north: 900)], of: area)
        #expect(feed.receive([], of: area).heldBack == 1)
    }

    @Test("A new ID of a vehicle is an event of a filter that names the old or the new one")
    func renamed() {
        let (old, new) = (Vehicle.parked("old"), Vehicle.parked("new", percent: 50))
        for id in ["old", "new"] {
            #expect(kinds(of: named(id), [old], [new], rotation: .yes) == [[.batteryChanged]])
        }
        #expect(kinds(of: named("other"), [old], [new], rotation: .yes) == [[]])
    }

    @Test("Only the vehicles of the filter are counted if the IDs rotate")
    func turnover() {
        var feed = WatchedFeed(.yes)
        feed.receive([.parked("A"), .parked("B", north: 100), .parked("C", north: 900)], of: area)
        let batch = feed.receive(
            [.parked("A2"), .parked("C2", north: 900), .parked("D", north: 700)], of: area)
        #expect(batch.turnover.renamed == 1)
        #expect(batch.turnover.departed == 1)
        #expect(batch.turnover.arrived == 0)
    }

    @Test("A vehicle that the filter names has events although the IDs rotate")
    func rotating() {
        let rest = [Vehicle.parked("rest", north: 900)]
        let present = rest + [.parked("A")]
        #expect(
            kinds(of: named("A"), present, rest, present, rotation: .yes)
                == [[.disappeared], [.appeared]])
        #expect(kinds(of: area, present, rest, present, rotation: .yes) == [[], []])
    }
}
