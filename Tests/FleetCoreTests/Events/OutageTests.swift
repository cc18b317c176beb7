import FleetCore
import Testing

@Suite("Feed outages")
struct OutageTests {
    private let fleet = (0..<40).map { Vehicle.parked("id-\($0)", north: Double($0) * 100) }

    @Test(
        "An empty snapshot is held back, and yields no events if all vehicles return",
        arguments: [1, 40])
    func back(count: Int) {
        let fleet = Array(fleet.prefix(count))
        for rotation in IDRotation.allCases {
            var feed = WatchedFeed(rotation)
            feed.receive(fleet)
            let lost = feed.receive([])
            #expect(lost.events.isEmpty)
            #expect(lost.heldBack == count)
            #expect(feed.receive(fleet) == EventBatch(at: WatchedFeed.time(2)))
        }
    }

    @Test("Changes during an outage are reported when the feed returns")
    func changed() {
        var feed = WatchedFeed()
        feed.receive(fleet)
        feed.receive([])
        var later = fleet
        later[3].isReserved = true
        later.remove(at: 7)
        let events = feed.receive(later).events
        #expect(events.map(\.kind) == [.reserved, .disappeared])
        #expect(events.map(\.at) == [WatchedFeed.time(2), WatchedFeed.time(1)])
    }

    @Test("Vehicles that do not return disappeared when they were first missing")
    func gone() {
        var feed = WatchedFeed()
        feed.receive(fleet)
        feed.receive([])
        let batch = feed.receive([])
        #expect(batch.heldBack == 0)
        #expect(batch.events.count == 40)
        #expect(batch.events.allSatisfy { $0.kind == .disappeared && $0.at == WatchedFeed.time(1) })
        #expect(feed.receive(fleet).events.allSatisfy { $0.kind == .appeared })
    }

    @Test("A fleet that does not return is only counted if the IDs are not known to be stable")
    func counted() {
        var feed = WatchedFeed(.unknown)
        feed.receive(fleet)
        feed.receive([])
        let batch = feed.receive([])
        #expect(batch.events.isEmpty)
        #expect(batch.turnover.departed == 40)
        #expect(feed.receive(fleet).turnover.arrived == 40)
    }

    @Test("More than half of a fleet is held back, half is not")
    func half() {
        var feed = WatchedFeed()
        feed.receive(fleet)
        #expect(feed.receive(Array(fleet.prefix(19))).heldBack == 21)
        #expect(feed.receive(fleet).events.isEmpty)
        let batch = feed.receive(Array(fleet.prefix(20)))
        #expect(batch.heldBack == 0)
        #expect(batch.events.count == 20)
    }

    @Test("IDs that changed during an outage are re-identified by location")
    func renamedMeanwhile() {
        var feed = WatchedFeed(.yes)
        feed.receive(fleet)
        feed.receive([])
        let batch = feed.receive(
            fleet.map { vehicle in
                var vehicle = vehicle
                vehicle.id = "new " + vehicle.id
                return vehicle
            })
        #expect(batch.events.isEmpty)
        #expect(batch.turnover.renamed == 40)
        #expect(batch.turnover.departed + batch.turnover.arrived == 0)
    }
}
