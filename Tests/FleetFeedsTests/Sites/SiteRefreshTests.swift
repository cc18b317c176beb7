import FleetCore
import Testing

@testable import FleetFeeds

@Suite("A refresh of the sites requests only what is due")
struct SiteRefreshTests {
    static func document(_ stations: String, ttl: Int) -> String {
        #"{"last_updated": 1763640000, "ttl": \#(ttl), "version": "2.3", "data": {"stations": "#
            + #"\#(stations)}}"#
    }

    static let discovery = #"""
        {"last_updated": 1763640000, "ttl": 3600, "data": {"en": {"feeds": [
        {"name": "station_information", "url": "info.json"},
        {"name": "station_status", "url": "status.json"}]}}}
        """#
    static let information = document(#"[{"station_id": "a", "name": "Quay"}]"#, ttl: 600)
    static func status(_ count: Int) -> String {
        document(#"[{"station_id": "a", "num_bikes_available": \#(count)}]"#, ttl: 30)
    }

    static func web() -> StubWeb {
        StubWeb([
            "gbfs.json": .text(discovery, entityTag: "d1"),
            "info.json": .text(information, entityTag: "i1"),
            "status.json": .text(status(3), entityTag: "s1"),
        ])
    }

    private func load(
        _ web: StubWeb, _ cacheState: FeedCacheState? = nil, after seconds: Int = 0
    ) async throws -> FeedResponse {
        let now = noon + .seconds(seconds)
        return try await web.loader("gbfs.json", feed: .sites, at: now).load(cacheState)
    }

    @Test("A system with only stations is read, and a poll requests only the status")
    func poll() async throws {
        let web = Self.web()
        let first = try await load(web)
        #expect(web.takeRequests() == ["gbfs.json", "info.json", "status.json"])
        #expect(first.sites?.map(\.name) == ["Quay"])
        #expect(first.sites?.map(\.vehiclesAvailable) == [3])
        #expect(first.schedule == FeedSchedule(minInterval: .seconds(5), freshFor: .seconds(30)))
        let same = try await load(web, first.cacheState, after: 30)
        #expect(web.takeRequests() == ["status.json?"])
        #expect(same.snapshot == nil)
        #expect(same.schedule.freshFor == .seconds(30))
        web["status.json"] = .text(Self.status(4), entityTag: "s2")
        let changed = try await load(web, same.cacheState, after: 60)
        #expect(web.takeRequests() == ["status.json?"])
        #expect(changed.sites?.map(\.name) == ["Quay"])
        #expect(changed.sites?.map(\.vehiclesAvailable) == [4])
    }

    @Test("Due documents are requested conditionally; a changed name alone makes a new snapshot")
    func due() async throws {
        let web = Self.web()
        let first = try await load(web)
        _ = web.takeRequests()
        let same = try await load(web, first.cacheState, after: 700)
        #expect(web.takeRequests() == ["info.json?", "status.json?"])
        #expect(same.snapshot == nil)
        web["info.json"] = .text(
            Self.document(#"[{"station_id": "a", "name": "Pier"}]"#, ttl: 600), entityTag: "i2")
        let renamed = try await load(web, same.cacheState, after: 1400)
        #expect(renamed.sites?.map(\.name) == ["Pier"])
        #expect(renamed.sites?.map(\.vehiclesAvailable) == [3])
        let last = try await load(web, renamed.cacheState, after: 3700)
        #expect(web.takeRequests().suffix(3) == ["gbfs.json?", "info.json?", "status.json?"])
        #expect(last.snapshot == nil)
    }

    @Test("If one of the two documents fails, the other is used and a warning is reported")
    func oneFails() async throws {
        let web = Self.web()
        web["info.json"] = .failure(.service(.status(500)))
        let first = try await load(web)
        #expect(first.sites?.map(\.vehiclesAvailable) == [3])
        #expect(
            first.snapshot?.parseReport.notices
                == ["station_information: HTTP status 500; continuing without it"])
        web["info.json"] = .text(Self.information)
        let second = try await load(web, first.cacheState, after: 30)
        #expect(second.sites?.map(\.name) == ["Quay"])
        web["info.json"] = .failure(.network(.connectionReset))
        let third = try await load(web, second.cacheState, after: 700)
        #expect(third.sites?.map(\.name) == ["Quay"])
        #expect(
            third.snapshot?.parseReport.notices.first?.hasSuffix("using the last known data")
                == true)
        let broken = Self.web()
        broken["status.json"] = .text("<html>")
        let bare = try await load(broken)
        #expect(bare.sites?.map(\.name) == ["Quay"])
        #expect(bare.sites?.map(\.vehiclesAvailable) == [nil])
        #expect(bare.snapshot?.parseReport.warnings.count == 1)
        #expect(bare.schedule.freshFor == .seconds(60))
    }

    @Test(
        "A status that fails makes the refresh fail, whether or not the information is due",
        arguments: [30, 700, 4000])
    func statusFails(after seconds: Int) async throws {
        let web = Self.web()
        let first = try await load(web)
        web["status.json"] = .failure(.service(.status(503)))
        let alone = await #expect(throws: FeedFailure.self) {
            try await load(web, first.cacheState, after: seconds)
        }
        #expect(alone?.reason == .service(.status(503)))
        #expect(alone?.location.hasSuffix("status.json") == true)
    }

    @Test("A status that was never read leaves the stations, refresh after refresh, until it comes")
    func statusNeverRead() async throws {
        let web = Self.web()
        web["status.json"] = .failure(.service(.status(404)))
        var response = try await load(web)
        for seconds in [60, 120, 4000] {
            response = try await load(web, response.cacheState, after: seconds)
            #expect(response.schedule.freshFor == .seconds(60))
        }
        web["status.json"] = .text(Self.status(3))
        let last = try await load(web, response.cacheState, after: 4060)
        #expect(last.sites?.map(\.name) == ["Quay"])
        #expect(last.sites?.map(\.vehiclesAvailable) == [3])
        web["status.json"] = .failure(.service(.status(404)))
        await #expect(throws: FeedFailure.self) {
            try await load(web, last.cacheState, after: 4200)
        }
    }

    @Test("The age of the sites is that of their status, even if the information is newer")
    func age() async throws {
        let web = Self.web()
        let first = try await load(web)
        web["info.json"] = .text(
            Self.document(#"[{"station_id": "a", "name": "Pier"}]"#, ttl: 600)
                .replacing("1763640000", with: "1763640600"))
        let second = try await load(web, first.cacheState, after: 700)
        #expect(second.sites?.map(\.name) == ["Pier"])
        #expect(second.snapshot?.feed.lastUpdated == first.snapshot?.feed.lastUpdated)
        #expect(second.snapshot?.feed.ttlSeconds == 30)
    }

    @Test("If both documents fail, the refresh fails")
    func bothFail() async throws {
        let web = Self.web()
        web["status.json"] = .failure(.service(.status(503)))
        web["info.json"] = nil
        let both = await #expect(throws: FeedFailure.self) { try await load(web) }
        #expect(both?.reason == .service(.status(503)))
    }

    @Test("Documents that moved are found again through discovery")
    func moved() async throws {
        let web = Self.web()
        let first = try await load(web)
        web["gbfs.json"] = .text(Self.discovery.replacing("status.json", with: "new.json"))
        web["new.json"] = .text(Self.status(9))
        web["status.json"] = nil
        let second = try await load(web, first.cacheState, after: 30)
        #expect(second.sites?.map(\.vehiclesAvailable) == [9])
    }

    @Test("A system without stations has no sites, and its discovery is requested only when due")
    func none() async throws {
        let web = Self.web()
        web["gbfs.json"] = .text(
            #"{"ttl": 600, "data": {"feeds": [{"name": "vehicle_status", "url": "v.json"}]}}"#,
            entityTag: "d")
        let first = try await load(web)
        #expect(first.sites == [] && first.schedule.freshFor == .seconds(600))
        #expect(web.takeRequests() == ["gbfs.json"])
        let second = try await load(web, first.cacheState, after: 60)
        #expect(web.takeRequests() == [] && second.snapshot == nil)
        let third = try await load(web, second.cacheState, after: 700)
        #expect(web.takeRequests() == ["gbfs.json?"] && third.snapshot == nil)
        web["gbfs.json"] = .text(Self.discovery)
        #expect(try await load(web, third.cacheState, after: 1400).sites?.count == 1)
    }

    @Test("A system without stations is rarely asked for them, however short or old its ttl is")
    func rarely() async throws {
        for header in [#""ttl": 5"#, #""last_updated": 1000000000, "ttl": 60"#, #""ttl": 0"#] {
            let web = Self.web()
            let feeds = #"[{"name": "vehicle_status", "url": "v.json"}]"#
            web["gbfs.json"] = .text(#"{\#(header), "data": {"feeds": \#(feeds)}}"#, entityTag: "d")
            let first = try await load(web)
            #expect(first.schedule.freshFor == .seconds(600))
            let second = try await load(web, first.cacheState, after: 590)
            #expect(second.schedule.freshFor == .seconds(10))
            #expect(web.takeRequests() == ["gbfs.json"])
            let third = try await load(web, second.cacheState, after: 601)
            #expect(third.schedule.freshFor == .seconds(600))
            #expect(web.takeRequests() == ["gbfs.json?"])
        }
    }

    @Test(
        "A service with only vehicles is rarely polled for sites",
        arguments: [#"{"ttl": 5, "data": {"bikes": [ID]}}"#, #"{"vehicles": [ID]}"#, "[ID]"])
    func onlyVehicles(text: String) async throws {
        let web = Self.web()
        web["gbfs.json"] = .text(
            text.replacing("ID", with: #"{"bike_id": "a"}"#), entityTag: "v")
        let first = try await load(web)
        #expect(first.sites == [])
        #expect(first.schedule == FeedSchedule(minInterval: .seconds(5), freshFor: .seconds(600)))
        let same = try await load(web, first.cacheState, after: 700)
        #expect(same.snapshot == nil && same.schedule.freshFor == .seconds(600))
    }

    @Test("A document with vehicles and sites is polled for sites by its own ttl")
    func sitesBeside() async throws {
        let web = Self.web()
        web["gbfs.json"] = .text(
            #"{"ttl": 30, "vehicles": [{"id": "a"}], "sites": [{"id": "s", "name": "Quay"}]}"#)
        let first = try await load(web)
        #expect(first.sites?.map(\.name) == ["Quay"])
        #expect(first.schedule == FeedSchedule(minInterval: .seconds(5), freshFor: .seconds(30)))
    }

    @Test("A list of stations too long for the cache is read in full each time")
    func tooMany() async throws {
        let web = Self.web()
        let rows = (0..<5001).map { #"{"station_id": \#($0), "name": "n"}"# }
        web["info.json"] = .text(
            Self.document("[" + rows.joined(separator: ",") + "]", ttl: 600), entityTag: "i")
        let first = try await load(web)
        #expect(first.cacheState.documents["station_information"]?.content == nil)
        _ = web.takeRequests()
        let second = try await load(web, first.cacheState, after: 1)
        #expect(web.takeRequests() == ["info.json", "status.json?"])
        #expect(second.sites?.count == 5002)
    }

    @Test("The cache state of an older version of the program is still read")
    func oldCacheState() async throws {
        let web = Self.web()
        var old = FeedCacheState(
            location: StubWeb.root + "gbfs.json", main: .init(address: StubWeb.root + "b.json"))
        old.discovery = .init(address: StubWeb.root + "gbfs.json", entityTag: "d0")
        #expect(try await load(web, old).sites?.count == 1)
        #expect(
            try await load(web, FeedCacheState(location: "x", main: old.main)).sites
                != nil)
    }
}
