import FleetCore
import FleetTestSupport
import Testing

@testable import FleetFeeds

@Suite("Links and redirects lead to this machine and its network only from a source that is there")
struct LinkedHostTests {
    private static let source = "http://feeds.example/gbfs.json"
    /// Hosts of which the test's resolver knows the addresses; it knows all addresses, too.
    private static let names = [
        "feeds.example": ["192.0.2.1"], "loop.example": ["127.0.0.1"], "own.example": ["::1"],
        "metadata.example": ["169.254.169.254"], "mapped.example": ["::ffff:127.0.0.1"],
        "mixed.example": ["127.0.0.1", "192.0.2.2"], "private.example": ["10.0.0.1"],
    ]

    private static let lookup: HostPolicy.Lookup = { host in
        if let known = names[host] { return known.compactMap { IPAddress($0) } }
        return try await HostResolver.addresses(of: host, timeout: .seconds(900))
    }

    /// Returns a reader of the source, whose host only a proxy reaches.
    private static func reader(
        of source: String = source, proxy: TestServer, except direct: String = "*"
    ) -> TestReader {
        let variables = ["http_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": direct]
        return TestReader(
            of: source, lookup: lookup, limits: { $0.environment = { variables[$0] } })
    }

    static let refused = [
        "127.0.0.1", "2130706433", "0x7f000001", "127.1", "127.0.0.2", "localhost", "0.0.0.0", "0",
        "[::1]", "[::]", "[::ffff:127.0.0.1]", "169.254.169.254", "[::ffff:169.254.169.254]",
        "[fe80::1]", "[64:ff9b::7f00:1]", "loop.example", "own.example", "metadata.example",
        "mapped.example",
    ]

    @Test("A redirect there is refused before a connection", arguments: refused)
    func redirect(host: String) async throws {
        let inner = try TestServer { _, _ in .text("secret") }
        defer { inner.stop() }
        let link = "http://\(host):\(inner.port)/latest"
        let proxy = try TestServer { _, _ in .redirect(to: link) }
        defer { proxy.stop() }
        let reader = Self.reader(proxy: proxy, except: HostAndPort.unbracketed(host))
        let failure = try await reader.failure(Self.source)
        #expect(failure.reason == .link(.linkToThisMachine))
        #expect(failure.location == (try WebAddress(link).text))
        #expect(inner.log.connections == 0)
        #expect(proxy.requests.count == 1)
        await reader.documents.transport.shutdown()
    }

    @Test("A link there is refused too, directly and through a proxy", arguments: refused)
    func link(host: String) async throws {
        let inner = try TestServer { _, _ in .text("secret") }
        defer { inner.stop() }
        for direct in ["*", "none.example"] {
            let reader = Self.reader(proxy: inner, except: direct)
            let failure = try await reader.failure("http://\(host):\(inner.port)/page/2")
            #expect(failure.reason == .link(.linkToThisMachine))
            await reader.documents.transport.shutdown()
        }
        #expect(inner.log.connections == 0)
    }

    @Test("A list in a file leads neither there", arguments: ["file", "page of MDS"])
    func file(kind: String) async throws {
        let server = try TestServer { _, _ in .text("{}") }
        defer { server.stop() }
        let text =
            kind == "file"
            ? #"{"version":"3.0","data":{"feeds":[{"name":"vehicle_status","url":"URL"}]}}"#
            : #"{"version":"2.0.0","last_updated":1,"ttl":0,"vehicles":[],"links":{"next":"URL"}}"#
        let folder = try TemporaryFolder()
        let path = try folder.write(
            text.replacing("URL", with: server.address("/next")), to: "feed.json")
        let reader = TestReader(of: path).documents
        let loader = FeedLoader(
            source: Source(location: .file(path)), feed: .vehicles, reader: reader,
            now: { noon }, shownNow: { noon })
        let failure = await #expect(throws: FeedFailure.self) { try await loader.load(nil) }
        // Pages lead to their own origin only.
        #expect(kind == "page of MDS" || failure?.reason == .link(.linkToThisMachine))
        #expect(server.log.connections == 0)
    }

    @Test("A source on this machine leads to it under any name, but not to its network")
    func onThisMachine() async throws {
        let server = try TestServer { _, request in
            guard request.target.hasPrefix("/to/") else { return .text("{}") }
            return .redirect(to: PercentEncoding.decoded(request.target.dropFirst(4)))
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address(), lookup: Self.lookup)
        for host in ["127.0.0.1", "localhost", "0x7f.1", "loop.example", "[::ffff:127.0.0.1]"] {
            let link = "http://\(host):\(server.port)/a"
            #expect(try await reader.text(server.address("/to/" + link)) == "{}")
        }
        let failure = try await reader.failure(server.address("/to/http://169.254.169.254/a"))
        #expect(failure.reason == .link(.linkToThisMachine))
        await reader.documents.transport.shutdown()
    }

    @Test("Other addresses are reached, of several the first that is allowed")
    func elsewhere() async throws {
        let hosts = HostPolicy(linksOf: try WebAddress(Self.source), lookup: Self.lookup)
        func address(_ host: String) async throws -> String {
            try await hosts.address(for: WebAddress("http://\(host)/a")).text
        }
        #expect(try await address("mixed.example") == "192.0.2.2")
        #expect(try await address("private.example") == "10.0.0.1")
        let failure = await #expect(throws: FeedFailure.self) {
            try await hosts.checkForProxy(WebAddress("http://mixed.example/a"))
        }
        #expect(
            failure?.reason == .link(.linkToThisMachine), "the proxy may choose the other address")
    }

    @Test("An origin that the user named may be there: for credentials, tokens and geographies")
    func named() async throws {
        let server = try TestServer { _, _ in .text("{}") }
        defer { server.stop() }
        var credentials = Credentials()
        credentials.authOrigins = [server.address()]
        let access = try credentials.resolved { _ in nil }
        let reader = TestReader(of: Self.source, access: access, lookup: Self.lookup)
        #expect(try await reader.text(server.address("/a")) == "{}")
        let session = reader.documents.session(for: Self.source, and: server.address("/b"))
        guard case .read = try await session.read(server.address("/b")) else {
            Issue.record("the address was not read")
            return
        }
        await reader.documents.transport.shutdown()
    }

    @Test("The failure names the address and the remedy")
    func message() {
        let failure = FeedFailure(.link(.linkToThisMachine), at: "http://127.0.0.1:1/a")
        #expect(
            failure.cause == "http://127.0.0.1:1/a: the feed leads to this machine or its own "
                + "network, but the source is elsewhere")
        #expect(
            failure.hint
                == "the address was not requested; ask the operator for the feed's current address")
    }
}
