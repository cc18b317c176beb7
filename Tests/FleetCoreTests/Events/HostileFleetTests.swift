import FleetCore
import Testing

@Suite("Hostile fleets")
struct HostileFleetTests {
    private func rename(_ vehicles: [Vehicle], _ round: Int) -> [Vehicle] {
        vehicles.enumerated().map { index, vehicle in
            var vehicle = vehicle
            vehicle.id = "\(round)-\(index)"
            return vehicle
        }
    }

    @Test("A crowd at one location is paired", arguments: [0.0, 1, 20])
    func crowd(meters: Double) {
        var random = SplitMix(state: 9)
        var feed = WatchedFeed(.unknown)
        for round in 0..<3 {
            let vehicles = (0..<3_000).map { index in
                Vehicle.parked(
                    "\(round)-\(index)", north: Double.random(in: 0...1, using: &random) * meters,
                    east: Double.random(in: 0...1, using: &random) * meters, percent: nil)
            }
            let batch = feed.receive(vehicles)
            #expect(batch.events.isEmpty)
            #expect(batch.turnover.renamed >= (round > 0 ? 2_950 : 0))
        }
    }

    @Test("Vehicles without positions are only counted when all IDs are new")
    func withoutPositions() {
        var feed = WatchedFeed(.unknown)
        let fleet = (0..<1000).map { Vehicle(id: "\($0)") }
        feed.receive(fleet)
        let batch = feed.receive(rename(fleet, 1))
        #expect(batch.events.isEmpty)
        #expect((batch.turnover.departed, batch.turnover.arrived) == (1000, 1000))
    }

    @Test(
        "Each long or hostile ID at an extreme time is reported or counted exactly once",
        arguments: IDRotation.allCases)
    func samples(rotation: IDRotation) {
        let long = (0..<20).map { Vehicle(id: String(repeating: "\($0)", count: 10_000)) }
        // No ID is in two consecutive snapshots.
        let snapshots = [Samples.hostile + long, rename(Samples.hostile, 7), []]
        var detector = EventDetector(rotation: rotation)
        var missing: Int?
        for time in [Int64.min, .max, 0, -1, 1, .max, .min] {
            let at = Timestamp(milliseconds: time)
            for vehicles in snapshots {
                let batch = detector.compare(vehicles, at: at)
                let turnover = batch.turnover
                let arrived = batch.events.count { $0.kind == .appeared }
                let departed = batch.events.count { $0.kind == .disappeared }
                #expect(batch.at == at)
                #expect(arrived + departed == batch.events.count)
                #expect(rotation == .no || batch.events.isEmpty)
                // The first snapshot yields nothing.
                let new = missing == nil ? 0 : vehicles.count
                #expect(arrived + turnover.arrived + turnover.renamed == new)
                let gone = departed + turnover.departed + turnover.renamed + batch.heldBack
                #expect(gone == missing ?? 0)
                missing = batch.heldBack > 0 ? batch.heldBack : vehicles.count
            }
        }
    }

    @Test("IDs declared stable that all change at once are recognized")
    func unexpectedRotation() {
        let fleet = (0..<200).map { Vehicle.parked("\($0)", north: Double($0) * 60) }
        var feed = WatchedFeed(.no)
        feed.receive(fleet)
        let batch = feed.receive(rename(fleet, 1))
        #expect(batch.events.isEmpty)
        #expect(batch.turnover.renamed == 200)
    }

    @Test("Every event of a busy minute with stable IDs is reported, even at the same stations")
    func busy() {
        let docked = (0..<200).map { index in
            Vehicle.parked("\(index)", north: Double(index % 50) * 100)
        }
        var feed = WatchedFeed(.no)
        feed.receive(Array(docked.prefix(150)))
        let batch = feed.receive(Array(docked.suffix(150)))
        #expect(batch.events.count { $0.kind == .disappeared } == 50)
        #expect(batch.events.count { $0.kind == .appeared } == 50)
    }
}
