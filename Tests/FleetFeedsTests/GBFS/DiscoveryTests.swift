import FleetCore
import JSON
import Testing

@testable import FleetFeeds

@Suite("Discovery is followed to a usable vehicle feed")
struct DiscoveryTests {
    private func reason(_ name: String) async -> FeedFailure.Reason? {
        do {
            try await load("damaged/discovery/\(name).json")
            return nil
        } catch {
            return (error as? FeedFailure)?.reason
        }
    }

    @Test("Side feeds that fail are left out with a warning")
    func sideFeeds() async throws {
        let missing = try await load("damaged/discovery/types-missing.json").snapshot
        #expect(missing.vehicles.count == 12)
        #expect(missing.vehicles.allSatisfy { $0.formFactor == nil && $0.typeID != nil })
        #expect(missing.feed.systemName == "Lantern Mobility")
        #expect(
            missing.parseReport.warnings
                == ["vehicle_types: no such file; continuing without it"])
        let broken = try await load("damaged/discovery/types-broken.json").snapshot
        #expect(
            broken.parseReport.warnings == [
                "vehicle_types: not valid JSON (unexpected end); continuing without it",
                "system_information: this is a web page, not a feed; continuing without it",
            ])
    }

    @Test("If the newer vehicle feed is missing, the older one is used")
    func olderFeed() async throws {
        #expect(
            try await load("damaged/discovery/newer-missing.json").snapshot.vehicles.count == 12)
    }

    @Test("A language without vehicle feeds is passed over")
    func languages() async throws {
        let snapshot = try await load("damaged/discovery/first-language-empty.json").snapshot
        #expect(snapshot.vehicles.count == 12)
    }

    @Test("A missing or unreadable version falls back to a lower one")
    func versions() async throws {
        let (snapshot, cacheState) = try await load(
            "damaged/discovery/versions-highest-missing.json")
        #expect(snapshot.feed.format == "GBFS 2.3")
        #expect(cacheState.version == "2.3")
    }

    @Test("Discovery without a usable vehicle feed is a failure with its reason")
    func nowhere() async throws {
        #expect(await reason("no-vehicle-feed") == .link(.brokenDiscovery("lists no vehicle feed")))
        #expect(await reason("stations-alone") == .content(.onlyStations))
        #expect(await reason("vehicles-missing") == .machine(.fileNotFound))
        #expect(
            await reason("leads-to-itself")
                == .link(.brokenDiscovery("links to a vehicle feed that contains only links")))
        #expect(
            await reason("versions-in-versions")
                == .link(.brokenDiscovery("links to another list of versions")))
        #expect(await reason("versions-none") == .link(.brokenDiscovery("lists no version")))
        #expect(await reason("not-a-list") == .content(.noVehicles))
        guard case .link(.brokenDiscovery) = await reason("bad-links") else {
            Issue.record("a link of another scheme was followed")
            return
        }
    }

    @Test("At most ten links to the vehicle feed are followed")
    func endlessLinks() throws {
        let feeds = (0..<20_000).map { #"{"name": "free_bike_status", "url": "\#($0)"}"# }
        let text = #"{"data": {"feeds": [\#(feeds.joined(separator: ","))]}}"#
        let document = try FeedDocument(vehicles: Array(text.utf8), at: "here")
        guard case .discovery(let discovery) = document.content else {
            Issue.record("the document is not read as discovery")
            return
        }
        #expect(discovery.vehicleLinks == (0..<10).map(String.init))
    }

    @Test("At most one hundred versions are considered")
    func endlessVersions() throws {
        let list = (0..<5000).map { #"{"version": "1.\#($0)", "url": "v\#($0)"}"# }
        let document = JSONDocument(Array("[\(list.joined(separator: ","))]".utf8))
        let elements = try #require(try document.value(maxNodes: 50_000, maxDepth: 9).array)
        let versions = [GBFS.Version](versions: elements)
        #expect(versions.map(\.link) == (0..<100).reversed().map { "v\($0)" })
    }

    @Test("Versions are ordered numerically, a release candidate before its release")
    func order() {
        let order = [
            "", "1.0", "1.1", "2.0-RC", "2.0", "2.3", "2.10", "3.0-RC2", "3.0", "3.1-RC3", "3.1",
        ]
        for (index, text) in order.enumerated() {
            for later in order[(index + 1)...] {
                #expect(GBFS.VersionNumber(text) < GBFS.VersionNumber(later))
            }
        }
        #expect(GBFS.VersionNumber("3") == GBFS.VersionNumber("3.0"))
    }
}
