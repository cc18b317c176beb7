import FleetCore
import Testing

@Suite("Fleets that are hard on the detector")
struct HostileFleetTests {
    private func rename(_ vehicles: [Vehicle], _ round: Int) -> [Vehicle] {
        vehicles.enumerated().map { index, vehicle in
            var vehicle = vehicle
            vehicle.id = "\(round)-\(index)"
            return vehicle
        }
    }

    @Test("a crowd at one place is paired off", arguments: [0.0, 1, 20])
    func crowd(meters: Double) {
        var dice = SplitMix(state: 9)
        var feed = Watched(.unknown)
        for round in 0..<3 {
            let vehicles = (0..<6_000).map { index in
                Vehicle.standing(
                    "\(round)-\(index)", north: Double.random(in: 0...1, using: &dice) * meters,
                    east: Double.random(in: 0...1, using: &dice) * meters, percent: nil)
            }
            let batch = feed.see(vehicles)
            #expect(batch.events.isEmpty)
            #expect(batch.turnover.renamed >= (round > 0 ? 5_900 : 0))
        }
    }

    @Test("vehicles without places are only counted when all have new codes")
    func nowhere() {
        var feed = Watched(.unknown)
        let fleet = (0..<1000).map { Vehicle(id: "\($0)") }
        feed.see(fleet)
        let batch = feed.see(rename(fleet, 1))
        #expect(batch.events.isEmpty)
        #expect((batch.turnover.went, batch.turnover.came) == (1000, 1000))
    }

    @Test("long codes, hostile texts, numbers and times at the edges do not trap")
    func samples() {
        let long = (0..<20).map { Vehicle(id: String(repeating: "\($0)", count: 100_000)) }
        for rotation in IDRotation.allCases {
            var detector = EventDetector(rotation: rotation)
            for time in [Int64.min, .max, 0, -1, 1, .max, .min] {
                let at = Timestamp(milliseconds: time)
                _ = detector.compare(Samples.hostile + long, at: at)
                _ = detector.compare(rename(Samples.hostile, 7), at: at)
                _ = detector.compare([], at: at)
            }
        }
    }

    @Test("codes known to stay that change all at once all the same are recognized")
    func brokenPromise() {
        let fleet = (0..<200).map { Vehicle.standing("\($0)", north: Double($0) * 60) }
        var feed = Watched(.no)
        feed.see(fleet)
        let batch = feed.see(rename(fleet, 1))
        #expect(batch.events.isEmpty)
        #expect(batch.turnover.renamed == 200)
    }

    @Test("a busy minute of codes that stay is told one by one, even at the same stations")
    func busy() {
        let docked = (0..<200).map { index in
            Vehicle.standing("\(index)", north: Double(index % 50) * 100)
        }
        var feed = Watched(.no)
        feed.see(Array(docked.prefix(150)))
        let batch = feed.see(Array(docked.suffix(150)))
        #expect(batch.events.count { $0.kind == .disappeared } == 50)
        #expect(batch.events.count { $0.kind == .appeared } == 50)
    }
}
