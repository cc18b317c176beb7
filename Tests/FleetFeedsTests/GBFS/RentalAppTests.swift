import FleetCore
import Foundation
import Testing

@testable import FleetFeeds

@Suite("The apps of a system are read from its system information")
struct RentalAppTests {
    /// A system with this `rental_apps`, and a vehicle with links of every kind.
    private static func web(_ apps: String) -> StubWeb {
        StubWeb([
            "gbfs.json": .text(
                #"""
                {"ttl": 0, "data": {"en": {"feeds": [
                {"name": "free_bike_status", "url": "bikes.json"},
                {"name": "system_information", "url": "system.json"}]}}}
                """#),
            "bikes.json": .text(
                #"""
                {"data": {"bikes": [{"bike_id": "1", "rental_uris": {"web": "https://q.example/1",
                "android": "quay://1", "ios": "ms-msdt:/id"}}]}}
                """#),
            "system.json": .text(#"{"data": {"name": "Quay", "rental_apps": \#(apps)}}"#),
        ])
    }

    @Test(
        "The fixtures of GBFS 2.3 and 3.0 have the apps that an independent reader finds",
        arguments: ["2.3", "3.0"])
    func fixtures(version: String) async throws {
        let apps = try await load("gbfs/\(version)/gbfs.json").snapshot.feed.rentalApps
        let expected: [String: [String: String]] = try Fixture.python(
            """
            import json, sys
            with open(sys.argv[1] + "/gbfs/\(version)/system_information.json") as file:
                print(json.dumps(json.load(file)["data"]["rental_apps"]))
            """)
        for (app, platform) in [(apps?.android, "android"), (apps?.ios, "ios")] {
            #expect(app?.storeURI != nil && app?.discoveryURI != nil)
            #expect(app?.storeURI == expected[platform]?["store_uri"])
            #expect(app?.discoveryURI == expected[platform]?["discovery_uri"])
        }
    }

    @Test("A snapshot has the apps, and its links are those of the web and of the apps")
    func links() async throws {
        let apps = #"{"android": {"store_uri": "https://s.example", "discovery_uri": "quay://"}}"#
        let snapshot = try #require(
            try await Self.web(apps).loader("gbfs.json").load(nil).snapshot)
        let links = LinkRule(snapshot.feed).allowed(snapshot.vehicles[0].rentalURIs)
        #expect(links == RentalURIs(web: "https://q.example/1", android: "quay://1", ios: nil))
    }

    @Test(
        "Apps that are hostile, of another type or missing allow no link but of the web",
        arguments: [
            "null", "7", "[]", #""quay://""#, "{}", #"{"android": "quay://"}"#,
            #"{"android": {"discovery_uri": 7}}"#, #"{"android": {"discovery_uri": ["quay://"]}}"#,
            #"{"android": {"store_uri": "quay://"}}"#,
            #"{"ios": {"discovery_uri": "ms-msdt:/id"}, "android": {"discovery_uri": "quay"}}"#,
            #"{"ios": {"discovery_uri": "MS-MSDT:"}, "android": {"discovery_uri": " quay://"}}"#,
        ])
    func hostile(apps: String) async throws {
        let snapshot = try #require(
            try await Self.web(apps).loader("gbfs.json").load(nil).snapshot)
        #expect(snapshot.feed.systemName == "Quay")
        #expect(snapshot.vehicles[0].rentalURIs?.ios == "ms-msdt:/id")
        let links = LinkRule(snapshot.feed).allowed(snapshot.vehicles[0].rentalURIs)
        #expect(links == RentalURIs(web: "https://q.example/1", android: nil, ios: nil))
    }

    @Test("A cache state without the apps is updated by one full request")
    func olderCacheState() async throws {
        let apps = #"{"ios": {"discovery_uri": "quay://"}}"#
        let web = Self.web(apps)
        var state = try await web.loader("gbfs.json").load(nil).cacheState
        var system = try #require(state.content(of: .systemInformation))
        #expect(system.rentalApps?.ios?.discoveryURI == "quay://")
        system.rentalApps = nil
        var stored = try #require(state.documents["system_information"])
        stored.content = DocumentName.systemInformation.stored(system)
        stored.edition = 2
        stored.document.freshUntil = Timestamp(seconds: 4_000_000_000)
        state.documents["system_information"] = stored
        let snapshot = try #require(try await web.loader("gbfs.json").load(state).snapshot)
        #expect(snapshot.feed.rentalApps?.ios?.discoveryURI == "quay://")
    }
}
