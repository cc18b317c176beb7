import FleetCore
import Testing

@testable import FleetFeeds

@Suite("The document of a server's source")
struct ServedFeedTests {
    /// A vehicle with every property that a feed may have.
    private static func vehicle(_ id: String, battery: Battery?) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.position = Position(latitude: 48.8566, longitude: -2.3522)
        vehicle.isReserved = true
        vehicle.isDisabled = false
        vehicle.typeID = "cargo-1"
        vehicle.formFactor = "cargo_bicycle"
        vehicle.propulsionType = "electric"
        vehicle.color = VehicleColor("blue-red")
        vehicle.currentRangeMeters = 31_300.5
        vehicle.battery = battery
        vehicle.lastReported = Timestamp(seconds: 1_800_000_000)
        vehicle.stationID = "depot \"nord\""
        vehicle.pricingPlanID = "ride"
        vehicle.rentalURIs = RentalURIs(
            web: "https://example.com/?a=1&b=2", android: "app://a", ios: nil)
        vehicle.measurements = [
            Measurement(.temperature, .number(31.5), at: Timestamp(seconds: 1_799_999_000)),
            Measurement(
                .tippedOver, .condition(true), at: Timestamp(seconds: 1_800_000_000), state: .alarm),
        ]
        return vehicle
    }

    private static let apps = RentalApps(
        android: RentalApps.App(storeURI: "https://a/\"s", discoveryURI: "app://"),
        ios: RentalApps.App(storeURI: nil, discoveryURI: "javascript:1"))

    private static func document(
        _ vehicles: [Vehicle], warning: String? = nil
    ) throws -> VehiclesDocument {
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.systemName = "Oslo \u{202E}bikes"
        feed.timeZone = "Europe/Oslo"
        feed.isSimulated = true
        feed.rentalApps = apps
        feed.typeNames = ["cargo-1": "Cargo bike"]
        feed.typePropulsions = ["cargo-1": "electric_assist", "plain": "human"]
        feed.setRegions([Region(id: "n", name: "North")])
        let info = SnapshotInfo(
            revision: 7, feed: feed, fetchedAt: Timestamp(seconds: 1_800_000_000),
            total: vehicles.count, changes: .none, parseReport: ParseReport(), rotation: .unknown)
        var encoder = SnapshotEncoder(info, rotation: .no, warning: warning)
        for vehicle in vehicles { encoder.add(vehicle) }
        return try vehiclesDocument(encoder.finish())
    }

    @Test("Vehicles are read as the server has them")
    func vehicles() throws {
        let batteries = [
            nil, Battery(percent: 0), Battery(percent: 0.4), Battery(percent: 1),
            Battery(percent: 62.5, isEstimated: true), Battery(percent: 100),
        ]
        let vehicles = batteries.enumerated().map { Self.vehicle("\($0)", battery: $1) }
        #expect(try Self.document(vehicles).vehicles == vehicles)
        #expect(try Self.document([Vehicle(id: "only")]).vehicles == [Vehicle(id: "only")])
        var north = Vehicle(id: "north")
        north.regionID = "n"
        let document = try Self.document([north])
        #expect(document.vehicles == [north] && document.hasRegions)
        #expect(try Self.document([]).vehicles == [])
    }

    @Test(
        "Codes and named states are read as the server has them",
        arguments: VehicleState.allCases)
    func namedState(state: VehicleState) throws {
        var vehicle = Vehicle(id: "5f7e1d2a")
        vehicle.code = "NL 2001"
        vehicle.setState(state)
        let document = try Self.document([vehicle])
        #expect(document.vehicles == [vehicle])
        #expect(document.hasNames && document.dialect == .gbfs)
    }

    @Test("The description is that of the feed that the server reads")
    func description() throws {
        let served = try #require(try Self.document([], warning: "old").served)
        var feed = FeedDescription(format: "vehicles document")
        served.describe(&feed)
        #expect(feed.format == "GBFS 3.0")
        #expect(feed.systemName == "Oslo \u{202E}bikes")
        #expect(feed.timeZone == "Europe/Oslo")
        #expect(feed.rentalApps == Self.apps)
        #expect(feed.isSimulated && feed.rotation == .no)
        #expect(feed.typeNames == ["cargo-1": "Cargo bike"])
        #expect(feed.typePropulsions == ["cargo-1": "electric_assist", "plain": "human"])
        #expect(feed.regionNames == ["n": "North"])
        #expect(served.warning == "old")
    }

    @Test("A source that has only stations is one, and its sites are as the server has them")
    func sites() throws {
        var site = Site(id: "depot \"nord\"")
        (site.name, site.regionID) = ("Dépôt", "n")
        site.position = Position(latitude: 48.8566, longitude: -2.3522)
        (site.capacity, site.vehiclesAvailable, site.vehiclesDisabled) = (24, 3, 1)
        (site.docksAvailable, site.isInstalled, site.isRenting) = (20, true, false)
        site.lastReported = Timestamp(seconds: 1_800_000_000)
        site.measurements = [
            Measurement(
                .temperature, .number(36), at: Timestamp(seconds: 1_799_999_000),
                threshold: Threshold(maximum: 35), state: .alarm)
        ]
        var feed = FeedDescription(format: "GBFS 2.3")
        feed.isSimulated = true
        feed.setRegions([Region(id: "n", name: "North")])
        let info = SnapshotInfo(
            revision: 1, feed: feed, fetchedAt: Timestamp(seconds: 1_800_000_000), total: 1,
            changes: .none, parseReport: ParseReport(), rotation: .unknown)
        var encoder = SnapshotEncoder(sitesOf: info, warning: "old")
        encoder.add(site)
        let document = try FeedDocument(sites: encoder.finish(), at: "x")
        guard case .sites(let sites) = document.content else {
            Issue.record("no sites")
            return
        }
        #expect(sites.sites == [site])
        #expect(sites.served?.warning == "old")
        var described = FeedDescription(format: "sites document")
        sites.served?.describe(&described)
        #expect(described.format == "GBFS 2.3" && described.isSimulated)
        #expect(described.regionNames == ["n": "North"])
        #expect(throws: FeedFailure(.content(.onlyStations), at: "here")) {
            try vehiclesDocument(SnapshotEncoder.withoutVehicles(sites: info, warning: nil).bytes)
        }
        let failed = FeedFailure(.service(.serverLacksVehicles("HTTP status 404")), at: "here")
        #expect(throws: failed.leavingStations()) {
            try vehiclesDocument(
                SnapshotEncoder.withoutVehicles(sites: info, warning: "HTTP status 404").bytes)
        }
    }

    @Test(
        "A member of the same name in another document is harmless",
        arguments: ["1", "null", "[]", "{}", #""text""#, #"{"format":[],"vehicle_types":[1,{}]}"#])
    func others(member: String) throws {
        let document = try vehiclesDocument(#"{"feed":\#(member),"vehicles":[{"id":"a"}]}"#)
        var feed = FeedDescription(format: "vehicles document")
        document.served?.describe(&feed)
        #expect(feed.format == "vehicles document" && feed.typeNames == nil)
        #expect(document.vehicles.map(\.id) == ["a"])
    }
}
