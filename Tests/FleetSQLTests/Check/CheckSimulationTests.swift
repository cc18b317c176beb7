import FleetCore
import Testing

@Suite("Feeds over two weeks") struct CheckSimulationTests {
    private static let days = 14.0
    private static let weekend = 1.0 / 3

    /// Feeds of all kinds in which nothing is wrong.
    static let healthy: [FeedProfile] = [
        FeedProfile(name: "scooters", vehicles: 90, cities: 3, tripsPerDay: 8),
        FeedProfile(
            name: "stations", format: "GBFS 1.1", stations: 12, rotates: false, updates: .withData,
            formFactor: "bicycle"),
        FeedProfile(
            name: "mds", format: "MDS 2.0", vehicles: 90, cities: 3, hasRegions: true,
            tripsPerDay: 6, rental: .hasState(.onTrip), rotates: false, reports: .regularly),
        FeedProfile(name: "jumps", tripsPerDay: 6, rental: .staysWhereItWas),
        FeedProfile(
            name: "cars", tripsPerDay: 0.8, tripMinutes: 600, formFactor: "car"),
        FeedProfile(
            name: "mds-cars", format: "MDS 1.2", vehicles: 40, tripsPerDay: 0.5, tripMinutes: 1500,
            rental: .hasState(.onTrip), rotates: false, reports: .withTrips, formFactor: "car"),
        FeedProfile(
            name: "few", vehicles: 15, tripsPerDay: 2, weekend: weekend, updates: .withData),
        FeedProfile(name: "closes", tripsPerDay: 8, opening: .closes(at: 22, opensAt: 6)),
        FeedProfile(name: "thins-out", vehicles: 80, weekend: weekend, opening: .thinsOut),
        FeedProfile(name: "weekends", vehicles: 120, tripsPerDay: 10, weekend: weekend),
        FeedProfile(name: "renewed", vehicles: 80, tripsPerDay: 6, renewal: 5),
        FeedProfile(
            name: "not-modified", tripsPerDay: 2, updates: .withData, answersNotModified: true,
            reports: .withTrips),
        FeedProfile(name: "five-minutes", updates: .every(300), ttl: 300, pause: 600),
        FeedProfile(name: "often", vehicles: 30, updates: .every(30), ttl: 30, pause: 120),
        FeedProfile(
            name: "downtimes", vehicles: 90, cities: 3, hasRegions: true, tripsPerDay: 8,
            downtimes: [20..<20.4, 55..<61, 130..<202, 300..<301]),
        FeedProfile(
            name: "closed-downtimes", tripsPerDay: 6, weekend: weekend,
            opening: .closes(at: 22, opensAt: 6), downtimes: [6..<20, 52..<58, 200..<230]),
        FeedProfile(
            name: "quiet", vehicles: 25, tripsPerDay: 3, weekend: weekend, updates: .withData,
            answersNotModified: true),
        FeedProfile(
            name: "quiet-stations", format: "GBFS 1.1", vehicles: 50, stations: 10, tripsPerDay: 2,
            weekend: weekend, rental: .hasState(.reserved), rotates: false, opening: .thinsOut,
            updates: .withData, reports: .withTrips, formFactor: "bicycle"),
        FeedProfile(
            name: "late-night", vehicles: 75, cities: 3, opening: .closes(at: 23.5, opensAt: 5.5),
            downtimes: [190..<240]),
        FeedProfile(
            name: "half-hours", vehicles: 80, tripsPerDay: 6, updates: .every(1800), ttl: 1800),
    ]

    @Test("20 healthy feeds have at most one false alarm a week in all")
    func healthyFeeds() async {
        let alarms = await withTaskGroup(of: [String].self) { group in
            for (index, profile) in Self.healthy.enumerated() {
                group.addTask {
                    var simulated = SimulatedMonitor(profile, seed: UInt64(index))
                    simulated.run(until: Self.days * 24)
                    return simulated.events.filter { !$0.isOver && $0.finding.isReported }
                        .map { "\(profile.name): \($0)" }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Double(alarms.count) <= Self.days / 7, "\(alarms.joined(separator: "\n"))")
    }

    /// An incident, and what is expected of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var profile: String
        var incident: Incident
        /// The hours for which it lasts.
        var hours: Double
        /// The rule that it breaks; `nil` for none.
        var rule: CheckRule?
        /// The hours after which its bound is reached.
        var bound = 0.0
        /// The hours since when it is found, from its start.
        var since = 0.0
        /// What it causes, too.
        var others: Set<CheckRule> = []
        /// The hour at which it begins.
        var start = 97.0

        var testDescription: String { name }
    }

    private static func found(
        _ rule: CheckRule, _ incident: Incident, in profile: String = "scooters", for hours: Double,
        bound: Double, since: Double = 0, also others: Set<CheckRule> = [],
        start: Double = 97
    ) -> Case {
        Case(
            name: "\(rule.rawValue) in \(profile) from \(start)", profile: profile,
            incident: incident,
            hours: hours, rule: rule, bound: bound, since: since, others: others, start: start)
    }

    private static func below(
        _ rule: CheckRule, _ incident: Incident, in profile: String = "scooters", for hours: Double,
        also others: Set<CheckRule> = [], start: Double = 97
    ) -> Case {
        Case(
            name: "below \(rule.rawValue) in \(profile) from \(start)", profile: profile,
            incident: incident, hours: hours, rule: nil, others: others, start: start)
    }

    static let cases: [Case] = [
        found(.time.feedFailing, .fails, for: 3, bound: 0.5),
        found(.time.feedFailing, .fails, in: "closes", for: 9, bound: 0.5, start: 109),
        below(.time.feedFailing, .fails, for: 0.4),
        found(.time.lastUpdatedStuck, .stuck, for: 5, bound: 2),
        found(.time.lastUpdatedStuck, .stuck, in: "mds", for: 5, bound: 2, start: 110),
        found(.time.lastUpdatedStuck, .stuck, in: "half-hours", for: 5, bound: 2),
        found(.time.lastUpdatedStuck, .stuck, in: "not-modified", for: 9, bound: 2),
        found(.time.lastUpdatedStuck, .stuck, in: "five-minutes", for: 5, bound: 2, start: 22),
        below(.time.lastUpdatedStuck, .stuck, for: 1.5),
        below(.time.lastUpdatedStuck, .stuck, in: "weekends", for: 1.7, start: 70),
        found(
            .time.dataFrozen, .frozen, for: 30, bound: 24,
            also: [.time.tripsCollapsed, .time.parked1Day]),
        found(
            .time.dataFrozen, .frozen, in: "stations", for: 30, bound: 24,
            also: [.time.tripsCollapsed, .time.parked1Day]),
        below(.time.dataFrozen, .frozen, for: 20, also: [.time.tripsCollapsed]),
        found(.time.ttlNotHonoured, .updatesEvery(900), for: 6, bound: 0.53),
        found(.time.ttlNotHonoured, .updatesEvery(600), for: 6, bound: 0.37, start: 109),
        found(.time.ttlNotHonoured, .updatesEvery(1800), in: "five-minutes", for: 6, bound: 1.17),
        below(.time.ttlNotHonoured, .updatesEvery(110), for: 6),
        below(.time.ttlNotHonoured, .updatesEvery(500), in: "five-minutes", for: 6),
        found(.time.idsAlwaysRotate, .rotatesAlways, for: 4, bound: 0.25),
        found(.time.idsAlwaysRotate, .rotatesAlways, in: "five-minutes", for: 4, bound: 0.5),
        below(.time.idsAlwaysRotate, .rotatesAlways, for: 0.08),
        found(.time.idsNeverRotate, .rotatesNever, for: 40, bound: 23, since: 22),
        found(
            .time.idsNeverRotate, .rotatesNever, in: "jumps", for: 40, bound: 23, since: 22),
        below(.time.idsNeverRotate, .rotatesNever, for: 2),
        found(.time.vehiclesJump, .keeps(0.4), for: 3, bound: 0),
        found(.time.vehiclesJump, .doubles(0.7), for: 3, bound: 0),
        found(.time.vehiclesJump, .doubles(0.7), in: "thins-out", for: 3, bound: 0),
        found(.time.vehiclesJump, .keeps(0.4), in: "mds", for: 3, bound: 0, start: 110),
        below(.time.vehiclesJump, .keeps(0.55), for: 3),
        below(.time.vehiclesJump, .doubles(0.4), for: 3),
        found(.time.vehiclesEmpty, .keeps(0), for: 3, bound: 0.17),
        found(.time.vehiclesEmpty, .keeps(0), in: "closes", for: 3, bound: 0.17),
        below(.time.vehiclesEmpty, .keeps(0), for: 0.08),
        below(.time.vehiclesEmpty, .keeps(0), in: "few", for: 3),
        found(.time.placeMissing, .losesCity(1), for: 5, bound: 0.25),
        found(.time.placeMissing, .losesCity(2), in: "mds", for: 5, bound: 0.25, start: 110),
        found(.time.placeMissing, .losesCity(0), in: "downtimes", for: 5, bound: 0.25, start: 215),
        below(.time.placeMissing, .losesCity(1), for: 0.15),
        found(.time.tripsCollapsed, .trips(0), for: 7, bound: 3, since: 0.5),
        found(.time.tripsCollapsed, .trips(0.02), in: "mds", for: 7, bound: 3, since: 0.5),
        below(.time.tripsCollapsed, .trips(0.5), for: 7),
        below(.time.tripsCollapsed, .trips(0), for: 1),
        found(.time.typesChange, .changesTypes(1), in: "mds", for: 3, bound: 0.25),
        found(.time.typesChange, .changesTypes(4), for: 0.08, bound: 0),
        below(.time.typesChange, .changesTypes(1), in: "mds", for: 0.08),
        found(.time.teleport, .teleports(1), in: "mds", for: 3, bound: 0.25),
        found(.time.teleport, .teleports(2), for: 1, bound: 0.17),
        below(.time.teleport, .teleports(1), in: "mds", for: 0.08),
        found(
            .time.tripWithoutEnd, .neverEnds(4), in: "mds", for: 30, bound: 24, since: 24),
        below(.time.tripWithoutEnd, .neverEnds(4), in: "mds", for: 20),
        below(.time.tripWithoutEnd, .neverEnds(2), in: "mds", for: 30),
        below(.time.tripWithoutEnd, .neverEnds(4), in: "mds-cars", for: 96),
        found(
            .time.parked1Day, .parks(1), for: 30, bound: 24, since: 24,
            also: [.time.tripsCollapsed, .time.dataFrozen]),
        below(.time.parked1Day, .parks(1), for: 20, also: [.time.tripsCollapsed]),
        below(.time.parked1Day, .parks(0.75), for: 40),
        found(
            .time.parked3Days, .parks(0.75), for: 80, bound: 72, since: 72),
        below(.time.parked3Days, .parks(0.5), for: 80),
        found(
            .time.parked7Days, .parks(0.4), for: 175, bound: 168, since: 168),
        below(.time.parked7Days, .parks(0.2), for: 175),
        found(
            .time.parked14Days, .parks(0.2), for: 345, bound: 336, since: 336),
        below(.time.parked14Days, .parks(0.08), for: 345),
        found(.time.outsideZone, .outside(6), for: 3, bound: 0),
        below(.time.outsideZone, .outside(1), for: 3),
    ]

    @Test("an incident is found within an hour, once, and closes once", arguments: cases)
    func incidents(_ incident: Case) throws {
        let index = try #require(Self.healthy.firstIndex { $0.name == incident.profile })
        var simulated = SimulatedMonitor(Self.healthy[index], seed: UInt64(index))
        simulated.hasZone = true
        simulated.run(until: incident.start)
        simulated.forgetEvents()
        simulated.feed.incident = incident.incident
        let start = simulated.hour
        simulated.run(until: start + incident.hours)
        simulated.feed.mend()
        let end = simulated.hour
        simulated.run(until: end + 30)
        let events = simulated.events.filter { $0.finding.isReported }
        let all = Comment(rawValue: events.map(\.description).joined(separator: "\n"))
        let expected = incident.others.union(incident.rule.map { [$0] } ?? [])
        #expect(events.allSatisfy { expected.contains($0.finding.rule) }, all)
        guard let rule = incident.rule else { return }
        let own = events.filter { $0.finding.rule == rule }
        try #require(own.map(\.isOver) == [false, true], all)
        #expect(own[0].hour >= start, all)
        #expect(own[0].hour <= start + incident.bound + 1, all)
        #expect(own[1].hour >= end + 1, all)
        let since = try #require(own[0].finding.since).seconds
        let sinceHour = (since - SimulatedFeed.start) / 3600
        #expect(abs(sinceHour - start - incident.since) <= 1.5, all)
        #expect(own[1].finding.since == own[0].finding.since)
    }
}
