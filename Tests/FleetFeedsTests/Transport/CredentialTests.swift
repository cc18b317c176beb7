import FleetCore
import FleetTestSupport
import Testing

@testable import FleetFeeds

@Suite("Credentials are sent only to the source's origin and the listed ones")
struct CredentialTests {
    private static func access(_ origins: [String] = []) throws -> ResolvedCredentials {
        var credentials = Credentials()
        credentials.headers = [.init(name: "X-Api-Key", value: "s3cret-header")]
        credentials.bearerVariable = "TOKEN"
        credentials.queryVariables = ["k": "QUERY"]
        credentials.authOrigins = origins
        return try credentials.resolved {
            ["TOKEN": "s3cret-bearer", "QUERY": "s3cret query&1"][$0]
        }
    }

    private static func echo() throws -> TestServer {
        try TestServer { _, request in
            let headers = request.headers.filter { $0.value.contains("s3cret") }.keys.sorted()
            return .text(([request.target] + headers).joined(separator: " "))
        }
    }

    @Test("The source's own origin receives headers, bearer token and query items")
    func own() async throws {
        let server = try Self.echo()
        defer { server.stop() }
        let reader = TestReader(of: server.address("/gbfs.json"), access: try Self.access())
        let text = try await reader.text(server.address("/feed?lang=en&k=old"))
        #expect(text == "/feed?lang=en&k=s3cret%20query%261 authorization x-api-key")
        #expect(server.requests.first?.headers["authorization"] == "Bearer s3cret-bearer")
        await reader.documents.transport.shutdown()
    }

    @Test("Another origin receives nothing, and no redirect that repeats the query is followed")
    func other() async throws {
        let other = try Self.echo()
        let source = try TestServer { _, request in
            let query = request.target.drop { $0 != "?" }
            return .redirect(to: "\(other.address("/feed"))\(query)&x=1")
        }
        defer { [source, other].forEach { $0.stop() } }
        let reader = TestReader(of: source.address(), access: try Self.access())
        #expect(try await reader.text(other.address("/direct")) == "/direct")
        let failure = try await reader.failure(source.address("/old"))
        #expect(failure == FeedFailure(.link(.credentialInLink), at: source.address("/old")))
        #expect(other.requests.count == 1)
        await reader.documents.transport.shutdown()
    }

    @Test("A redirect within the origin may repeat the query, which is sent once")
    func repeated() async throws {
        let server = try TestServer { _, request in
            let query = request.target.drop { $0 != "?" }
            let isOld = request.target.hasPrefix("/old")
            return isOld ? .redirect(to: "/new\(query)&x=1") : .text(request.target)
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address(), access: try Self.access())
        let response = try await reader.document(server.address("/old"))
        #expect(response.text == "/new?x=1&k=s3cret%20query%261")
        #expect(response.base == server.address("/new?x=1"))
        await reader.documents.transport.shutdown()
    }

    @Test("An origin that the user listed receives them")
    func named() async throws {
        let other = try Self.echo()
        defer { other.stop() }
        let reader = TestReader(
            of: "http://127.0.0.1:1/", access: try Self.access([other.address("")]))
        let text = try await reader.text(other.address("/feed"))
        #expect(text.hasSuffix("authorization x-api-key"))
        await reader.documents.transport.shutdown()
    }

    @Test("An HTTPS source never sends them over HTTP")
    func downgrade() throws {
        let source = try DocumentAddress("https://example.com/gbfs.json")
        let access = try Self.access(["http://example.com", "https://auth.example.com"])
        let scope = CredentialScope(credentials: access, source: source)
        #expect(scope.covers(try WebAddress("https://example.com/feed")))
        #expect(scope.covers(try WebAddress("https://AUTH.example.com:443/feed")))
        #expect(!scope.covers(try WebAddress("http://example.com/feed")))
        #expect(!scope.covers(try WebAddress("https://example.com:8443/feed")))
        #expect(!scope.covers(try WebAddress("https://sub.example.com/feed")))
        #expect(!scope.covers(try WebAddress("https://example.com.evil.org/feed")))
    }

    @Test("User and password in the address become Basic credentials of its origin, never shown")
    func userInformation() async throws {
        let server = try TestServer { _, request in
            .text(request.headers["authorization"] ?? "none")
        }
        defer { server.stop() }
        let source = "http://me:p%40ss@127.0.0.1:\(server.port)/gbfs.json"
        let reader = TestReader(of: source)
        let response = try await reader.document(source)
        #expect(response.text == "Basic bWU6cEBzcw==")
        #expect(response.base == server.address("/gbfs.json"))
        #expect(response.cacheEntry.address == server.address("/gbfs.json"))
        #expect(try await reader.text(server.address("/feed")) == "Basic bWU6cEBzcw==")
        let other = TestReader(of: "http://me:pw@localhost:\(server.port)/")
        #expect(try await other.text(server.address("/feed")) == "none")
        await reader.documents.transport.shutdown()
        await other.documents.transport.shutdown()
    }

    @Test("No failure shows a credential, even if the server echoes it")
    func echoed() async throws {
        let server = try TestServer { _, _ in
            .redirect(to: "file:///x?a=s3cret%20query%261&b=s3cret-header&c=s3cret-bearer")
        }
        defer { server.stop() }
        let source = "http://me:s3cret@127.0.0.1:\(server.port)/feed?token=s3cret&k=s3cret query"
            .replacing(" ", with: "%20")
        let reader = TestReader(of: source, access: try Self.access())
        let failure = try await reader.failure(source)
        #expect(failure.reason == .link(.credentialInLink))
        #expect(!"\(failure)".contains("s3cret"))
        #expect(!"\(try Self.access())".contains("s3cret"))
        await reader.documents.transport.shutdown()
    }

    @Test(
        "A password in an invalid address is not shown",
        arguments: [
            "https:me:s3cret@example.com", "https://me:s3cret/x@example.com/",
            "https://me:s3cret@", "ftp://me:s3cret@example.com/", "http://me:s3cret@ex ample/",
        ])
    func unparsable(address: String) async throws {
        let failure = try await TestReader(of: address).failure(address)
        #expect(!"\(failure)".contains("s3cret"))
    }

    @Test(
        "Headers that could inject lines into a request are rejected",
        arguments: [
            ("X-Key", "a\r\nX-Evil: 1"), ("X-Key", "a\nb"), ("X-Key", "a\u{0}b"), ("X Key", "a"),
            ("X-Key:", "a"), ("", "a"), ("X-K\u{e9}y", "a"), ("Host", "evil"),
            ("Content-Length", "5"), ("transfer-encoding", "chunked"),
        ])
    func injection(name: String, value: String) throws {
        var credentials = Credentials()
        credentials.headers = [.init(name: name, value: value)]
        let failure = try #require(throws: FeedFailure.self) {
            try credentials.resolved { _ in nil }
        }
        #expect(failure.kind == .usage)
        var bearer = Credentials()
        bearer.bearerVariable = "TOKEN"
        #expect(throws: FeedFailure.self) { try bearer.resolved { _ in "a\r\nX-Evil: 1" } }
    }

    @Test("A missing or empty environment variable is a failure with its name")
    func missing() throws {
        var credentials = Credentials()
        credentials.queryVariables = ["key": "FEED_KEY"]
        for value in [nil, ""] {
            let failure = #expect(throws: FeedFailure.self) {
                try credentials.resolved { _ in value }
            }
            #expect(failure?.reason == .access(.credentialMissing(variable: "FEED_KEY")))
        }
        credentials.queryVariables = [:]
        credentials.authOrigins = ["auth.example.com"]
        #expect(throws: FeedFailure.self) { try credentials.resolved { _ in nil } }
    }
}
