import FleetCore
import FleetTestSupport
import Testing

@testable import FleetFeeds

@Suite("Requests take the proxy that the environment names, as curl does")
struct ProxyTests {
    private static let feed = "http://feeds.example/feed.json?a=1"

    private static func reader(
        at source: String = feed, _ variables: [String: String]
    ) -> TestReader {
        TestReader(
            of: source,
            limits: { $0.environment = { variables[$0].flatMap { $0.isEmpty ? nil : $0 } } })
    }

    private static func failure(
        _ variables: [String: String], at address: String = feed
    ) async throws -> FeedFailure {
        let reader = reader(variables)
        let failure = try await reader.failure(address)
        await reader.documents.transport.shutdown()
        return failure
    }

    @Test("A proxy receives an http request with the whole address, the host and the credentials")
    func forwarded() async throws {
        let proxy = try TestServer { _, _ in .text("{}") }
        defer { proxy.stop() }
        let reader = Self.reader(["http_proxy": "http://me:p%40ss@127.0.0.1:\(proxy.port)/"])
        #expect(try await reader.text(Self.feed) == "{}")
        #expect(try await reader.text("http://other.example:8080/") == "{}")
        let requests = proxy.requests
        #expect(
            requests.map(\.line) == [
                "GET http://feeds.example/feed.json?a=1 HTTP/1.1",
                "GET http://other.example:8080/ HTTP/1.1",
            ])
        #expect(requests.map { $0.headers["host"] } == ["feeds.example", "other.example:8080"])
        #expect(requests.first?.headers["proxy-authorization"] == "Basic bWU6cEBzcw==")
        await reader.documents.transport.shutdown()
    }

    @Test("An https request takes a tunnel, so the proxy sees only the host")
    func tunneled() async throws {
        let proxy = try TestServer { connection in
            guard connection.request() != nil else { return }
            connection.send("HTTP/1.1 200 Connected\r\n\r\n")
            do {
                try connection.startEncryption(certificate: TestCertificate.otherHost)
            } catch {
                Issue.record(error)
            }
            guard connection.request() != nil else { return }
            connection.respond(.text("{}"))
        }
        defer { proxy.stop() }
        try await withCertificateFile(TestCertificate.otherHost) { path async throws -> Void in
            let variables = [
                "HTTPS_PROXY": "me:hush@127.0.0.1:\(proxy.port)", "SSL_CERT_FILE": path,
                "http_proxy": "http://127.0.0.1:1",
            ]
            let reader = Self.reader(variables)
            #expect(try await reader.text("https://example.com:8443/secret") == "{}")
            let lines = ["CONNECT example.com:8443 HTTP/1.1", "GET /secret HTTP/1.1"]
            #expect(proxy.requests.map(\.line) == lines)
            let authorizations = proxy.requests.map { $0.headers["proxy-authorization"] }
            #expect(authorizations == ["Basic bWU6aHVzaA==", nil])
            await reader.documents.transport.shutdown()
        }
    }

    @Test(
        "The variables apply in curl's order, and HTTP_PROXY and empty ones do not",
        arguments: [
            (["http_proxy": "a", "all_proxy": "b"], "a:1080", "b:1080"),
            (["HTTP_PROXY": "a", "ALL_PROXY": "b:1", "all_proxy": "c:2"], "c:2", "c:2"),
            (["https_proxy": "a:3", "HTTPS_PROXY": "b"], nil, "a:3"),
            (
                ["https_proxy": "", "HTTPS_PROXY": "B.example:4", "http_proxy": ""], nil,
                "b.example:4"
            ),
            (["ALL_PROXY": "socks5h://[::1]:9"], "[::1]:9", "[::1]:9"),
            (["HTTP_PROXY": "a"], nil, nil),
        ] as [([String: String], String?, String?)])
    func variables(
        variables: [String: String], http: String?, https: String?
    ) throws {
        let environment = { (name: String) in variables[name].flatMap { $0.isEmpty ? nil : $0 } }
        let found = try ["http://x/", "https://x/"].map {
            try ProxyServer.find(for: try WebAddress($0), in: environment)?.name
        }
        #expect(found == [http, https])
    }

    @Test(
        "no_proxy excepts the hosts that curl 7.88 excepts",
        arguments: [
            ("", []), ("example.com", ["example.com", "www.example.com", "example.com."]),
            (".example.com", ["example.com", "www.example.com", "example.com."]),
            ("EXAMPLE.com.", ["example.com", "www.example.com", "example.com."]),
            ("x,example.com y", ["example.com", "www.example.com", "example.com."]),
            ("le.com", []), ("a,*", []), ("2.3", []), ("localhost", ["localhost"]),
            ("10.0.0.0/8", ["10.1.2.3"]), ("10.1.2.3", ["10.1.2.3"]),
            ("10.1.2.2/31", ["10.1.2.3"]), ("10.1.2.3/0", ["10.1.2.3"]), ("10.1.2.3/99", []),
            ("::1", ["[::1]"]), ("..example.com", []), ("http://example.com", []),
        ])
    func exceptions(list: String, direct: [String]) throws {
        let hosts = [
            "example.com", "www.example.com", "ample.com", "notexample.com", "10.1.2.3",
            "11.1.2.3", "[::1]", "[fe80::2]", "localhost", "example.com.",
        ]
        let matching = try hosts.filter { try Self.isException("http://\($0)/", in: list) }
        #expect(matching == direct)
        #expect(try hosts.allSatisfy { try Self.isException("https://\($0)/", in: "*") })
    }

    @Test("An entry of no_proxy may have a port, and IPv6 addresses may be a block")
    func exceptionPorts() throws {
        let list = "example.com:8080,[::1]:81,fe80::/10"
        #expect(try Self.isException("http://www.example.com:8080/", in: list))
        #expect(try Self.isException("http://[::1]:81/", in: list))
        #expect(try Self.isException("https://[fe80::2]/", in: list))
        #expect(try !Self.isException("http://example.com/", in: list))
        #expect(try !Self.isException("http://[::1]/", in: list))
    }

    private static func isException(_ address: String, in list: String) throws -> Bool {
        NoProxyList(list).contains(try WebAddress(address).origin)
    }

    @Test("A host in no_proxy is reached directly, whatever the proxy variable says")
    func direct() async throws {
        let server = try TestServer { _, _ in .text("{}") }
        defer { server.stop() }
        let reader = Self.reader(
            at: server.address(), ["http_proxy": "ftp://x", "NO_PROXY": "127.0.0.0/8"])
        #expect(try await reader.text(server.address("/a")) == "{}")
        #expect(server.requests.map(\.line) == ["GET /a HTTP/1.1"])
        await reader.documents.transport.shutdown()
    }

    @Test(
        "An invalid value is an error that names the variable and not the value",
        arguments: [
            ("ftp://hush-1:1", "has an unknown scheme"),
            ("https://hush-1", "names an HTTPS proxy, which is not supported"),
            ("socks4://hush-1", "names a SOCKS 4 proxy, which is not supported"),
            ("socks5://me:hush-1@a", "has a password, which is not supported for SOCKS"),
            ("hush-1:hush", "is not the address of a proxy: the port must be between 1 and 65535"),
            ("http://", "is not the address of a proxy: the address has no host"),
            ("ba d hush-1", "is not the address of a proxy: invalid host name"),
        ])
    func invalid(value: String, cause: String) async throws {
        let failure = try await Self.failure(["http_proxy": value])
        #expect(failure.reason == .machine(.badEnvironment(variable: "http_proxy", cause: cause)))
        #expect(!"\(failure)\(failure.cause)\(failure.hint)".contains("hush"))
        #expect(failure.isLocal && failure.kind == .usage)
    }

    @Test("A proxy that fails is named, without its password")
    func unreachable() async throws {
        let server = try TestServer { _ in }
        server.stop()
        await server.waitUntil { $0.isClosed }
        for variable in ["http_proxy", "https_proxy"] {
            let value = "http://me:hush@127.0.0.1:\(server.port)"
            let scheme = variable.dropLast("_proxy".count)
            let failure = try await Self.failure([variable: value], at: "\(scheme)://x.example/")
            #expect(
                failure.message
                    == "the proxy 127.0.0.1:\(server.port) cannot be reached (connection refused)")
            #expect(failure.kind == .connection)
        }
    }

    @Test("A proxy that wants a password is reported as such")
    func credentials() async throws {
        let proxy = try TestServer { _, _ in .status("407 Proxy Authentication Required") }
        defer { proxy.stop() }
        let variables = ["all_proxy": "127.0.0.1:\(proxy.port)"]
        for address in [Self.feed, "https://feeds.example/"] {
            let failure = try await Self.failure(variables, at: address)
            #expect(failure.reason == .proxyCredentialsRequired)
        }
    }

    @Test("A proxy that rejects a tunnel is reported as such")
    func rejected() async throws {
        let proxy = try TestServer { _, _ in .status("403 Forbidden") }
        defer { proxy.stop() }
        let failure = try await Self.failure(
            ["https_proxy": "127.0.0.1:\(proxy.port)"], at: "https://feeds.example/")
        #expect(failure.message == "the proxy did not accept the connection")
    }
}
