import FleetCore
import Testing

@Suite("Moves and noise")
struct NoiseTests {
    @Test(
        "coordinates rounded or jittered by a few metres are no move",
        arguments: [100, 1e3, 1e4, 1e5])
    func jitter(scale: Double) {
        var dice = SplitMix(state: 5)
        var feed = Watched()
        for _ in 0..<200 {
            var vehicle = Vehicle.standing("A")
            let north = Double.random(in: -9...9, using: &dice)
            let east = Double.random(in: -9...9, using: &dice)
            vehicle.position = Place.position(north: north + 30, east: east + 30).flatMap {
                Position(
                    latitude: ($0.latitude * scale).rounded() / scale,
                    longitude: ($0.longitude * scale).rounded() / scale)
            }
            #expect(feed.see([vehicle]).events.isEmpty)
        }
    }

    @Test("a slow drift is told once it adds up to 50 metres, and then again")
    func drift() {
        var feed = Watched()
        let told = (0...30).map { step in
            feed.see([.standing("A", north: Double(step) * 4)]).events.map(\.kind)
        }
        let polls = told.indices.filter { !told[$0].isEmpty }
        #expect(polls == [13, 26])
        #expect(told[13] == [.moved])
    }

    @Test("a drift goes on under new codes")
    func driftOfRenamed() throws {
        var feed = Watched(.yes)
        let events = (0...10).flatMap { step in
            feed.see([.standing("code-\(step)", north: Double(step) * 6)]).events
        }
        let event = try #require(events.first)
        #expect(events.count == 1)
        #expect(event.kind == .moved)
        #expect(event.previousID == "code-8")
        #expect(event.vehicleID == "code-9")
        #expect(event.basis == .inferred)
    }

    @Test("a vehicle that goes and comes back under a new code elsewhere is not known again")
    func trip() {
        var feed = Watched(.unknown)
        let rest = (0..<100).map { Vehicle.standing("rest-\($0)", north: 1000 + 100 * Double($0)) }
        feed.see(rest + [.standing("A")])
        #expect(feed.see(rest).events.map(\.vehicleID) == ["A"])
        let back = feed.see(rest + [.standing("B", north: 600)]).events
        #expect(back.map(\.kind) == [.appeared])
        #expect(back.map(\.previousID) == [nil])
    }
}
