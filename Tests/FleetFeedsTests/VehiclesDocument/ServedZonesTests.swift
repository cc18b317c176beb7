import FleetCore
import Testing

@testable import FleetFeeds

@Suite("The zones, notices and prices of a server's source are read beside its vehicles")
struct ServedZonesTests {
    private static func map(_ count: Int) -> ZoneMap {
        let zones = (0..<count).compactMap { number -> Zone? in
            let (west, south) = (2 + Double(number) / 7, 48.123_456_7)
            let ring = [
                (west, south), (west + 0.1, south), (west + 0.1, south + 0.3), (west, south),
            ]
            .compactMap { ZonePolygon.Point(longitude: $0.0, latitude: $0.1) }
            return ZonePolygon(rings: [ring]).flatMap { ZoneArea([$0]) }.map {
                var zone = Zone(name: "Zone \"\(number)\" é", area: $0)
                var rule = ZoneRule()
                (rule.allowsStart, rule.allowsThrough, rule.typeIDs) = (false, true, ["a", "b"])
                rule.needsStation = number == 0 ? true : nil
                (zone.rules, zone.end) = ([rule, ZoneRule()], Timestamp(seconds: 1_900_000_000))
                return zone
            }
        }
        var rule = ZoneRule()
        rule.maxSpeed = 20.5
        return ZoneMap(zones: zones, globalRules: [rule])
    }

    private static func feed(
        _ ids: [String], zones: String? = nil, _ documents: SideDocuments = SideDocuments()
    ) -> String {
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.setRegions(documents.regions ?? [])
        let info = SnapshotInfo(
            revision: 1, feed: feed,
            fetchedAt: Timestamp(seconds: 1_800_000_000), total: ids.count, changes: .none,
            parseReport: ParseReport(), rotation: .unknown)
        var encoder = SnapshotEncoder(
            info, rotation: .no, warning: nil, zones: zones, documents: documents)
        for id in ids { encoder.add(Vehicle(id: id)) }
        return String(decoding: encoder.finish(), as: UTF8.self)
    }

    private static func document(_ map: ZoneMap) -> String {
        String(decoding: map.geoJSON(), as: UTF8.self)
    }

    @Test("with all points and rules, again only after they have changed")
    func rereading() async throws {
        let (old, new) = (Self.map(3), Self.map(2))
        let web = StubWeb([
            "demo/feed": .text(Self.feed(["a"], zones: old.digest), entityTag: "f1"),
            "demo/zones": .text(Self.document(old), entityTag: "z1"),
        ])
        let loader = web.loader("demo/feed")
        let first = try await loader.load(nil)
        #expect(try #require(first.snapshot?.documents.zones).digest == old.digest)
        #expect(first.snapshot?.vehicles.map(\.id) == ["a"])
        #expect(web.takeRequests().count == 2)

        // Neither has changed.
        let second = try await loader.load(first.cacheState)
        #expect(second.snapshot == nil)
        #expect(web.takeRequests().count == 1)
        #expect(second.cacheState.documents["geofencing_zones"] != nil)

        // The vehicles have changed.
        web["demo/feed"] = .text(Self.feed(["b"], zones: old.digest), entityTag: "f2")
        let third = try await loader.load(second.cacheState)
        #expect(third.snapshot?.vehicles.map(\.id) == ["b"])
        #expect(third.snapshot?.documents.zones == nil)
        #expect(web.takeRequests().count == 1)

        // The zones have changed.
        web["demo/feed"] = .text(Self.feed(["b"], zones: new.digest), entityTag: "f3")
        web["demo/zones"] = .text(Self.document(new), entityTag: "z2")
        let fourth = try await loader.load(third.cacheState)
        #expect(try #require(fourth.snapshot?.documents.zones).digest == new.digest)

        // The source has none any more.
        web["demo/feed"] = .text(Self.feed(["b"], zones: nil), entityTag: "f4")
        let fifth = try await loader.load(fourth.cacheState)
        #expect(fifth.snapshot?.documents.zones == nil)
        #expect(fifth.cacheState.documents.isEmpty)
    }

    @Test("notices, prices, regions and availabilities are in the document itself")
    func documents() async throws {
        var documents = SideDocuments()
        var alert = SystemAlert(id: "1", summary: "Roadworks \"north\"")
        (alert.type, alert.text, alert.link) = ("station closure", "Long", "https://example.com/1")
        (alert.stationIDs, alert.regionIDs) = (["s"], ["n"])
        alert.times = [.init(start: Timestamp(seconds: 1_800_000_000), end: nil)]
        documents.alerts = [alert]
        var plan = PricingPlan(id: "p")
        (plan.name, plan.price, plan.currency, plan.isTaxable) = ("Ride", 1, "EUR", false)
        plan.perMinute = [.init(start: 10, rate: 0.25, interval: 1, end: 20)]
        documents.pricingPlans = [plan]
        documents.regions = [Region(id: "n", name: "North")]
        var availability = VehicleAvailability()
        availability.add([.init(start: Timestamp(seconds: 1_800_000_000), end: nil)], of: "a")
        availability.add([], of: "b")
        documents.availability = availability
        let web = StubWeb([
            "demo/feed": .text(Self.feed(["a"], zones: nil, documents), entityTag: "f1")
        ])
        let loader = web.loader("demo/feed")
        let first = try await loader.load(nil)
        #expect(first.snapshot?.documents == documents)
        #expect(
            first.cacheState.documents.keys.sorted() == [
                "system_alerts", "system_pricing_plans", "system_regions", "vehicle_availability",
            ])
        // Neither these documents nor the vehicles have changed.
        _ = web.takeRequests()
        let second = try await loader.load(first.cacheState)
        #expect(second.snapshot == nil && web.takeRequests() == ["demo/feed?"])
        #expect(second.cacheState.documents == first.cacheState.documents)
        // The source has none any more.
        web["demo/feed"] = .text(Self.feed(["a"]), entityTag: "f2")
        let third = try await loader.load(second.cacheState)
        #expect(third.snapshot?.documents == SideDocuments())
        #expect(third.cacheState.documents.isEmpty)
    }

    @Test("Zones that cannot be read are a warning, and the vehicles are there")
    func failure() async throws {
        let web = StubWeb([
            "demo/feed": .text(Self.feed(["a"], zones: "x"), entityTag: "f1"),
            "demo/zones": .text("{}", entityTag: "z1"),
        ])
        let response = try await web.loader("demo/feed").load(nil)
        let snapshot = try #require(response.snapshot)
        #expect(snapshot.vehicles.count == 1 && snapshot.documents.zones == nil)
        #expect(snapshot.parseReport.notices.contains { $0.hasPrefix("geofencing_zones: ") })
    }
}
