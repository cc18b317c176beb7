import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Trips of MDS are read once for each hour that has ended")
struct MDSTripsTests {
    // Noon is 2025-11-20T12:00:00Z.
    private static let vehicles = """
        {"version": "1.2.0", "last_updated": 1763640000000, "ttl": 60000, "data": {"vehicles": \
        [{"device_id": "a", "provider_id": "p", "vehicle_id": "C a", \
        "last_vehicle_state": "available", "last_event_types": []}]}}
        """

    private static func trips(_ trips: [String], next: String? = nil) -> StubWeb.Response {
        let link = next.map { "\"\($0)\"" } ?? "null"
        return .text(
            """
            {"version": "1.2.0", "data": {"trips": [\(trips.joined(separator: ","))]}, \
            "links": {"next": \(link)}}
            """)
    }

    /// A trip that began and ended some minutes after noon.
    private static func trip(_ id: String, _ start: Int64, _ end: Int64) -> String {
        let times = [start, end].map { (noon + .seconds($0 * 60)).milliseconds }
        return """
            {"trip_id": "\(id)", "device_id": "a", "start_time": \(times[0]), \
            "end_time": \(times[1]), "trip_duration": 540, "trip_distance": 1234, \
            "route": {"type": "FeatureCollection", "features": []}}
            """
    }

    private func load(
        _ web: StubWeb, _ minutes: Int64, after state: FeedCacheState? = nil
    ) async throws -> (snapshot: Snapshot, state: FeedCacheState, trips: [String]) {
        let loader = web.loader(
            "mds/vehicles", history: try HistorySetting("30d"), at: noon + .seconds(minutes * 60))
        let response = try await loader.load(state)
        let requests = web.takeRequests().filter { $0.hasPrefix("mds/trips") }
        return (try #require(response.snapshot), response.cacheState, requests)
    }

    @Test("The last hour first, later each new hour, with all its pages")
    func hours() async throws {
        let web = StubWeb([
            "mds/vehicles": .text(Self.vehicles),
            "mds/trips?end_time=2025-11-20T11": Self.trips([Self.trip("old", -40, -30)]),
            "mds/trips?end_time=2025-11-20T12": Self.trips(
                [Self.trip("one", -5, 10)], next: "trips?end_time=2025-11-20T12&page=2"),
            // A trip of another hour would be read again with its own.
            "mds/trips?end_time=2025-11-20T12&page=2": Self.trips([
                Self.trip("two", 20, 30), Self.trip("later", 30, 65),
            ]),
        ])
        let first = try await load(web, 10)
        #expect(first.trips == ["mds/trips?end_time=2025-11-20T11"])
        #expect(first.snapshot.trips.map(\.id) == ["old"])
        let same = try await load(web, 50, after: first.state)
        #expect(same.trips == [] && same.snapshot.trips == [])
        let next = try await load(web, 61, after: same.state)
        #expect(next.trips.count == 2)
        #expect(
            next.snapshot.trips == [
                VehicleTrip(
                    id: "one", vehicleID: "a", start: noon - .seconds(300),
                    end: noon + .seconds(600), seconds: 540, meters: 1234),
                VehicleTrip(
                    id: "two", vehicleID: "a", start: noon + .seconds(1200),
                    end: noon + .seconds(1800), seconds: 540, meters: 1234),
            ])
    }

    @Test("An hour that is not ready is asked for again later, and one without trips is over")
    func notReady() async throws {
        let web = StubWeb([
            "mds/vehicles": .text(Self.vehicles),
            "mds/trips?end_time=2025-11-20T11": .failure(.service(.notReady)),
        ])
        let first = try await load(web, 1)
        #expect(first.trips.count == 1 && first.snapshot.parseReport.warnings == [])
        let soon = try await load(web, 5, after: first.state)
        #expect(soon.trips == [])
        web["mds/trips?end_time=2025-11-20T11"] = nil
        let later = try await load(web, 12, after: soon.state)
        #expect(later.trips == ["mds/trips?end_time=2025-11-20T11"])
        #expect(try await load(web, 30, after: later.state).trips == [])
    }

    @Test("A service that refuses trips costs a warning and a request an hour, never the vehicles")
    func refused() async throws {
        let web = StubWeb([
            "mds/vehicles": .text(Self.vehicles),
            "mds/trips?end_time=2025-11-20T11": .failure(.access(.accessDenied(403))),
        ])
        let first = try await load(web, 1)
        #expect(first.snapshot.vehicles.count == 1)
        #expect(first.snapshot.parseReport.warnings.count == 1)
        let next = try await load(web, 59, after: first.state)
        #expect(next.trips == [])
        #expect(try await load(web, 62, after: next.state).trips.count == 1)
    }

    @Test("After a long pause some hours at a time are read, a week at most")
    func behind() async throws {
        let web = StubWeb(["mds/vehicles": .text(Self.vehicles)])
        let first = try await load(web, 1)
        let after = try await load(web, 20 * 1440, after: first.state)
        #expect(
            after.trips == (0..<4).map { "mds/trips?end_time=2025-12-03T\(11 + $0)" })
    }

    @Test("Without a history no trips are asked for, nor beside other addresses")
    func noHistory() async throws {
        let web = StubWeb(["mds/vehicles": .text(Self.vehicles), "v": .text(Self.vehicles)])
        _ = try await web.loader("mds/vehicles").load(nil)
        _ = try await web.loader("v", history: HistorySetting("30d")).load(nil)
        #expect(web.takeRequests() == ["mds/vehicles", "v"])
        #expect(
            MDS.tripsAddress(of: "https://a.example/m/vehicles/status?key=1", endedIn: "x")
                == "https://a.example/m/trips?key=1&end_time=x")
    }

    @Test("Rows without IDs or times are left out, whatever the shape of the document")
    func lenient() throws {
        let text = """
            {"trips": [{"trip_id": "t", "device_id": "d", "start_time": "2025-11-20T11:00:00Z", \
            "end_time": 1763640000, "duration": "600", "distance": -1}, {"trip_id": "u"}, 7, null, \
            {"trip_id": "v", "device_id": "d", "start_time": 1763640001, "end_time": 1763640000}]}
            """
        let document = try TripsDocument(Array(text.utf8), at: "here")
        #expect(document.trips.map(\.id) == ["t"])
        #expect(document.trips[0].seconds == 600 && document.trips[0].meters == nil)
        #expect(throws: FeedFailure(.content(.noList(of: "trips")), at: "here")) {
            try TripsDocument(Array("{}".utf8), at: "here")
        }
    }
}
