import FleetCore
import Testing

@Suite("Events of feeds with rotating IDs")
struct RotationPolicyTests {
    /// The reported events of a fleet compared with the truth.
    private struct Score {
        var changedIDs = 0
        var trips = 0
        var reportedTrips = 0
        var falseEvents = 0
        var moves = 0
        var renamed = 0
        var unmatched = 0

        var falseShare: Double { Double(falseEvents) / Double(changedIDs) }
        /// The share of turnover that was not a trip.
        var falseTurnover: Double { Double(max(0, unmatched - trips)) / Double(changedIDs) }
    }

    private func score(
        _ fleet: SimulatedFleet, rotation: IDRotation, polls: Int = 60
    ) -> Score {
        var fleet = fleet
        var detector = EventDetector(rotation: rotation)
        var score = Score()
        var known: Set<String> = []
        for poll in 0..<polls {
            let next = fleet.next()
            let batch = detector.compare(next.vehicles, at: next.at)
            let ids = Set(next.vehicles.map(\.id))
            defer { known = ids }
            guard poll > 0 else { continue }
            score.changedIDs += ids.symmetricDifference(known).count
            score.trips += next.left.count + next.arrived.count
            score.renamed += batch.turnover.renamed
            score.unmatched += batch.turnover.departed + batch.turnover.arrived
            for event in batch.events { count(event, next, in: &score) }
        }
        return score
    }

    private func count(
        _ event: VehicleEvent, _ truth: SimulatedFleet.Poll, in score: inout Score
    ) {
        switch event.kind {
        case .appeared where truth.arrived.contains(event.vehicleID),
            .disappeared where truth.left.contains(event.vehicleID):
            score.reportedTrips += 1
        case .appeared, .disappeared: score.falseEvents += 1
        case .moved: score.moves += 1
        default: break
        }
    }

    @Test(
        "All trips of a feed with stable IDs are reported, and nothing else", arguments: [0, 3, 6])
    func stable(noise: Double) {
        let fleet = SimulatedFleet(count: 600, policy: .never, noise: noise)
        let score = score(fleet, rotation: .no)
        #expect(score.trips > 200)
        #expect(score.reportedTrips == score.trips)
        #expect(score.falseEvents == 0)
        #expect(score.moves == 0)
        #expect(score.renamed == 0)
    }

    @Test("Nearly all trips are reported if the rotation is unknown and the IDs are stable")
    func stableButUnknown() {
        let fleet = SimulatedFleet(count: 600, policy: .never)
        let score = score(fleet, rotation: .unknown)
        #expect(Double(score.reportedTrips) > 0.97 * Double(score.trips))
        #expect(score.falseEvents == 0)
    }

    @Test("IDs that return are stable, so the events of a busy minute are reported")
    func observedStable() {
        var feed = WatchedFeed(.unknown)
        let fleet = (0..<100).map { Vehicle.parked("id-\($0)", north: Double($0) * 50) }
        feed.receive(fleet)
        #expect(feed.receive(Array(fleet.dropFirst(12))).turnover.departed == 12)
        feed.receive(fleet)
        for round in 0..<10 {
            let missing = round * 3..<round * 3 + 3
            #expect(
                feed.receive(fleet.indices.filter { !missing.contains($0) }.map { fleet[$0] })
                    .events.count
                    == 3)
            #expect(feed.receive(fleet).events.count == 3)
        }
        let batch = feed.receive(Array(fleet.dropFirst(12)))
        #expect(batch.events.count == 12)
        #expect(batch.turnover == EventBatch.Turnover())
    }

    @Test("Arrivals and departures at stations are not mistaken for rotation for long")
    func docked() {
        var feed = WatchedFeed(.unknown)
        var random = SplitMix(state: 4)
        var isReported = false
        for _ in 0..<12 {
            let bikes = (0..<1000).map { index in
                let station = Int.random(in: 0..<100, using: &random)
                return Vehicle.parked("id-\(index)", north: Double(station) * 200)
            }
            let missing = Set((0..<200).map { _ in Int.random(in: 0..<1000, using: &random) })
            let batch = feed.receive(
                bikes.indices.filter { !missing.contains($0) }.map { bikes[$0] })
            isReported = batch.turnover == EventBatch.Turnover() && !batch.events.isEmpty
        }
        #expect(isReported)
    }

    @Test("New IDs at old locations are rotated IDs, and the rest is only counted")
    func observedRotation() {
        var feed = WatchedFeed(.unknown)
        func fleet(_ round: Int) -> [Vehicle] {
            (0..<100).map { index in
                let id = index < round * 10 ? "new-\(index)" : "id-\(index)"
                return .parked(id, north: Double(index) * 50)
            }
        }
        feed.receive(fleet(0))
        #expect(feed.receive(fleet(1)).turnover.renamed == 10)
        let batch = feed.receive(Array(fleet(2).dropLast()))
        #expect(batch.turnover.renamed == 10)
        #expect(batch.turnover.departed == 1)
        #expect(batch.events.isEmpty)
    }

    @Test("Trips with an ID change are reported while the rotation is unknown")
    func afterTrips() {
        let fleet = SimulatedFleet(count: 600, policy: .afterTrips)
        let score = score(fleet, rotation: .unknown)
        #expect(Double(score.reportedTrips) > 0.95 * Double(score.trips))
        #expect(score.falseEvents == 0)
    }

    /// The third one changes 96 % of the IDs in 60 polls.
    static let policies: [SimulatedFleet.Policy] = [
        .afterTrips, .share(0.02), .share(1 - 0.947749), .share(0.1), .allEvery(1), .allEvery(20),
    ]

    @Test(
        "Less than 1 % of the changed IDs are falsely reported as appeared or disappeared",
        arguments: policies, [IDRotation.yes, .unknown])
    func changing(policy: SimulatedFleet.Policy, rotation: IDRotation) {
        for (noise, count) in [(0, 150), (5, 150), (8, 50), (5, 30)] {
            let fleet = SimulatedFleet(count: count, policy: policy, noise: Double(noise))
            let score = score(fleet, rotation: rotation)
            #expect(score.falseShare < 0.01)
            #expect(score.falseTurnover < (noise > 5 ? 0.05 : 0.01))
        }
    }
}
