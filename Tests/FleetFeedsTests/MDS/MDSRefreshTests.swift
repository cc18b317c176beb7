import FleetCore
import Testing

@testable import FleetFeeds

@Suite("A refresh of MDS reads all pages, both documents and an agreed version")
struct MDSRefreshTests {
    private static func vehicle(_ id: String, state: String = "available") -> String {
        """
        {"device_id": "\(id)", "provider_id": "p", "vehicle_id": "C \(id)", \
        "vehicle_type": "scooter", "last_vehicle_state": "\(state)", "last_event_types": []}
        """
    }

    private static func page(_ vehicles: [String], next: String?) -> String {
        let link = next.map { "\"\($0)\"" } ?? "null"
        return """
            {"version": "1.2.0", "last_updated": 1763640000000, "ttl": 60000, "data": \
            {"vehicles": [\(vehicles.joined(separator: ","))]}, "links": {"next": \(link)}}
            """
    }

    private static func reason(_ work: () async throws -> Void) async -> FeedFailure.Reason? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? FeedFailure)?.reason
        }
    }

    @Test("100 pages of 1,000 vehicles are one snapshot, with links of any form")
    func pages() async throws {
        var pages: [String: StubWeb.Response] = [:]
        for number in 0..<100 {
            let vehicles = (0..<1000).map { Self.vehicle("\(number * 1000 + $0)") }
            let next =
                number % 2 == 0 ? "\(StubWeb.root)v?page=\(number + 1)" : "v?page=\(number + 1)"
            let text = Self.page(vehicles, next: number == 99 ? nil : next)
            pages[number == 0 ? "v" : "v?page=\(number)"] = .text(text, entityTag: "t\(number)")
        }
        let web = StubWeb(pages)
        let response = try await web.loader("v").load(nil)
        let snapshot = try #require(response.snapshot)
        #expect(snapshot.total == 100_000 && snapshot.vehicles.count == 100_000)
        #expect(snapshot.vehicles.last?.code == "C 99999")
        #expect(snapshot.feed.ttlSeconds == 60)
        #expect(web.takeRequests().count == 100)
        // The validator of the first page says nothing about the others.
        _ = try await web.loader("v").load(response.cacheState)
        #expect(web.takeRequests().allSatisfy { !$0.hasSuffix("?") || $0 == "v?" } == true)
    }

    @Test("An empty page is not the end, and the last of two vehicles with an ID wins")
    func emptyPage() async throws {
        let web = StubWeb([
            "v": .text(Self.page([Self.vehicle("a"), Self.vehicle("b")], next: "v2")),
            "v2": .text(Self.page([], next: "v3")),
            "v3": .text(
                Self.page([Self.vehicle("c"), Self.vehicle("a", state: "removed")], next: "")),
        ])
        let snapshot = try #require(try await web.loader("v").load(nil).snapshot)
        #expect(snapshot.vehicles.map(\.id) == ["a", "b", "c"])
        #expect(snapshot.vehicles.map(\.state) == [.removed, .available, .available])
        #expect(snapshot.total == 3 && snapshot.parseReport.duplicates == 1)
        #expect(snapshot.feed.outsidePublicSpace == 1)
    }

    @Test(
        "Pages that cannot all be read fail the refresh, so nothing is stored",
        arguments: [
            ("v2", "v", "links to a page that was already read"),
            ("v2", "v2", "links to a page that was already read"),
            ("https://other.example/v2", "", "links to a page of another origin"),
            ("http://feeds.example.org/v2", "", "links to a page of another origin"),
        ])
    func brokenPages(first: String, second: String, detail: String) async throws {
        let web = StubWeb([
            "v": .text(Self.page([Self.vehicle("a")], next: first)),
            "v2": .text(Self.page([Self.vehicle("b")], next: second)),
        ])
        let reason = await Self.reason { _ = try await web.loader("v").load(nil) }
        #expect(reason == .link(.brokenPages(detail)))
        #expect(!web.takeRequests().contains { $0.contains("://") })
    }

    @Test("All of many small pages are read")
    func smallPages() async throws {
        var pages: [String: StubWeb.Response] = [:]
        for number in 0..<205 {
            let vehicles = (0..<20).map { Self.vehicle("\(number)-\($0)") }
            pages["v\(number)"] = .text(
                Self.page(vehicles, next: number < 204 ? "v\(number + 1)" : nil))
        }
        let response = try await StubWeb(pages).loader("v0").load(nil)
        #expect(response.snapshot?.vehicles.count == 4100)
    }

    @Test("A missing page and an endless list of pages fail the refresh")
    func endless() async throws {
        let missing = StubWeb(["v": .text(Self.page([Self.vehicle("a")], next: "v2"))])
        #expect(
            await Self.reason { _ = try await missing.loader("v").load(nil) }
                == .service(.status(404)))
        var pages: [String: StubWeb.Response] = [:]
        for number in 0..<300 {
            pages["v\(number)"] = .text(
                Self.page([Self.vehicle("\(min(number, 5))")], next: "v\(number + 1)"))
        }
        let endless = StubWeb(pages)
        let reason = await Self.reason { _ = try await endless.loader("v0").load(nil) }
        #expect(
            reason == .link(.brokenPages("links from pages without anything new to further ones")))
        #expect(endless.takeRequests().count == 17)
    }

    private static let properties = """
        {"version": "2.0.0", "last_updated": 1763630000000, "ttl": 300000, "vehicles": \
        [{"device_id": "a", "provider_id": "p", "vehicle_id": "NL 1", "vehicle_type": "moped", \
        "propulsion_types": ["electric"]}, {"device_id": "z", "provider_id": "p", \
        "vehicle_id": "NL 9", "vehicle_type": "moped"}]}
        """
    private static let status = """
        {"version": "2.0.0", "last_updated": 1763640000000, "ttl": 60000, "vehicles_status": \
        [{"device_id": "a", "provider_id": "p", "last_event": {"vehicle_state": "on_trip"}}, \
        {"device_id": "b", "provider_id": "p", "last_event": {"vehicle_state": "available"}}]}
        """

    @Test(
        "The two documents of 2.0 are joined, whichever of them is the source",
        arguments: ["mds/vehicles", "mds/vehicles/status"])
    func joined(location: String) async throws {
        let web = StubWeb([
            "mds/vehicles": .text(Self.properties, entityTag: "p"),
            "mds/vehicles/status": .text(Self.status, entityTag: "s"),
        ])
        let response = try await web.loader(location).load(nil)
        let snapshot = try #require(response.snapshot)
        #expect(snapshot.vehicles.map(\.id) == ["a", "b"])
        #expect(snapshot.vehicles.map(\.code) == ["NL 1", nil])
        #expect(snapshot.vehicles.map(\.state) == [.onTrip, .available])
        #expect(snapshot.vehicles.map(\.formFactor) == ["moped", nil])
        #expect(snapshot.feed.lastUpdated == noon && snapshot.feed.ttlSeconds == 60)
        #expect(snapshot.feed.format == "MDS 2.0.0")
        #expect(Set(web.takeRequests()) == ["mds/vehicles", "mds/vehicles/status"])
        _ = try await web.loader(location).load(response.cacheState)
        #expect(Set(web.takeRequests()) == ["mds/vehicles", "mds/vehicles/status"])
    }

    @Test("A reduced status document is enough, and the other one is asked for once an hour")
    func reduced() async throws {
        let web = StubWeb(["mds/vehicles/status": .text(Self.status)])
        let response = try await web.loader("mds/vehicles/status").load(nil)
        #expect(response.vehicles?.count == 2)
        #expect(response.snapshot?.parseReport.warnings == [])
        #expect(web.takeRequests() == ["mds/vehicles/status", "mds/vehicles"])
        _ = try await web.loader("mds/vehicles/status").load(response.cacheState)
        #expect(web.takeRequests() == ["mds/vehicles/status"])
        let later = noon + .seconds(3601)
        _ = try await web.loader("mds/vehicles/status", at: later).load(response.cacheState)
        #expect(web.takeRequests() == ["mds/vehicles/status", "mds/vehicles"])
    }

    @Test("States that cannot be read fail the refresh; properties only warn")
    func required() async throws {
        let web = StubWeb([
            "mds/vehicles": .text(Self.properties),
            "mds/vehicles/status": .failure(.service(.status(503))),
        ])
        let reason = await Self.reason { _ = try await web.loader("mds/vehicles").load(nil) }
        #expect(reason == .service(.status(503)))
        web["mds/vehicles/status"] = .text(Self.status)
        web["mds/vehicles"] = .failure(.service(.status(503)))
        let snapshot = try await web.loader("mds/vehicles/status").load(nil).snapshot
        #expect(snapshot?.vehicles.count == 2)
        #expect(
            snapshot?.parseReport.warnings == [
                "vehicles: HTTP status 503; continuing without codes and types"
            ])
    }

    @Test("The highest version that the service has is agreed and remembered")
    func versions() async throws {
        let web = StubWeb(
            ["v": .text(Self.page([Self.vehicle("a")], next: nil))], mdsVersion: "1.2")
        let response = try await web.loader("v", provider: .mds).load(nil)
        let old =
            "application/vnd.mds+json;version=1.2, "
            + "application/vnd.mds.provider+json;version=1.2"
        #expect(web.takeVersions() == ["application/vnd.mds+json;version=2.0", old])
        #expect(response.cacheState.mdsVersion == "1.2")
        _ = try await web.loader("v", provider: .mds).load(response.cacheState)
        #expect(web.takeVersions() == [old])
        // A source that is not declared to be one of MDS asks only after a refusal.
        _ = web.takeRequests()
        #expect(try await web.loader("v").load(nil).vehicles?.count == 1)
        #expect(web.takeRequests().count == 3)
        let none = StubWeb(["v": .text("{}")], mdsVersion: "9")
        let reason = await Self.reason { _ = try await none.loader("v", provider: .mds).load(nil) }
        #expect(reason == .service(.status(406)))
        #expect(none.takeRequests().count == 5)
    }

    @Test("A feed of GBFS is asked for no version, and needs no more requests")
    func gbfs() async throws {
        let web = StubWeb([
            "v": .text(
                #"{"ttl": 60, "data": {"vehicles": [{"vehicle_id": "a"}]}, "links": {"next": "x"}}"#
            )
        ])
        let response = try await web.loader("v").load(nil)
        #expect(response.snapshot?.feed.ttlSeconds == 60)
        #expect(web.takeRequests() == ["v"] && web.takeVersions().isEmpty)
        #expect(response.cacheState.mdsVersion == nil)
    }

    @Test("A filter sees the joined vehicles, and by default none outside the public space")
    func filtered() async throws {
        let web = StubWeb([
            "v": .text(
                Self.page([Self.vehicle("a"), Self.vehicle("b", state: "removed")], next: nil)),
            "mds/vehicles": .text(Self.properties), "mds/vehicles/status": .text(Self.status),
        ])
        var filter = Filter()
        filter.types = ["scooter"]
        let found = try await web.loader("v").load(nil, matching: filter).snapshot
        #expect(found?.vehicles.map(\.id) == ["a"] && found?.total == 2 && found?.listedTotal == 1)
        filter.states = [.removed]
        #expect(
            try await web.loader("v").load(nil, matching: filter).vehicles?.map(\.id) == ["b"])
        filter = Filter()
        filter.types = ["moped"]
        let mopeds = try await web.loader("mds/vehicles/status").load(nil, matching: filter)
        #expect(mopeds.vehicles?.map(\.code) == ["NL 1"])
    }
}
