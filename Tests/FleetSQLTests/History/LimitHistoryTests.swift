import FleetCore
import Foundation
import Testing

@testable import FleetSQL

@Suite("Days of limits are decided from the log") struct LimitHistoryTests {
    private static let oslo = "Europe/Oslo"
    private let other = SourceKey(UUID(sourceName: "other"))

    private func at(_ text: String) throws -> Timestamp {
        try #require(Timestamp(rfc3339: text))
    }

    /// Commits a snapshot that is received at a time.
    private func commit(
        _ vehicles: [Vehicle], _ time: Timestamp, _ store: any StoreUnderTest,
        of key: SourceKey = demo, documents: SideDocuments? = nil, format: String = "GBFS 2.3"
    ) async throws {
        var feed = FeedDescription(format: format)
        feed.timeZone = Self.oslo
        var fetched = outcome(vehicles, at: time.seconds - 1, feed: feed)
        if let documents,
            case .loaded(var snapshot, var memory, let schedule) = fetched.response
        {
            snapshot.documents = documents
            memory.documents["geofencing_zones"] = StoredDocument(
                document: .init(address: "zones"), content: "digest")
            fetched.response = .loaded(snapshot, memory, schedule)
        }
        _ = try await store.snapshots.commit(
            fetched, for: key,
            recording: Recording(rotation: .no, history: HistorySetting("30d")))
    }

    private func history(_ store: any StoreUnderTest, until now: Timestamp) -> LimitHistory {
        var mds = Source(location: .simulation("sim://demo"))
        mds.provider = .mds
        return LimitHistory(
            of: [
                .init(name: "demo", mds, key: demo), .init(name: "other", mds, key: other),
            ], in: store.changes, now: now)
    }

    private func limit(
        _ indicator: LimitRule.Indicator = .vehicleCap, atMost maximum: Int,
        of sources: [SourceKey] = [demo], scope: AreaScope = .everywhere
    ) -> FleetLimit {
        FleetLimit(
            name: "cap", LimitRule(indicator, atMost: maximum), of: Set(sources.map(\.uuid)),
            scope: scope, from: LocalDay(number: 0))
    }

    @Test(
        "a day has 23 or 25 hours when the clocks change", arguments: StoreAdapter.all,
        [("2026-03-29", 23.0), ("2026-10-25", 25.0)])
    func hours(adapter: StoreAdapter, day: (String, Double)) async throws {
        let (text, hours) = day
        let store = try adapter.make()
        let zone = try #require(SystemTimeZone(named: Self.oslo))
        let date = try #require(LocalDay(text))
        let period = date.period(in: zone)
        #expect(period.upperBound - period.lowerBound == .seconds(hours * 3600))
        // One vehicle more in the last hour, and another one with the next day.
        for minute in stride(from: -10.0, through: hours * 60 + 10, by: 10) {
            let count = minute >= hours * 60 ? 4 : minute >= hours * 60 - 60 ? 3 : 2
            let ids = (0..<count).map { Vehicle(id: "v\($0)") }
            try await commit(ids, period.lowerBound + .seconds(minute * 60), store)
        }
        let history = history(store, until: period.upperBound + .seconds(600))
        #expect(try await history.zone(of: limit(atMost: 1)).name == Self.oslo)
        let met = try await history.verdict(of: limit(atMost: 3), on: date, in: zone)
        #expect(met.outcome == .met && met.worst == 3 && met.coverage == 1)
        #expect(met.at == period.upperBound - .seconds(3600))
        let broken = try await history.verdict(of: limit(atMost: 2), on: date, in: zone)
        #expect(broken.outcome == .notMet && broken.at == met.at)
        let next = try await history.verdict(
            of: limit(atMost: 3), on: date.advanced(by: 1), in: zone)
        #expect(next.outcome == .notMet && next.worst == 4)
        let vehicles = try await history.vehicles(
            of: limit(atMost: 2), on: date, at: try #require(broken.at), in: zone)
        #expect(vehicles.map(\.id).sorted() == ["v0", "v1", "v2"])
        #expect(vehicles.allSatisfy { $0.source == "demo" })
    }

    @Test(
        "a gap makes a day unknown unless it was violated, and so does a source without a history",
        arguments: StoreAdapter.all)
    func unknown(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let zone = try #require(SystemTimeZone(named: Self.oslo))
        let date = try #require(LocalDay("2026-05-03"))
        let start = date.start(in: zone)
        for minute in stride(from: -10.0, through: 1450, by: 10)
        where !(600..<750).contains(minute) {
            let time = start + .seconds(minute * 60)
            try await commit([Vehicle(id: "a"), Vehicle(id: "b")], time, store)
            guard minute < 720 else { continue }
            try await commit([Vehicle(id: "c")], time, store, of: other)
        }
        let history = history(store, until: start + .seconds(87_000))
        let gap = try await history.verdict(of: limit(atMost: 2), on: date, in: zone)
        #expect(gap.outcome == .unknown && gap.reason == .gap && gap.worst == 2)
        #expect(abs(gap.coverage - (1440 - 160) / 1440) < 1e-9)
        let broken = try await history.verdict(of: limit(atMost: 1), on: date, in: zone)
        #expect(broken.outcome == .notMet && broken.reason == nil)
        // Both have three vehicles together.
        let shared = limit(atMost: 2, of: [demo, other])
        let sum = try await history.verdict(of: shared, on: date, in: zone)
        #expect(sum.outcome == .notMet && sum.worst == 3)
        #expect(
            try await history.vehicles(of: shared, on: date, at: start, in: zone).map(\.source)
                .sorted() == ["demo", "demo", "other"])
        let enough = try await history.verdict(
            of: limit(atMost: 3, of: [demo, other]), on: date, in: zone)
        #expect(enough.outcome == .unknown && enough.reason == .gap)
        // A source that was removed may have had any number of vehicles.
        let removed = SourceKey(UUID(sourceName: "removed"))
        let without = try await history.verdict(
            of: limit(atMost: 9, of: [demo, removed]), on: date, in: zone)
        #expect(without.outcome == .unknown && without.reason == .noHistory)
        #expect(
            try await history.verdict(
                of: limit(atMost: 1, of: [demo, removed]), on: date, in: zone
            ).outcome == .notMet)
        let early = try await history.verdict(
            of: limit(atMost: 9), on: date.advanced(by: -2), in: zone)
        #expect(early.outcome == .unknown && early.reason == .noHistory)
        let nowhere = try await history.verdict(
            of: limit(atMost: 9, scope: .zone("Depot")), on: date, in: zone)
        #expect(nowhere.outcome == .unknown && nowhere.reason == .noZone)
    }

    @Test(
        "a table meets a limit of its rows, and says why one about standstill is not known",
        arguments: StoreAdapter.all)
    func table(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let zone = try #require(SystemTimeZone(named: Self.oslo))
        let date = try #require(LocalDay("2026-05-03"))
        let start = date.start(in: zone)
        for minute in stride(from: -10.0, through: 1450, by: 10) {
            try await commit(
                [vehicle("a", 2), vehicle("b", 3)], start + .seconds(minute * 60), store,
                format: TableFormat.csv.rawValue)
        }
        let history = history(store, until: start + .seconds(87_000))
        func verdict(_ indicator: LimitRule.Indicator) async throws -> LimitVerdict {
            try await history.verdict(of: limit(indicator, atMost: 2), on: date, in: zone)
        }
        #expect(try await verdict(.vehicleCap).outcome == .met)
        for indicator in [
            LimitRule.Indicator.parkingDuration(days: 1), .unrentedVehicles(days: 1),
        ] {
            let unknown = try await verdict(indicator)
            #expect(unknown.outcome == .unknown && unknown.reason == .noMovement)
            #expect(unknown.reason?.text == "the source is a table, which has no movement")
        }
    }

    private func zone(
        _ name: String, _ west: Double, _ east: Double, allowsEnd: Bool?, types: [String] = []
    ) throws -> Zone {
        let ring = [(west, 48.0), (east, 48), (east, 49), (west, 49)].compactMap {
            ZonePolygon.Point(longitude: $0.0, latitude: $0.1)
        }
        let polygon = try #require(ZonePolygon(rings: [ring]))
        var zone = Zone(name: name, area: try #require(ZoneArea([polygon])))
        var rule = ZoneRule()
        (rule.allowsEnd, rule.typeIDs) = (allowsEnd, types)
        zone.rules = [rule]
        return zone
    }

    private func vehicle(_ id: String, _ longitude: Double, type: String? = nil) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.position = Position(latitude: 48.5, longitude: longitude)
        vehicle.typeID = type
        return vehicle
    }

    @Test(
        "where parking is forbidden, the first zone with a rule for the type holds",
        arguments: StoreAdapter.all)
    func noParking(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var documents = SideDocuments()
        documents.zones = ZoneMap(zones: [
            try zone("Stand", 2, 3, allowsEnd: true),
            try zone("Bikes", 3, 4, allowsEnd: true, types: ["bike"]),
            try zone("Centre", 2, 5, allowsEnd: false),
        ])
        let fleet = [
            vehicle("stand", 2.5), vehicle("bike", 3.5, type: "bike"),
            vehicle("scooter", 3.5, type: "scooter"), vehicle("centre", 4.5),
            vehicle("outside", 6), Vehicle(id: "nowhere"),
        ]
        let time = try at("2026-05-03T10:00:00Z")
        try await commit(fleet, time, store, documents: documents)
        try await commit(fleet, time + .seconds(300), store, documents: documents)
        let (date, now) = (try #require(LocalDay("2026-05-03")), time + .seconds(300))
        let system = try #require(SystemTimeZone(named: Self.oslo))
        let history = history(store, until: now)
        func counted(_ limit: FleetLimit) async throws -> [String] {
            let verdict = try await history.verdict(of: limit, on: date, in: system)
            let at = try #require(verdict.at)
            let vehicles = try await history.vehicles(of: limit, on: date, at: at, in: system)
            #expect(vehicles.count == verdict.worst && verdict.outcome == .notMet)
            return vehicles.map(\.id).sorted()
        }
        #expect(
            try await counted(limit(.vehiclesInNoParking, atMost: 0)) == ["centre", "scooter"])
        let named = limit(.vehiclesInNoParking, atMost: 0, scope: .zone("CENTRE"))
        #expect(try await counted(named) == ["bike", "centre", "scooter", "stand"])
        var typed = named
        typed.type = "bike"
        #expect(try await counted(typed) == ["bike"])
        let area = AreaScope.area(
            name: "f", try self.zone("", 5.5, 7, allowsEnd: nil).area)
        #expect(try await counted(limit(atMost: 0, scope: area)) == ["outside"])
    }
}
