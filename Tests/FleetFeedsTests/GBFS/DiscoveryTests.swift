import FleetCore
import JSON
import Testing

@testable import FleetFeeds

@Suite("Discovery is followed as far as it leads")
struct DiscoveryTests {
    private func reason(_ name: String) async -> FeedFailure.Reason? {
        do {
            try await load("damaged/discovery/\(name).json")
            return nil
        } catch {
            return (error as? FeedFailure)?.reason
        }
    }

    @Test("side feeds that fail cost what they would have added, and are told")
    func sideFeeds() async throws {
        let missing = try await load("damaged/discovery/types-missing.json").snapshot
        #expect(missing.vehicles.count == 12)
        #expect(missing.vehicles.allSatisfy { $0.formFactor == nil && $0.typeID != nil })
        #expect(missing.feed.systemName == "Lantern Mobility")
        #expect(
            missing.reading.warnings
                == ["vehicle_types: there is no such file; read without it"])
        let broken = try await load("damaged/discovery/types-broken.json").snapshot
        #expect(
            broken.reading.warnings == [
                "vehicle_types: it is not JSON (it ends too early); read without it",
                "system_information: it is a web page, not a feed; read without it",
            ])
    }

    @Test("a newer kind of feed that is not there gives way to the older one")
    func olderKind() async throws {
        #expect(
            try await load("damaged/discovery/newer-missing.json").snapshot.vehicles.count == 12)
    }

    @Test("a language without vehicles gives way to one that has them")
    func languages() async throws {
        let snapshot = try await load("damaged/discovery/first-language-empty.json").snapshot
        #expect(snapshot.vehicles.count == 12)
    }

    @Test("a version that is not there or unreadable gives way to a lower one")
    func versions() async throws {
        let (snapshot, memory) = try await load("damaged/discovery/versions-highest-missing.json")
        #expect(snapshot.feed.format == "GBFS 2.3")
        #expect(memory.version == "2.3")
    }

    @Test("what leads nowhere says so")
    func nowhere() async throws {
        #expect(await reason("no-vehicle-feed") == .brokenDiscovery("it has no vehicle feed"))
        #expect(await reason("stations-alone") == .onlyStations)
        #expect(await reason("vehicles-missing") == .fileNotFound)
        #expect(
            await reason("leads-to-itself")
                == .brokenDiscovery("its vehicle feed holds other links"))
        #expect(
            await reason("versions-in-versions")
                == .brokenDiscovery("it leads to a list of versions"))
        #expect(await reason("versions-none") == .brokenDiscovery("it lists no version"))
        #expect(await reason("not-a-list") == .noVehicles)
        guard case .brokenDiscovery = await reason("bad-links") else {
            Issue.record("a link of another scheme was followed")
            return
        }
    }

    @Test("of endless links to one feed some are followed")
    func endlessLinks() throws {
        let feeds = (0..<20_000).map { #"{"name": "free_bike_status", "url": "\#($0)"}"# }
        let text = #"{"data": {"feeds": [\#(feeds.joined(separator: ","))]}}"#
        let document = try FeedDocument(Array(text.utf8), at: "here")
        guard case .discovery(let discovery) = document.content else {
            Issue.record("it is told to be something else")
            return
        }
        #expect(discovery.vehicleLinks == (0..<10).map(String.init))
    }

    @Test("of an endless list of versions no more are looked at than any system has")
    func endlessVersions() throws {
        let list = (0..<5000).map { #"{"version": "1.\#($0)", "url": "v\#($0)"}"# }
        let document = JSONDocument(Array("[\(list.joined(separator: ","))]".utf8))
        let elements = try #require(try document.value(maxNodes: 50_000, maxDepth: 9).array)
        let versions = [GBFS.Version](versions: elements)
        #expect(versions.map(\.link) == (0..<100).reversed().map { "v\($0)" })
    }

    @Test("versions are ordered as numbers, a candidate before its release")
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
