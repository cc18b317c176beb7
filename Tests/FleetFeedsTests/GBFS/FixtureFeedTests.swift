import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Vehicles of every GBFS version are read and joined")
struct FixtureFeedTests {
    /// Content of a fixture as read by the Python oracle.
    struct Expected: Decodable {
        var ids: [String]
        var reserved: [String]
        var disabled: [String]
        var typeIDs: [String?]
        var formFactors: [String?]
        var colors: [String?]
        var reported: [Double?]
        var web: [String?]
    }

    private static let oracle = """
        import datetime, json, os, sys
        def data(path): return json.load(open(path))["data"]
        def time(value):
            if isinstance(value, str):
                return datetime.datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp()
            return value
        result = {}
        for version in os.listdir(sys.argv[1] + "/gbfs"):
            folder = sys.argv[1] + "/gbfs/" + version
            if not os.path.isdir(folder): continue
            old, new = folder + "/free_bike_status.json", folder + "/vehicle_status.json"
            rows = data(old)["bikes"] if os.path.exists(old) else data(new)["vehicles"]
            id_of = lambda row: row.get("bike_id", row.get("vehicle_id"))
            types = folder + "/vehicle_types.json"
            types = data(types)["vehicle_types"] if os.path.exists(types) else []
            types = {type["vehicle_type_id"]: type for type in types}
            of_type = lambda row, key: types.get(row.get("vehicle_type_id"), {}).get(key)
            result[version] = {
                "ids": [id_of(row) for row in rows],
                "reserved": [id_of(row) for row in rows if row["is_reserved"]],
                "disabled": [id_of(row) for row in rows if row["is_disabled"]],
                "typeIDs": [row.get("vehicle_type_id") for row in rows],
                "formFactors": [of_type(row, "form_factor") for row in rows],
                "colors": [of_type(row, "color") for row in rows],
                "reported": [time(row.get("last_reported")) for row in rows],
                "web": [row.get("rental_uris", {}).get("web") for row in rows],
            }
        print(json.dumps(result))
        """

    private static let expected = Result<[String: Expected], any Error> {
        try Fixture.python(oracle)
    }

    @Test("Discovery leads to the vehicles, joined with types", arguments: Fixture.versions)
    func discovery(version: String) async throws {
        let expected = try #require(try Self.expected.get()[version])
        let snapshot = try await load("gbfs/\(version)/gbfs.json").snapshot
        let vehicles = snapshot.vehicles
        #expect(vehicles.map(\.id) == expected.ids)
        #expect(vehicles.filter { $0.isReserved == true }.map(\.id) == expected.reserved)
        #expect(vehicles.filter { $0.isDisabled == true }.map(\.id) == expected.disabled)
        #expect(vehicles.map(\.typeID) == expected.typeIDs)
        #expect(vehicles.map(\.formFactor) == expected.formFactors)
        #expect(vehicles.map { $0.color?.name } == expected.colors)
        #expect(vehicles.map { $0.lastReported?.seconds } == expected.reported)
        #expect(vehicles.map { $0.rentalURIs?.web } == expected.web)
        #expect(vehicles.allSatisfy { $0.position != nil })
        #expect(snapshot.parseReport == ParseReport())
        #expect(snapshot.feed.format == (version == "1.0" ? "GBFS" : "GBFS \(version)"))
        #expect(snapshot.feed.systemName?.isEmpty == false)
        #expect(snapshot.feed.systemName?.hasPrefix("Mobilité") == false)
        #expect(snapshot.feed.timeZone == "Europe/Paris")
        #expect(snapshot.feed.lastUpdated == Timestamp(milliseconds: 1_763_640_000_000))
        #expect(snapshot.feed.ttlSeconds == 60)
    }

    @Test("A vehicle feed without discovery has the same vehicles", arguments: Fixture.versions)
    func alone(version: String) async throws {
        let name = version >= "3" ? "vehicle_status" : "free_bike_status"
        let alone = try await load("gbfs/\(version)/\(name).json").snapshot
        let joined = try await load("gbfs/\(version)/gbfs.json").snapshot
        #expect(alone.vehicles.map(\.id) == joined.vehicles.map(\.id))
        #expect(alone.vehicles.allSatisfy { $0.color == nil && $0.formFactor == nil })
        #expect(alone.feed.format == joined.feed.format)
    }

    @Test("A versions document leads to the highest version")
    func versions() async throws {
        let (snapshot, cacheState) = try await load("gbfs/versions.json")
        #expect(snapshot.feed.format == "GBFS 3.0")
        #expect(cacheState.version == "3.0")
        #expect(snapshot.vehicles.count == 12)
    }

    @Test("A manifest of several systems is rejected with a list of them; one system is followed")
    func manifest() async throws {
        await #expect {
            try await load("gbfs/manifest.json")
        } throws: { error in
            let failure = error as? FeedFailure
            return failure?.reason
                == .link(.severalSystems(["lantern 3.0/gbfs.json", "quayside 1.1/gbfs.json"]))
        }
        let snapshot = try await load("gbfs/manifest-of-one.json").snapshot
        #expect(snapshot.feed.format == "GBFS 3.0")
    }

    @Test("The app's document has IDs, colors and links")
    func app() async throws {
        let snapshot = try await load("app/vehicles.json").snapshot
        #expect(snapshot.feed.format == "vehicles document")
        #expect(snapshot.vehicles.count == 8)
        let first = try #require(snapshot.vehicles.first)
        #expect(first.id == "DCS-FEO")
        #expect(first.color?.tones == ["yellow", "blue"])
        #expect(first.rentalURIs?.preferred == "https://fleet.example.org/v/DCS-FEO")
        #expect(first.state == .unknown)
    }

    @Test("A document similar to the app's has positions, batteries and form factors")
    func similar() async throws {
        let vehicles = try await load("app/like.json").snapshot.vehicles
        #expect(vehicles.map(\.id) == ["4711", "4712", "4713", "4714", "98765432109876543210987"])
        #expect(vehicles.map { $0.battery?.percent } == [68, 42, 97, 15, nil])
        #expect(vehicles.map(\.formFactor) == ["scooter", "scooter", "bicycle", "moped", nil])
        #expect(vehicles.map(\.typeID) == ["scooter", "scooter", "bicycle", "moped", "e-boat"])
        #expect(vehicles.allSatisfy { $0.position != nil })
        #expect(vehicles[3].color?.tones == ["red"])
    }

    @Test("A battery level is marked as estimated only if it comes from the range")
    func batteries() async throws {
        let vehicles = try await load("gbfs/2.3/gbfs.json").snapshot.vehicles
        let estimated = vehicles.filter { $0.battery?.isEstimated == true }
        let exact = vehicles.filter { $0.battery?.isEstimated == false }
        #expect(exact.map(\.currentFuelPercent) == [0.19, 0.5])
        #expect(exact.map { $0.battery?.percent } == [19, 50])
        #expect(estimated.count == 7)
        #expect(estimated.first?.battery?.percent == 12.5)
        #expect(vehicles.first?.battery == nil)
    }
}
