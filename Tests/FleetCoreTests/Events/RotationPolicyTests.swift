import FleetCore
import Testing

@Suite("Events of feeds that change their codes")
struct RotationPolicyTests {
    /// What was told of a fleet, against the truth.
    private struct Score {
        var changedCodes = 0
        var trips = 0
        var toldTrips = 0
        var falseEvents = 0
        var moves = 0
        var renamed = 0
        var unmatched = 0

        var falseShare: Double { Double(falseEvents) / Double(changedCodes) }
        /// What was counted as turnover and was no trip.
        var falseTurnover: Double { Double(max(0, unmatched - trips)) / Double(changedCodes) }
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
            let codes = Set(next.vehicles.map(\.id))
            defer { known = codes }
            guard poll > 0 else { continue }
            score.changedCodes += codes.symmetricDifference(known).count
            score.trips += next.left.count + next.arrived.count
            score.renamed += batch.turnover.renamed
            score.unmatched += batch.turnover.went + batch.turnover.came
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
            score.toldTrips += 1
        case .appeared, .disappeared: score.falseEvents += 1
        case .moved: score.moves += 1
        default: break
        }
    }

    @Test("all trips of a feed whose codes stay are told, and nothing else", arguments: [0, 3, 6])
    func stable(noise: Double) {
        let fleet = SimulatedFleet(count: 600, policy: .never, noise: noise)
        let score = score(fleet, rotation: .no)
        #expect(score.trips > 200)
        #expect(score.toldTrips == score.trips)
        #expect(score.falseEvents == 0)
        #expect(score.moves == 0)
        #expect(score.renamed == 0)
    }

    @Test("nearly all trips are told if it is not known that the codes stay")
    func stableButUnknown() {
        let fleet = SimulatedFleet(count: 600, policy: .never)
        let score = score(fleet, rotation: .unknown)
        #expect(Double(score.toldTrips) > 0.97 * Double(score.trips))
        #expect(score.falseEvents == 0)
    }

    @Test("codes that are gone and come back are codes that stay: a busy minute is told")
    func seenToStay() {
        var feed = Watched(.unknown)
        let fleet = (0..<100).map { Vehicle.standing("code-\($0)", north: Double($0) * 50) }
        feed.see(fleet)
        #expect(feed.see(Array(fleet.dropFirst(12))).turnover.went == 12)
        feed.see(fleet)
        for round in 0..<10 {
            let away = round * 3..<round * 3 + 3
            #expect(
                feed.see(fleet.indices.filter { !away.contains($0) }.map { fleet[$0] }).events.count
                    == 3)
            #expect(feed.see(fleet).events.count == 3)
        }
        let batch = feed.see(Array(fleet.dropFirst(12)))
        #expect(batch.events.count == 12)
        #expect(batch.turnover == EventBatch.Turnover())
    }

    @Test("stations at which one comes as another goes are not taken for rotation for long")
    func docked() {
        var feed = Watched(.unknown)
        var dice = SplitMix(state: 4)
        var isTold = false
        for _ in 0..<12 {
            let bikes = (0..<1000).map { index in
                let station = Int.random(in: 0..<100, using: &dice)
                return Vehicle.standing("code-\(index)", north: Double(station) * 200)
            }
            let away = Set((0..<200).map { _ in Int.random(in: 0..<1000, using: &dice) })
            let batch = feed.see(bikes.indices.filter { !away.contains($0) }.map { bikes[$0] })
            isTold = batch.turnover == EventBatch.Turnover() && !batch.events.isEmpty
        }
        #expect(isTold)
    }

    @Test("new codes at old places are codes that change: what is left is counted")
    func seenToChange() {
        var feed = Watched(.unknown)
        func fleet(_ round: Int) -> [Vehicle] {
            (0..<100).map { index in
                let id = index < round * 10 ? "new-\(index)" : "code-\(index)"
                return .standing(id, north: Double(index) * 50)
            }
        }
        feed.see(fleet(0))
        #expect(feed.see(fleet(1)).turnover.renamed == 10)
        let batch = feed.see(Array(fleet(2).dropLast()))
        #expect(batch.turnover.renamed == 10)
        #expect(batch.turnover.went == 1)
        #expect(batch.events.isEmpty)
    }

    @Test("trips after which the code changes are told as long as the change is not known")
    func afterTrips() {
        let fleet = SimulatedFleet(count: 600, policy: .afterTrips)
        let score = score(fleet, rotation: .unknown)
        #expect(Double(score.toldTrips) > 0.95 * Double(score.trips))
        #expect(score.falseEvents == 0)
    }

    /// The third changes 96 % of the codes in 60 polls.
    static let policies: [SimulatedFleet.Policy] = [
        .afterTrips, .share(0.02), .share(1 - 0.947749), .share(0.1), .allEach(1), .allEach(20),
    ]

    @Test(
        "less than 1 % of the changed codes are told to have come or gone when they had not",
        arguments: policies, [IDRotation.yes, .unknown])
    func changing(policy: SimulatedFleet.Policy, rotation: IDRotation) {
        for (noise, count) in [(0, 300), (5, 300), (8, 100), (5, 30)] {
            let fleet = SimulatedFleet(count: count, policy: policy, noise: Double(noise))
            let score = score(fleet, rotation: rotation)
            #expect(score.falseShare < 0.01)
            #expect(score.falseTurnover < (noise > 5 ? 0.05 : 0.01))
        }
    }
}
