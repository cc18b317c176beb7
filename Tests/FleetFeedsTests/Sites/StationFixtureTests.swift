import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Stations of every GBFS version are read and joined")
struct StationFixtureTests {
    /// Station as joined by the Python oracle.
    struct Station: Decodable, Equatable {
        var id: String
        var name: String?
        var latitude: Double?
        var address: String?
        var capacity: Int?
        var available: Int?
        var disabled: Int?
        var docks: Int?
        var renting: Bool?
        var reported: Double?
    }

    private static let oracle = """
        import datetime, json, os, sys
        def stations(path): return json.load(open(path))["data"]["stations"]
        def time(value):
            if isinstance(value, str):
                return datetime.datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp()
            return value
        def text(value):
            if isinstance(value, list):
                return next(part["text"] for part in value if part["language"] == "en")
            return value
        result = {}
        for version in os.listdir(sys.argv[1] + "/gbfs"):
            folder = sys.argv[1] + "/gbfs/" + version
            if not os.path.isdir(folder): continue
            rows = {}
            for name in ["station_information", "station_status"]:
                for row in stations(folder + "/" + name + ".json"):
                    rows.setdefault(row["station_id"], {}).update(row)
            result[version] = [{
                "id": id, "name": text(row.get("name")), "latitude": row.get("lat"),
                "address": row.get("address"), "capacity": row.get("capacity"),
                "available": row.get("num_bikes_available", row.get("num_vehicles_available")),
                "disabled": row.get("num_bikes_disabled", row.get("num_vehicles_disabled")),
                "docks": row.get("num_docks_available"),
                "renting": None if "is_renting" not in row else bool(row["is_renting"]),
                "reported": time(row.get("last_reported")),
            } for id, row in rows.items()]
        print(json.dumps(result))
        """

    private static let expected = Result<[String: [Station]], any Error> {
        try Fixture.python(oracle)
    }

    @Test("Discovery leads to both documents, joined by station_id", arguments: Fixture.versions)
    func discovery(version: String) async throws {
        let expected = try #require(try Self.expected.get()[version])
        let snapshot = try await load("gbfs/\(version)/gbfs.json", feed: .sites).snapshot
        let stations = snapshot.sites.map { site in
            Station(
                id: site.id, name: site.name, latitude: site.position?.latitude,
                address: site.address, capacity: site.capacity, available: site.vehiclesAvailable,
                disabled: site.vehiclesDisabled, docks: site.docksAvailable,
                renting: site.isRenting, reported: site.lastReported?.seconds)
        }
        #expect(stations == expected)
        #expect(snapshot.vehicles.isEmpty && snapshot.total == expected.count)
        #expect(snapshot.feed.format == (version == "1.0" ? "GBFS" : "GBFS \(version)"))
        #expect(snapshot.feed.systemName != nil)
        #expect(snapshot.parseReport == ParseReport())
    }

    @Test("A single station document, a versions document and a manifest are read")
    func alone() async throws {
        let status = try await load("gbfs/2.3/station_status.json", feed: .sites).snapshot
        #expect(status.sites.map(\.id) == ["station-1", "station-2", "station-4"])
        #expect(status.sites.allSatisfy { $0.name == nil })
        let information = try await load("gbfs/3.0/station_information.json", feed: .sites).snapshot
        #expect(information.sites.map(\.name) == ["Quay", "Market Hall", "Old Station"])
        let versions = try await load("gbfs/versions.json", feed: .sites)
        #expect(versions.snapshot.sites.count == 4)
        #expect(versions.cacheState.version != nil)
        #expect(try await load("gbfs/manifest-of-one.json", feed: .sites).snapshot.total == 4)
    }

    @Test("Measurements in the status have its last_reported as their time")
    func measurements() async throws {
        let sites = try await load("gbfs/3.0/gbfs.json", feed: .sites).snapshot.sites
        let reported = Timestamp(milliseconds: 1_763_639_900_000)
        #expect(
            sites[0].measurements == [
                Measurement(.temperature, .number(21.5), at: reported),
                Measurement(
                    .noiseLevel, .number(91), at: reported, threshold: Threshold(maximum: 80)),
                Measurement(.humidity, .number(48), at: reported - .seconds(10)),
            ])
        #expect(sites[0].hasAlarm && !sites[1].hasAlarm)
    }

    @Test(
        "A feed with only vehicles has no sites, which is not a failure",
        arguments: [
            "app/vehicles.json", "damaged/read/bare-array.json",
            "gbfs/2.1/free_bike_status.json", "gbfs/3.0/vehicle_status.json",
        ])
    func onlyVehicles(name: String) async throws {
        let snapshot = try await load(name, feed: .sites).snapshot
        #expect(snapshot.sites.isEmpty && snapshot.total == 0)
    }

    @Test(
        "A document with neither vehicles nor sites is rejected",
        arguments: ["number", "string", "array-of-numbers"])
    func refused(name: String) async throws {
        let failure = await #expect(throws: FeedFailure.self) {
            try await load("damaged/refused/\(name).json", feed: .sites)
        }
        #expect(failure?.reason == .content(.noSites))
        #expect(failure?.kind == .content)
    }
}
