import FleetCore
import FleetTestSupport
import Synchronization
import Testing

@testable import FleetFeeds

@Suite("A refresh of MDS over HTTP stores the whole fleet or nothing")
struct MDSServiceTests {
    private static func vehicle(_ id: String) -> String {
        """
        {"device_id": "\(id)", "provider_id": "p", "vehicle_id": "C \(id)", \
        "last_vehicle_state": "available"}
        """
    }

    private static func page(_ ids: String..., next: String? = nil) -> String {
        let vehicles = ids.map(vehicle).joined(separator: ",")
        return """
            {"version": "1.1.0", "last_updated": 1763640000000, "ttl": 60000, "data": \
            {"vehicles": [\(vehicles)]}, "links": {"next": \(next.map { "\"\($0)\"" } ?? "null")}}
            """
    }

    /// Three pages at `/v`.
    private static let pages = [
        "/v": page("a", next: "/v?page=2"), "/v?page=2": page("b", next: "/v?page=3"),
        "/v?page=3": page("c"),
    ]

    private static func load(
        _ server: TestServer, _ path: String = "/v",
        access: ResolvedCredentials = ResolvedCredentials(), provider: Source.Provider = .detected,
        _ cacheState: FeedCacheState? = nil
    ) async throws -> FeedResponse {
        let location = server.address(path)
        let reader = TestReader(of: location, access: access).documents
        var source = Source(location: .web(location))
        source.provider = provider
        let loader = FeedLoader(
            source: source, reader: reader, now: { noon }, shownNow: { noon })
        let response: Result<FeedResponse, any Error>
        do {
            response = .success(try await loader.load(cacheState))
        } catch {
            response = .failure(error)
        }
        await reader.transport.shutdown()
        return try response.get()
    }

    private static func failure(
        _ server: TestServer, access: ResolvedCredentials = ResolvedCredentials()
    ) async throws -> FeedFailure {
        do {
            let response = try await load(server, access: access)
            throw TestReader.UnexpectedResponse(response: .notModified(response.cacheState.main))
        } catch let failure as FeedFailure {
            return failure
        }
    }

    @Test(
        "A service that is not ready, busy or broken at any page fails the refresh",
        arguments: [
            ("202 Accepted", FeedFailure.Reason.service(.notReady)),
            ("429 Slow", .service(.status(429))),
            ("503 Busy", .service(.status(503))), ("404 Gone", .service(.status(404))),
        ], ["/v", "/v?page=2", "/v?page=3"])
    func statuses(status: (String, FeedFailure.Reason), target: String) async throws {
        let server = try TestServer { _, request in
            request.target == target
                ? .status(status.0, "Retry-After: 77") : .text(Self.pages[request.target] ?? "")
        }
        defer { server.stop() }
        let failure = try await Self.failure(server)
        #expect(
            failure
                == FeedFailure(status.1, at: server.address(target), retryAfterSeconds: 77))
        // No request is repeated at once, and none follows.
        #expect(server.requests.map(\.target) == Self.pages.keys.sorted().filter { $0 <= target })
    }

    @Test(
        "An interim response (102) is waited for, and alone it is none", arguments: [true, false])
    func interim(isFollowed: Bool) async throws {
        let server = try TestServer { (connection: ServerConnection) in
            while connection.request() != nil {
                connection.send("HTTP/1.1 102 Processing\r\n\r\n")
                guard isFollowed else { return }
                connection.respond(.text(Self.page("a")))
            }
        }
        defer { server.stop() }
        if isFollowed {
            #expect(try await Self.load(server).vehicles?.map(\.id) == ["a"])
        } else {
            #expect(try await Self.failure(server).reason == .network(.connectionReset))
        }
    }

    @Test(
        "A token that expires between pages is renewed once, and then the refresh fails",
        arguments: [1, 2])
    func expired(refusals: Int) async throws {
        let left = Mutex(refusals)
        let tokens = Mutex(0)
        let server = try TestServer { _, request in
            if request.target == "/token" {
                let number = tokens.withLock {
                    $0 += 1
                    return $0
                }
                return .text(#"{"access_token": "t0k3n-\#(number)", "expires_in": 900}"#)
            }
            let isRefused = left.withLock { left in
                guard request.target == "/v?page=2", left > 0 else { return false }
                left -= 1
                return true
            }
            return isRefused
                ? .status("401 Unauthorized") : .text(Self.pages[request.target] ?? "")
        }
        defer { server.stop() }
        var credentials = Credentials()
        credentials.tokenGrant = TokenGrant(
            address: server.address("/token"), clientID: "city", secret: "s3cret")
        let access = try credentials.resolved { _ in nil }
        let renewed = ["/token", "/v", "/v?page=2", "/token", "/v?page=2"]
        if refusals == 1 {
            let response = try await Self.load(server, access: access)
            #expect(response.vehicles?.map(\.id) == ["a", "b", "c"])
            #expect(server.requests.map(\.target) == renewed + ["/v?page=3"])
            #expect(server.requests.last?.headers["authorization"] == "Bearer t0k3n-2")
        } else {
            let failure = try await Self.failure(server, access: access)
            #expect(
                failure == FeedFailure(.access(.accessDenied(401)), at: server.address("/v?page=2"))
            )
            #expect(server.requests.map(\.target) == renewed)
        }
    }

    @Test("Pages are asked for in the agreed version, which the next refresh asks for first")
    func versions() async throws {
        let version = Mutex("1.1")
        let server = try TestServer { _, request in
            let isServed = version.withLock {
                request.headers["accept"]?.contains("mds+json;version=" + $0) ?? false
            }
            return isServed
                ? .text(Self.pages[request.target] ?? "") : .status("406 Not Acceptable")
        }
        defer { server.stop() }
        func asked() -> [String] {
            server.requests.map { request in
                request.target
                    + (["2.0", "1.2", "1.1", "1.0"].first {
                        request.headers["accept"]?.contains("version=" + $0) ?? false
                    } ?? "")
            }
        }
        let first = try await Self.load(server, provider: .mds)
        #expect(first.vehicles?.count == 3)
        let agreed = ["/v1.1", "/v?page=21.1", "/v?page=31.1"]
        #expect(asked() == ["/v2.0", "/v1.2"] + agreed)
        _ = try await Self.load(server, provider: .mds, first.cacheState)
        #expect(asked() == ["/v2.0", "/v1.2"] + agreed + agreed)
        version.withLock { $0 = "2.0" }
        let upgraded = try await Self.load(server, provider: .mds, first.cacheState)
        #expect(upgraded.cacheState.mdsVersion == "2.0")
    }

    @Test(
        "Another origin gets no credentials, neither by a link of a page nor by its redirect",
        arguments: ["link", "redirect"])
    func origins(form: String) async throws {
        let other = try TestServer { _, _ in .text(Self.page("b")) }
        let server = try TestServer { [address = other.address("/v2")] _, request in
            if request.target.hasPrefix("/v2") { return .redirect(to: address) }
            return .text(Self.page("a", next: form == "link" ? address : "/v2"))
        }
        defer { [server, other].forEach { $0.stop() } }
        var credentials = Credentials()
        credentials.headers = [
            .init(name: "Authorization", value: "Bearer s3cret"),
            .init(name: "X-Key", value: "s3cret"),
        ]
        credentials.queryItems = ["key": "s3cret"]
        let access = try credentials.resolved { _ in nil }
        if form == "link" {
            let failure = try await Self.failure(server, access: access)
            #expect(failure.reason == .link(.brokenPages("links to a page of another origin")))
            #expect(other.requests.isEmpty)
        } else {
            let response = try await Self.load(server, access: access)
            #expect(response.vehicles?.map(\.id) == ["a", "b"])
            let request = try #require(other.requests.first)
            #expect(!"\(request.target) \(request.headers)".contains("s3cret"))
        }
        #expect(server.requests.allSatisfy { $0.headers["x-key"] == "s3cret" })
        #expect(server.requests.allSatisfy { $0.target.hasSuffix("?key=s3cret") })
    }

    /// Lists of the two documents of 2.0, in forms that services send.
    private static let wrappers: [@Sendable (_ list: String, _ name: String) -> String] = [
        { #"{"version": "2.0.0", "\#($1)": [\#($0)], "links": {}}"# },
        { #"{"version": "2.0", "data": {"\#($1)": [\#($0)]}, "links": {"next": ""}}"# },
        { list, _ in "[\(list)]" },
        { list, _ in #"{"last_updated": "2025-11-20T12:00:00Z", "vehicles": [\#(list)]}"# },
        { list, _ in #"{"version": "1.2.0", "data": {"vehicles": [\#(list)]}, "links": null}"# },
    ]

    @Test(
        "The two documents are joined in any form that services send",
        arguments: wrappers.indices, wrappers.indices)
    func joined(first: Int, second: Int) async throws {
        let properties = Self.wrappers[first](
            #"{"device_id": "a", "provider_id": "p", "vehicle_id": 77, "vehicle_type": "moped"}"#,
            "vehicles")
        let status = Self.wrappers[second](
            """
            {"device_id": "a", "provider_id": "p", "last_event": {"vehicle_state": "available"}, \
            "last_telemetry": {"timestamp": "1763639970000", "location": {"lat": "52.1", \
            "lng": 5.1}}}
            """, "vehicles_status")
        let server = try TestServer { _, request in
            .text(request.target == "/vehicles" ? properties : status)
        }
        defer { server.stop() }
        for path in ["/vehicles", "/vehicles/status"] {
            let vehicle = try #require(try await Self.load(server, path).vehicles?.first)
            #expect(vehicle.code == "77" && vehicle.formFactor == "moped")
            #expect(vehicle.state == .available)
            #expect(vehicle.position == Position(latitude: 52.1, longitude: 5.1))
            #expect(vehicle.lastReported == noon - .seconds(30))
        }
    }

    @Test(
        "An empty first page hides neither the states nor the codes of the others",
        arguments: ["/vehicles", "/vehicles/status"])
    func emptyFirstPage(path: String) async throws {
        let documents = [
            "/vehicles": #"{"data": {"vehicles": []}, "version": "1.2", "links": {"next": "/p"}}"#,
            "/p":
                #"{"data": {"vehicles": [{"device_id": "a", "provider_id": "p", "vehicle_id": "7"}]}}"#,
            "/vehicles/status": #"{"vehicles_status": [], "links": {"next": "/s"}}"#,
            "/s": """
            {"vehicles_status": [{"device_id": "a", "provider_id": "p", "last_event": \
            {"vehicle_state": "on_trip"}}]}
            """,
        ]
        let server = try TestServer { _, request in .text(documents[request.target] ?? "") }
        defer { server.stop() }
        let vehicle = try #require(try await Self.load(server, path).vehicles?.first)
        #expect(vehicle.code == "7" && vehicle.state == .onTrip)
    }
}
