import FleetCore
import Testing

@Suite("Vehicles that are missing all at once")
struct OutageTests {
    private let fleet = (0..<40).map { Vehicle.standing("code-\($0)", north: Double($0) * 100) }

    @Test(
        "an empty snapshot is held back, and nothing happened if all are back", arguments: [1, 40])
    func back(count: Int) {
        let fleet = Array(fleet.prefix(count))
        for rotation in IDRotation.allCases {
            var feed = Watched(rotation)
            feed.see(fleet)
            let lost = feed.see([])
            #expect(lost.events.isEmpty)
            #expect(lost.heldBack == count)
            #expect(feed.see(fleet) == EventBatch(at: Watched.time(2)))
        }
    }

    @Test("what changed while the feed was lost is told when it is back")
    func changed() {
        var feed = Watched()
        feed.see(fleet)
        feed.see([])
        var later = fleet
        later[3].isReserved = true
        later.remove(at: 7)
        let events = feed.see(later).events
        #expect(events.map(\.kind) == [.reserved, .disappeared])
        #expect(events.map(\.at) == [Watched.time(2), Watched.time(1)])
    }

    @Test("vehicles that stay away are gone since they were first missing")
    func gone() {
        var feed = Watched()
        feed.see(fleet)
        feed.see([])
        let batch = feed.see([])
        #expect(batch.heldBack == 0)
        #expect(batch.events.count == 40)
        #expect(batch.events.allSatisfy { $0.kind == .disappeared && $0.at == Watched.time(1) })
        #expect(feed.see(fleet).events.allSatisfy { $0.kind == .appeared })
    }

    @Test("a fleet that stays away is only counted if it is not known that the codes stay")
    func counted() {
        var feed = Watched(.unknown)
        feed.see(fleet)
        feed.see([])
        let batch = feed.see([])
        #expect(batch.events.isEmpty)
        #expect(batch.turnover.went == 40)
        #expect(feed.see(fleet).turnover.came == 40)
    }

    @Test("more than half of a fleet is held back like all of it, half is not")
    func half() {
        var feed = Watched()
        feed.see(fleet)
        #expect(feed.see(Array(fleet.prefix(19))).heldBack == 21)
        #expect(feed.see(fleet).events.isEmpty)
        let batch = feed.see(Array(fleet.prefix(20)))
        #expect(batch.heldBack == 0)
        #expect(batch.events.count == 20)
    }

    @Test("codes that changed while the feed was lost are known again by their places")
    func renamedMeanwhile() {
        var feed = Watched(.yes)
        feed.see(fleet)
        feed.see([])
        let batch = feed.see(
            fleet.map { vehicle in
                var vehicle = vehicle
                vehicle.id = "new " + vehicle.id
                return vehicle
            })
        #expect(batch.events.isEmpty)
        #expect(batch.turnover.renamed == 40)
        #expect(batch.turnover.went + batch.turnover.came == 0)
    }
}
