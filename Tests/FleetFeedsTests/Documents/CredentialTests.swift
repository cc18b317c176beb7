import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Credentials go to the source's own origin and to those its user named")
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

    private static func echo() throws -> ScriptedServer {
        try ScriptedServer { request, connection in
            let headers = request.headers.filter { $0.value.contains("s3cret") }.keys.sorted()
            connection.respond(([request.target] + headers).joined(separator: " "))
        }
    }

    @Test("the source's own origin gets headers, bearer and query items")
    func own() async throws {
        let server = try Self.echo()
        defer { server.stop() }
        let reading = Reading(of: server.address("/gbfs.json"), access: try Self.access())
        let text = try await reading.text(server.address("/feed?lang=en&k=old"))
        #expect(text == "/feed?lang=en&k=s3cret%20query%261 authorization x-api-key")
        #expect(server.log.requests.first?.headers["authorization"] == "Bearer s3cret-bearer")
        await reading.reader.shutdown()
    }

    @Test("another origin gets nothing, not even by a redirect that repeats the query")
    func other() async throws {
        let other = try Self.echo()
        let source = try ScriptedServer { request, connection in
            let query = request.target.drop { $0 != "?" }
            connection.respond(
                status: "302 Found", headers: ["Location: \(other.address("/feed"))\(query)&x=1"])
        }
        defer { [source, other].forEach { $0.stop() } }
        let reading = Reading(of: source.address(), access: try Self.access())
        #expect(try await reading.text(other.address("/direct")) == "/direct")
        let answer = try await reading.document(source.address("/old"))
        #expect(answer.text == "/feed?x=1")
        #expect(answer.base == other.address("/feed?x=1"))
        await reading.reader.shutdown()
    }

    @Test("an origin that the user named gets them, and so does the own one on the way back")
    func named() async throws {
        let other = try Self.echo()
        defer { other.stop() }
        let reading = Reading(
            of: "http://127.0.0.1:1/", access: try Self.access([other.address("")]))
        let text = try await reading.text(other.address("/feed"))
        #expect(text.hasSuffix("authorization x-api-key"))
        await reading.reader.shutdown()
    }

    @Test("a source that is read by https never sends them by http")
    func downgrade() throws {
        let source = try DocumentAddress("https://example.com/gbfs.json")
        let access = try Self.access(["http://example.com", "https://auth.example.com"])
        let scope = CredentialScope(access: access, source: source)
        #expect(scope.covers(try WebAddress("https://example.com/feed")))
        #expect(scope.covers(try WebAddress("https://AUTH.example.com:443/feed")))
        #expect(!scope.covers(try WebAddress("http://example.com/feed")))
        #expect(!scope.covers(try WebAddress("https://example.com:8443/feed")))
        #expect(!scope.covers(try WebAddress("https://sub.example.com/feed")))
        #expect(!scope.covers(try WebAddress("https://example.com.evil.org/feed")))
    }

    @Test("user and password in the address become Basic credentials of its origin, unseen")
    func userInformation() async throws {
        let server = try ScriptedServer { request, connection in
            connection.respond(request.headers["authorization"] ?? "none")
        }
        defer { server.stop() }
        let source = "http://me:p%40ss@127.0.0.1:\(server.port)/gbfs.json"
        let reading = Reading(of: source)
        let answer = try await reading.document(source)
        #expect(answer.text == "Basic bWU6cEBzcw==")
        #expect(answer.base == server.address("/gbfs.json"))
        #expect(answer.memory.address == server.address("/gbfs.json"))
        #expect(try await reading.text(server.address("/feed")) == "Basic bWU6cEBzcw==")
        let other = Reading(of: "http://me:pw@localhost:\(server.port)/")
        #expect(try await other.text(server.address("/feed")) == "none")
        await reading.reader.shutdown()
        await other.reader.shutdown()
    }

    @Test("no failure shows a credential, wherever a server echoes it")
    func unseen() async throws {
        let server = try ScriptedServer { request, connection in
            let location = "file:///x?a=s3cret%20query%261&b=s3cret-header&c=s3cret-bearer"
            connection.respond(status: "302 Found", headers: ["Location: \(location)"])
        }
        defer { server.stop() }
        let source = "http://me:s3cret@127.0.0.1:\(server.port)/feed?token=s3cret&k=s3cret query"
            .replacing(" ", with: "%20")
        let reading = Reading(of: source, access: try Self.access())
        let failure = try await reading.failure(source)
        #expect(!"\(failure)".contains("s3cret"))
        #expect(!"\(try Self.access())".contains("s3cret"))
        await reading.reader.shutdown()
    }

    @Test(
        "a password in an address that makes no sense is not shown",
        arguments: [
            "https:me:s3cret@example.com", "https://me:s3cret/x@example.com/",
            "https://me:s3cret@", "ftp://me:s3cret@example.com/", "http://me:s3cret@ex ample/",
        ])
    func unparsable(address: String) async throws {
        let failure = try await Reading(of: address).failure(address)
        #expect(!"\(failure)".contains("s3cret"))
    }

    @Test(
        "what could smuggle a line into a request is refused",
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

    @Test("a variable that is not set or empty is named")
    func missing() throws {
        var credentials = Credentials()
        credentials.queryVariables = ["key": "FEED_KEY"]
        for value in [nil, ""] {
            let failure = #expect(throws: FeedFailure.self) {
                try credentials.resolved { _ in value }
            }
            #expect(failure?.reason == .credentialMissing(variable: "FEED_KEY"))
        }
        credentials.queryVariables = [:]
        credentials.authOrigins = ["auth.example.com"]
        #expect(throws: FeedFailure.self) { try credentials.resolved { _ in nil } }
    }
}
