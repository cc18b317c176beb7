import FleetCore
import Testing

@Suite("Position noise")
struct NoiseTests {
    @Test(
        "Coordinates that are rounded or vary by a few metres are not a move",
        arguments: [100, 1e3, 1e4, 1e5])
    func jitter(scale: Double) {
        var random = SplitMix(state: 5)
        var feed = WatchedFeed()
        for _ in 0..<200 {
            var vehicle = Vehicle.parked("A")
            let north = Double.random(in: -9...9, using: &random)
            let east = Double.random(in: -9...9, using: &random)
            vehicle.position = City.position(north: north + 30, east: east + 30).flatMap {
                Position(
                    latitude: ($0.latitude * scale).rounded() / scale,
                    longitude: ($0.longitude * scale).rounded() / scale)
            }
            #expect(feed.receive([vehicle]).events.isEmpty)
        }
    }

    @Test("A slow drift is reported every 50 metres")
    func drift() {
        var feed = WatchedFeed()
        let kinds = (0...30).map { step in
            feed.receive([.parked("A", north: Double(step) * 4)]).events.map(\.kind)
        }
        let polls = kinds.indices.filter { !kinds[$0].isEmpty }
        #expect(polls == [13, 26])
        #expect(kinds[13] == [.moved])
    }

    @Test("A drift continues across new IDs")
    func driftOfRenamed() throws {
        var feed = WatchedFeed(.yes)
        let events = (0...10).flatMap { step in
            feed.receive([.parked("id-\(step)", north: Double(step) * 6)]).events
        }
        let event = try #require(events.first)
        #expect(events.count == 1)
        #expect(event.kind == .moved)
        #expect(event.previousID == "id-8")
        #expect(event.vehicleID == "id-9")
        #expect(event.basis == .inferred)
    }

    @Test("A vehicle that returns elsewhere with a new ID is not re-identified")
    func trip() {
        var feed = WatchedFeed(.unknown)
        let rest = (0..<100).map { Vehicle.parked("rest-\($0)", north: 1000 + 100 * Double($0)) }
        feed.receive(rest + [.parked("A")])
        #expect(feed.receive(rest).events.map(\.vehicleID) == ["A"])
        let back = feed.receive(rest + [.parked("B", north: 600)]).events
        #expect(back.map(\.kind) == [.appeared])
        #expect(back.map(\.previousID) == [nil])
    }
}
