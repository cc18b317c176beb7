import FleetCore
import FleetTestSupport
import Testing

@testable import FleetFeeds

@Suite("Links and redirects with a credential of the source are neither followed nor stored")
struct LinkPolicyTests {
    private static let root = StubWeb.root

    /// Credentials whose secrets all contain `s3cret`.
    private static func secrets() throws -> ResolvedCredentials {
        var credentials = Credentials()
        credentials.headers = [
            .init(name: "X-Api-Key", value: "s3cret/key"),
            .init(name: "X-Device", value: "s3cret-device"),
            // "me:s3cret+pw"
            .init(name: "Authorization", value: "Basic bWU6czNjcmV0K3B3"),
            .init(name: "ET-Client-Name", value: "bikes"),
        ]
        credentials.queryItems = ["k": "s3cret query&1"]
        return try credentials.resolved { _ in nil }
    }

    private static func policy() throws -> LinkPolicy {
        LinkPolicy(credentials: try secrets(), location: root + "gbfs.json")
    }

    @Test(
        "A secret is found in every part and encoding of a link, and never shown",
        arguments: [
            "https://x/?a=s3cret/key", "https://x/s3cret%2fkey/feed", "https://x/s3cret%2Fkey",
            "https://x/%73%33%63%72%65%74%2F%6b%65%79", "https://x/s3cret%252Fkey",
            "https://x/?b=S3CRET%20query%261", "https://x/?b=s3cret+query%261",
            "https://me:s3cret%2Bpw@x/", "https://s3cret-device.x/", "//x/s3cret-device",
            "/feed/s3cret-device", "feed?k=s3cret%20query%262&z=s3cret%20query%261",
            "https://x/bWU6czNjcmV0K3B3", "https://x/me%3As3cret%2Bpw", "https://x/#s3cret/key",
        ])
    func rejected(link: String) throws {
        let failure = #expect(throws: FeedFailure.self) {
            // A fragment is never sent, and not part of the address.
            let address = try Self.policy().resolve(link, relativeTo: Self.root + "gbfs.json")
            if !address.contains("s3cret") {
                throw FeedFailure(.link(.credentialInLink), at: address)
            }
        }
        #expect(failure?.reason == .link(.credentialInLink))
        #expect(failure.map { "\($0)\($0.cause)" }?.contains("s3cret") == false)
    }

    @Test(
        "Other links are resolved, and the query items that their origin receives are removed",
        arguments: [
            ("https://x/bikes/feed", "https://x/bikes/feed"),
            ("feed?k=s3cret%20query%261&a=1", root + "feed?a=1"),
            (root + "feed?k=s3cret+query%261x", root + "feed?k=s3cret+query%261x"),
        ])
    func accepted(link: String, address: String) throws {
        let policy = LinkPolicy(
            credentials: try link.contains("261x") ? ResolvedCredentials() : Self.secrets(),
            location: Self.root)
        #expect(try policy.resolve(link, relativeTo: Self.root + "gbfs.json") == address)
    }

    private static func discovery(vehicles: String, types: String = "types") -> StubWeb.Response {
        .text(
            #"""
            {"data": {"en": {"feeds": [
                {"name": "vehicle_types", "url": "\#(types)"},
                {"name": "free_bike_status", "url": "\#(vehicles)"}]}}}
            """#)
    }

    private static let bikes = StubWeb.Response.text(#"{"data": {"bikes": [{"bike_id": "1"}]}}"#)

    @Test("A vehicle feed at such a link is an error, and not requested")
    func discovery() async throws {
        let web = StubWeb(["gbfs.json": Self.discovery(vehicles: "https://x/s3cret-device")])
        let failure = await #expect(throws: FeedFailure.self) {
            _ = try await web.loader("gbfs.json", secrets: try Self.secrets()).load(nil)
        }
        #expect(failure == FeedFailure(.link(.credentialInLink), at: Self.root + "gbfs.json"))
        #expect(web.takeRequests() == ["gbfs.json"])
    }

    @Test("A side document at such a link is a warning, and its address is not cached")
    func sideDocument() async throws {
        let web = StubWeb([
            "gbfs.json": Self.discovery(vehicles: "bikes", types: "types?z=s3cret-device"),
            "bikes": Self.bikes,
        ])
        let response = try await web.loader("gbfs.json", secrets: try Self.secrets()).load(nil)
        #expect(web.takeRequests() == ["gbfs.json", "bikes"])
        #expect(
            response.snapshot?.parseReport.warnings == [
                "vehicle_types: a link or redirect contains a credential of the source; "
                    + "continuing without it"
            ])
        #expect(!"\(response.cacheState)".contains("s3cret"))
    }

    @Test("A picture link with a credential is not cached, unless removing it from the query helps")
    func pictures() async throws {
        let web = StubWeb([
            "gbfs.json": Self.discovery(vehicles: "bikes"), "bikes": Self.bikes,
            "types": .text(
                #"""
                {"data": {"vehicle_types": [
                    {"vehicle_type_id": "a", "vehicle_image": "a.png"},
                    {"vehicle_type_id": "b", "vehicle_image": "b.png?k=s3cret%20query%261&x=1",
                     "vehicle_assets": {"icon_url": "https://x/s3cret-device.svg"}}]}}
                """#),
        ])
        let response = try await web.loader("gbfs.json", secrets: try Self.secrets()).load(nil)
        let types = response.cacheState.content(of: .vehicleTypes) ?? []
        #expect(types.map(\.imageLink) == ["a.png", Self.root + "b.png?x=1"])
        #expect(types.map(\.iconLink) == [nil, nil])
        #expect(
            response.snapshot?.parseReport.warnings
                == ["vehicle_types: 1 picture links contain a credential of the source"])
    }
}
