import FleetCore
import Testing

@testable import FleetFeeds

@Suite("The highest usable version is selected")
struct VersionSelectionTests {
    private static let versions = #"""
        {"data": {"versions": [{"version": "2.3", "url": "2/gbfs.json"},
        {"version": 3.0, "url": "3/gbfs.json"}]}}
        """#

    private static func discovery(_ feed: String) -> StubWeb.Response {
        .text(
            #"""
            {"last_updated": 1763640000, "ttl": 600,
            "data": {"feeds": [{"name": "\#(feed)", "url": "v.json"}]}}
            """#)
    }

    private func web() -> StubWeb {
        StubWeb([
            "versions.json": .text(Self.versions),
            "2/gbfs.json": Self.discovery("free_bike_status"),
            "2/v.json": .text(#"{"data": {"bikes": [{"bike_id": "old"}]}}"#),
            "3/gbfs.json": Self.discovery("vehicle_status"),
            "3/v.json": .text(#"{"data": {"vehicles": [{"vehicle_id": "new"}]}}"#),
        ])
    }

    @Test("The selected version is cached while its discovery is fresh")
    func cached() async throws {
        let web = web()
        let first = try await web.loader("versions.json").load(nil)
        #expect(first.vehicles?.map(\.id) == ["new"])
        #expect(first.cacheState.version == "3.0")
        _ = web.takeRequests()
        let second = try await web.loader("versions.json").load(first.cacheState)
        #expect(web.takeRequests() == ["3/v.json"])
        #expect(second.cacheState.version == "3.0")
    }

    @Test(
        "404, 410 and an unreadable document fall back to a lower version",
        arguments: ["3/gbfs.json", "3/v.json"],
        [
            .failure(.service(.status(404))), .failure(.service(.status(410))), .text(""),
            .text("<html>"), .text("{}"),
        ]
            as [StubWeb.Response])
    func lower(name: String, response: StubWeb.Response) async throws {
        let web = web()
        web[name] = response
        let feed = try await web.loader("versions.json").load(nil)
        #expect(feed.vehicles?.map(\.id) == ["old"])
        #expect(feed.cacheState.version == "2.3")
    }

    @Test(
        "A failing service or connection does not fall back",
        arguments: [
            .service(.status(500)), .service(.status(429)), .access(.accessDenied(401)),
            .network(.connectionRefused),
            .size(.requestLimit(20)), .size(.tooLarge(limit: 1)),
            .size(.overBudget(.document, limit: 1)),
        ] as [FeedFailure.Reason])
    func fails(reason: FeedFailure.Reason) async throws {
        let web = web()
        web["3/gbfs.json"] = .failure(reason)
        await #expect(throws: FeedFailure(reason, at: StubWeb.root + "3/gbfs.json")) {
            try await web.loader("versions.json").load(nil)
        }
        #expect(web.takeRequests() == ["versions.json", "3/gbfs.json"])
    }

    @Test("If no version is usable, the failure of the highest is reported")
    func noneWorks() async throws {
        let web = web()
        web["3/gbfs.json"] = .text("<html>")
        web["2/gbfs.json"] = nil
        await #expect(throws: FeedFailure(.content(.html), at: StubWeb.root + "3/gbfs.json")) {
            try await web.loader("versions.json").load(nil)
        }
    }
}
