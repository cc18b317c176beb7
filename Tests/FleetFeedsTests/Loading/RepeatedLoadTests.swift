import FleetCore
import Testing

@testable import FleetFeeds

@Suite("A repeated load requests only what is due")
struct RepeatedLoadTests {
    private static let later = noon + .seconds(120)

    private static func document(_ data: String, ttl: Int = 3600) -> String {
        #"{"last_updated": 1763640000, "ttl": \#(ttl), "version": "2.3", "data": \#(data)}"#
    }

    private static func types(_ color: String) -> String {
        document(#"{"vehicle_types": [{"vehicle_type_id": "s", "color": "\#(color)"}]}"#, ttl: 60)
    }

    private static let discovery = document(
        #"""
        {"en": {"feeds": [{"name": "free_bike_status", "url": "bikes.json"},
        {"name": "vehicle_types", "url": "types.json"},
        {"name": "system_information", "url": "system.json"}]}}
        """#)

    private static let bikes = document(
        #"{"bikes": [{"bike_id": "b1", "vehicle_type_id": "s"}]}"#, ttl: 30)

    private func web() -> StubWeb {
        StubWeb([
            "gbfs.json": .text(Self.discovery, entityTag: "d1"),
            "bikes.json": .text(Self.bikes, entityTag: "v1"),
            "types.json": .text(Self.types("red"), entityTag: "t1"),
            "system.json": .text(Self.document(#"{"name": "Quay"}"#), entityTag: "s1"),
        ])
    }

    @Test("A poll requests only the vehicle feed while the rest is fresh, and conditionally")
    func poll() async throws {
        let web = web()
        let first = try await web.loader("gbfs.json").load(nil)
        #expect(web.takeRequests() == ["gbfs.json", "types.json", "system.json", "bikes.json"])
        #expect(first.vehicles?.first?.color?.label == "red")
        #expect(first.schedule == FeedSchedule(minInterval: .seconds(5), freshFor: .seconds(30)))
        let later = noon + .seconds(30)
        let second = try await web.loader("gbfs.json", at: later).load(first.cacheState)
        #expect(web.takeRequests() == ["bikes.json?"])
        #expect(second.vehicles == nil)
        #expect(second.schedule == FeedSchedule(minInterval: .seconds(5), freshFor: .seconds(30)))
        var expected = first.cacheState
        expected.main.freshUntil = noon + .seconds(60)
        #expect(second.cacheState == expected)
    }

    @Test("A due side feed is requested conditionally; if it is unchanged, so are the vehicles")
    func dueSideFeed() async throws {
        let web = web()
        let first = try await web.loader("gbfs.json").load(nil)
        _ = web.takeRequests()
        let second = try await web.loader("gbfs.json", at: Self.later).load(first.cacheState)
        #expect(web.takeRequests() == ["types.json?", "bikes.json?"])
        #expect(second.vehicles == nil)
        _ = try await web.loader("gbfs.json", at: Self.later + .seconds(30)).load(second.cacheState)
        #expect(web.takeRequests() == ["bikes.json?"], "the types are fresh for another ttl")
    }

    @Test("Changed vehicle types make the next load read the vehicles in full")
    func changedTypes() async throws {
        let web = web()
        let first = try await web.loader("gbfs.json").load(nil)
        web["types.json"] = .text(Self.types("blue"), entityTag: "t2")
        _ = web.takeRequests()
        let second = try await web.loader("gbfs.json", at: Self.later).load(first.cacheState)
        #expect(web.takeRequests() == ["types.json?", "bikes.json"])
        #expect(second.vehicles?.first?.color?.label == "blue")
    }

    @Test("Changed user colors make the next load read the vehicles in full")
    func changedColors() async throws {
        let web = web()
        let first = try await web.loader("gbfs.json").load(nil)
        _ = web.takeRequests()
        let green = try ["s": #require(VehicleColor("green"))]
        let second = try await web.loader("gbfs.json", colors: green).load(first.cacheState)
        #expect(web.takeRequests() == ["bikes.json"])
        #expect(second.vehicles?.first?.color?.label == "green")
    }

    @Test("Vehicle types that fail later keep their last known data and are requested again")
    func failingTypes() async throws {
        let web = web()
        let first = try await web.loader("gbfs.json").load(nil)
        web["types.json"] = .failure(.service(.status(503)))
        web["bikes.json"] = .text(Self.bikes, entityTag: "v2")
        let second = try await web.loader("gbfs.json", at: Self.later).load(first.cacheState)
        #expect(second.vehicles?.first?.color?.label == "red")
        #expect(
            second.snapshot?.parseReport.warnings
                == ["vehicle_types: HTTP status 503; using the last known data"])
        _ = web.takeRequests()
        _ = try await web.loader("gbfs.json", at: Self.later).load(second.cacheState)
        #expect(web.takeRequests() == ["types.json?", "bikes.json?"])
    }

    @Test("Vehicle types that failed in the first load are requested again")
    func lostTypes() async throws {
        let web = web()
        web["types.json"] = nil
        let first = try await web.loader("gbfs.json").load(nil)
        #expect(first.vehicles?.first?.color == nil)
        web["types.json"] = .text(Self.types("red"))
        _ = web.takeRequests()
        let second = try await web.loader("gbfs.json").load(first.cacheState)
        #expect(web.takeRequests() == ["types.json", "bikes.json"])
        #expect(second.vehicles?.first?.color?.label == "red")
    }

    @Test("Due discovery is requested conditionally and keeps its links if it is unchanged")
    func dueDiscovery() async throws {
        let web = web()
        let first = try await web.loader("gbfs.json").load(nil)
        _ = web.takeRequests()
        let later = noon + .seconds(4000)
        let second = try await web.loader("gbfs.json", at: later).load(first.cacheState)
        #expect(
            web.takeRequests() == ["gbfs.json?", "types.json?", "system.json?", "bikes.json?"])
        #expect(second.vehicles == nil)
        #expect(
            second.cacheState.content(of: .vehicleTypes)
                == first.cacheState.content(of: .vehicleTypes))
    }

    @Test("A vehicle feed that moved is found again through discovery")
    func moved() async throws {
        let web = web()
        let first = try await web.loader("gbfs.json").load(nil)
        web["bikes.json"] = nil
        web["moved.json"] = .text(Self.bikes)
        web["gbfs.json"] = .text(
            Self.discovery.replacing("bikes.json", with: "moved.json"), entityTag: "d2")
        _ = web.takeRequests()
        let second = try await web.loader("gbfs.json").load(first.cacheState)
        #expect(web.takeRequests() == ["bikes.json?", "gbfs.json", "moved.json"])
        #expect(second.vehicles?.count == 1)
        #expect(second.cacheState.main.address == StubWeb.root + "moved.json")
    }

    @Test("A feed without discovery is requested conditionally only while the colors are the same")
    func alone() async throws {
        let web = web()
        let first = try await web.loader("bikes.json").load(nil)
        let second = try await web.loader("bikes.json").load(first.cacheState)
        #expect(second.vehicles == nil)
        let green = try ["s": #require(VehicleColor("green"))]
        let third = try await web.loader("bikes.json", colors: green).load(first.cacheState)
        #expect(third.vehicles?.first?.color?.label == "green")
        #expect(web.takeRequests() == ["bikes.json", "bikes.json?", "bikes.json"])
    }

    @Test("A cache state with another location or an implausible freshness time is not used")
    func foreignCacheState() async throws {
        let web = web()
        let first = try await web.loader("gbfs.json").load(nil)
        var foreign = first.cacheState
        foreign.location = StubWeb.root + "other.json"
        _ = web.takeRequests()
        _ = try await web.loader("gbfs.json").load(foreign)
        #expect(web.takeRequests() == ["gbfs.json", "types.json", "system.json", "bikes.json"])
        _ = try await web.loader("gbfs.json", at: noon - .seconds(7200)).load(first.cacheState)
        #expect(web.takeRequests().first == "gbfs.json?")
    }
}
