import FleetCore
import FleetSQL
import Foundation
import Testing

@testable import FleetSQLite

@Suite("The stored check of a feed over time") struct StoredCheckTests {
    private let scooters = FeedProfile(
        name: "scooters", vehicles: 81, cities: 3, tripsPerDay: 8, pause: 600)

    @Test("finds each incident of two weeks once, and nothing else")
    func twoWeeks() async throws {
        var profile = scooters
        profile.downtimes = [30..<30.5, 268..<275]
        var simulated = StoredSimulation(profile, seed: 1, in: try HomeStore.inMemory())
        try await simulated.suffer(.fails, at: 73, for: 3)
        try await simulated.suffer(.stuck, at: 97, for: 4)
        try await simulated.suffer(.keeps(0.4), at: 121, for: 3)
        try await simulated.suffer(.keeps(0), at: 145, for: 3)
        try await simulated.suffer(.losesCity(1), at: 169, for: 4)
        try await simulated.suffer(.rotatesAlways, at: 193, for: 4)
        try await simulated.suffer(.trips(0), at: 217, for: 7)
        try await simulated.suffer(.updatesEvery(1800), at: 241, for: 5)
        try await simulated.suffer(.teleports(1), at: 289, for: 3)
        try await simulated.run(until: 336)
        let told = try await simulated.told()
        let rules = told.map { $0.split(separator: " ")[0] }
        #expect(
            rules == [
                "feed-failing", "last-updated-stuck", "vehicles-jump", "vehicles-empty",
                "place-missing", "ids-rotate-on-every-read", "trips-collapsed", "ttl-not-honoured",
                "teleport",
            ], "\(told)")
        #expect(!told.contains { $0.hasSuffix("--1") }, "\(told)")
        let days = try #require(try await simulated.record()?.days)
        #expect(days.count == 15)
        #expect(days.reduce(0) { $0 + $1.counts.failures } == 18)
    }

    @Test("finds what vehicles with stable IDs do over days")
    func stableIDs() async throws {
        let profile = FeedProfile(
            name: "mds", format: "MDS 2.0", vehicles: 40, tripsPerDay: 6,
            rental: .hasState(.onTrip),
            rotates: false, reports: .withTrips, pause: 600)
        var simulated = StoredSimulation(profile, seed: 2, in: try HomeStore.inMemory())
        let ring = [(8.0, 50.84), (10, 50.84), (10, 60), (8, 60), (8, 50.84)].compactMap {
            ZonePolygon.Point(longitude: $0.0, latitude: $0.1)
        }
        let area = try #require(ZonePolygon(rings: [ring]).flatMap { ZoneArea([$0]) })
        simulated.recording.check.scope = .area(name: "north", area)
        try await simulated.suffer(.changesTypes(1), at: 25, for: 2)
        try await simulated.suffer(.outside(4), at: 49, for: 3)
        try await simulated.suffer(.neverEnds(4), at: 73, for: 28)
        try await simulated.suffer(.parks(0.8), at: 121, for: 78)
        try await simulated.suffer(.parks(1), at: 217, for: 27)
        try await simulated.run(until: 264)
        let told = try await simulated.told()
        let rules = told.map { String($0.split(separator: " ")[0]) }
        #expect(
            rules.filter { !["trips-collapsed", "data-frozen"].contains($0) } == [
                "types-change", "outside-zone", "trip-without-end", "parked-3-days", "parked-1-day",
            ], "\(told)")
        #expect(!told.contains { $0.hasSuffix("--1") }, "\(told)")
    }

    @Test("a healthy week with downtimes and closing times has no finding", arguments: [0, 1])
    func healthy(kind: Int) async throws {
        var profile = FeedProfile(
            name: "closes", tripsPerDay: 8, weekend: 0.33, opening: .closes(at: 22, opensAt: 6),
            pause: 600, renewal: 2, downtimes: [52..<80])
        if kind == 1 {
            profile = FeedProfile(
                name: "stations", format: "GBFS 1.1", vehicles: 40, stations: 12, rotates: false,
                updates: .withData, answersNotModified: true, pause: 600, downtimes: [40..<41])
        }
        var simulated = StoredSimulation(profile, seed: 3, in: try HomeStore.inMemory())
        try await simulated.run(until: 168)
        #expect(try await simulated.told().isEmpty)
    }

    @Test("both databases have the same record, whichever process reads")
    func sameRecord() async throws {
        var records: [FeedCheckRecord] = []
        for adapter in StoreAdapter.all {
            var simulated = StoredSimulation(scooters, seed: 4, in: try adapter.make())
            try await simulated.suffer(.fails, at: 3, for: 2)
            try await simulated.suffer(.keeps(0.3), at: 26, for: 1)
            try await simulated.suffer(.changesTypes(2), at: 30, for: 1)
            try await simulated.run(until: 36)
            records.append(try #require(try await simulated.record()))
        }
        #expect(records[0].findings.count == 3)
        #expect(records[0].findings.allSatisfy { $0.closedAt != nil })
        #expect(records[0] == records[1])
    }

    @Test("a feed that the service's limit refuses for hours has a gap, and no finding")
    func throttled() async throws {
        var simulated = StoredSimulation(scooters, seed: 4, in: try HomeStore.inMemory())
        simulated.reason = .service(.status(429))
        try await simulated.suffer(.fails, at: 30, for: 4)
        try await simulated.run(until: 48)
        #expect(try await simulated.told().isEmpty)
        let days = try #require(try await simulated.record()?.days)
        #expect(days.allSatisfy { $0.counts.failures == 0 })
    }

    @Test(
        "a clock that was ahead for one reading removes no day, finding or digest",
        arguments: StoreAdapter.all)
    func clock(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var simulated = StoredSimulation(scooters, seed: 6, in: store)
        try await simulated.suffer(.fails, at: 1, for: 1)
        try await simulated.run(until: 60)
        let before = try #require(try await simulated.record())
        #expect(before.days.count >= 3 && before.findings.count == 1)
        #expect(try await take(store, at: 60).digests.count == 1)
        for ahead in [30, 500 * 24.0] {
            try await simulated.readOnce(ahead: ahead)
            _ = try await take(store, at: 60 + ahead)
            try await simulated.run(until: simulated.hour + 1)
        }
        let after = try #require(try await simulated.record())
        #expect(Set(after.days.map(\.day)).isSuperset(of: before.days.map(\.day)))
        #expect(after.findings.map(\.finding.rule).contains(.time.feedFailing))
        try await simulated.run(until: 84)
        let digest = try #require(try await take(store, at: 84).digests.first)
        #expect(digest.day.counts.reads > 100)
        #expect(try await take(store, at: 84).isEmpty)
    }

    private func take(
        _ store: TestStore, at hour: Double, _ kinds: Set<AlertKind> = [.feedQuality, .feedDigest]
    ) async throws -> CheckNews {
        let now = Timestamp(seconds: SimulatedFeed.start + hour * 3600)
        return try await store.changes.takeCheckNews(of: [demo.uuid], for: kinds, at: now)[
            demo.uuid] ?? CheckNews()
    }

    @Test("news are told once, also to two callers at once", arguments: StoreAdapter.all)
    func news(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var simulated = StoredSimulation(scooters, seed: 5, in: store)
        try await simulated.suffer(.fails, at: 1, for: 1)
        for (opened, closed, digests, until) in [(1, 0, 0, 1.0), (0, 1, 0, 4), (0, 0, 1, 13)] {
            try await simulated.run(until: until)
            #expect(try await take(store, at: until, [.limit]).isEmpty)
            async let first = take(store, at: until)
            async let second = take(store, at: until)
            let both = try await [first, second]
            #expect(both.map(\.opened.count).reduce(0, +) == opened)
            #expect(both.map(\.closed.count).reduce(0, +) == closed)
            #expect(both.map(\.digests.count).reduce(0, +) == digests)
            #expect(both.contains(CheckNews()))
        }
        let others = try await store.changes.takeCheckNews(
            of: [SourceKey(UUID(sourceName: "other")).uuid], for: [.feedQuality, .feedDigest],
            at: Timestamp(seconds: SimulatedFeed.start))
        #expect(others.isEmpty)
    }

    @Test("news that nobody took for days are not sent", arguments: StoreAdapter.all)
    func oldNews(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var simulated = StoredSimulation(scooters, seed: 5, in: store)
        try await simulated.suffer(.fails, at: 1, for: 1)
        try await simulated.run(until: 80)
        let news = try await take(store, at: 80)
        #expect(news.opened.isEmpty && news.closed.isEmpty && news.digests.count == 1)
        #expect(try await take(store, at: 80).isEmpty)
    }

    @Test(
        "a state that cannot be read begins the check again, and ends its findings",
        arguments: StoreAdapter.all)
    func unreadable(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var simulated = StoredSimulation(scooters, seed: 7, in: store)
        try await simulated.suffer(.fails, at: 1, for: 1)
        try await store.execute("UPDATE feed_check SET monitor = '{\"of\":\"a later version\"}'")
        try await simulated.suffer(.fails, at: 3, for: 1)
        let findings = try #require(try await simulated.record()).findings
        #expect(findings.map(\.finding.rule) == [.time.feedFailing, .time.feedFailing])
        #expect(findings[0].closedAt != nil)
    }

    @Test(
        "a removed vehicle is in no example, open or over, also without a history",
        arguments: StoreAdapter.all)
    func removedVehicle(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var simulated = StoredSimulation(scooters, seed: 8, in: store)
        try await simulated.suffer(.teleports(1), at: 3, for: 2)
        try await simulated.run(until: 9)
        try await simulated.suffer(.teleports(1), at: 10, for: 2)
        let kept = "SELECT finding FROM feed_finding UNION SELECT monitor FROM feed_check"
        let findings = try #require(try await simulated.record()).findings
        #expect(findings.count == 2 && findings[0].closedAt != nil && findings[1].closedAt == nil)
        for found in findings {
            let id = try #require(found.finding.examples.first).path
            let early = try await store.changes.removeHistory(
                ofVehicle: id, of: demo, before: Timestamp(seconds: SimulatedFeed.start))
            #expect(early == nil)
            #expect(try store.texts(kept).contains { $0.contains(id) })
            let all = try await store.changes.removeHistory(ofVehicle: id, of: demo, before: nil)
            #expect(all == true)
            #expect(try store.texts(kept).allSatisfy { !$0.contains(id) })
        }
    }

    @Test(
        "days and findings are kept for 400 days, hours for eight", arguments: StoreAdapter.all)
    func expiry(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var profile = scooters
        profile.downtimes = [30..<9000, 9030..<10_000]
        var simulated = StoredSimulation(profile, seed: 6, in: store)
        try await simulated.suffer(.fails, at: 1, for: 1)
        try await simulated.run(until: 9030)
        let hours = "SELECT CAST(hour AS text) FROM feed_hour ORDER BY hour"
        let days = "SELECT CAST(day AS text) FROM feed_day ORDER BY day"
        let findings = "SELECT CAST(number AS text) FROM feed_finding"
        #expect(try store.texts(hours).count == 29)
        #expect(try store.texts(days).count == 3)
        #expect(try store.texts(findings) == ["1"])
        try await simulated.run(until: 10_030)
        #expect(try store.texts(hours).count == 29)
        #expect(try store.texts(days).count == 3)
        #expect(try store.texts(findings).isEmpty)
        try await store.snapshots.remove(demo.uuid)
        #expect(try store.texts(hours).isEmpty && store.texts(days).isEmpty)
    }
}
