import FleetCore
import FleetTestSupport
import Synchronization
import Testing

@testable import FleetFeeds

@Suite("The host of a picture is checked before every request")
struct HostPolicyTests {
    private static let refused = FeedFailure.Reason.link(
        .badAddress(
            "the host is not on the public internet"))

    private static func server() throws -> TestServer {
        try TestServer { _, request in
            guard request.target.hasPrefix("/to/") else { return .text("picture") }
            return .redirect(to: PercentEncoding.decoded(request.target.dropFirst(4)))
        }
    }

    @Test(
        "A source on the public internet cannot link to pictures on private networks",
        arguments: [
            "127.0.0.1", "2130706433", "0x7f000001", "017700000001", "127.1", "localhost",
            "0.0.0.0", "0", "[::1]", "[::ffff:127.0.0.1]", "[::]", "10.0.0.1",
            "169.254.169.254", "192.168.1.1", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]",
        ])
    func privateHosts(host: String) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let reader = PictureReader(
            limits: HTTPLimits(version: "1"), source: .web("https://1.1.1.1/gbfs.json"),
            secrets: ResolvedCredentials(), now: { noon })
        let failure = try await TestPictureReader.failure(
            of: reader, at: "http://\(host):\(server.port)/a")
        #expect(failure.reason == Self.refused)
        #expect(server.log.connections == 0)
    }

    @Test(
        "A file, the standard input and the simulation cannot either",
        arguments: [
            Location.file("/feeds/gbfs.json"), .standardInput, .simulation("sim://demo"),
        ])
    func otherSources(source: Location) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let reader = PictureReader(
            limits: HTTPLimits(version: "1"), source: source,
            secrets: ResolvedCredentials(), now: { noon })
        let failure = try await TestPictureReader.failure(of: reader, at: server.address("/a"))
        #expect(failure.reason == Self.refused)
        #expect(server.log.connections == 0)
    }

    @Test("A source on the loopback can link to pictures at the same address, under any name")
    func onLoopback() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let reader = TestPictureReader.make(source: "http://127.0.0.1:1/gbfs.json")
        for host in ["127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]"] {
            let response = try await reader.read("http://\(host):\(server.port)/a")
            #expect(response.bytes == Array("picture".utf8))
        }
        let failure = try await TestPictureReader.failure(
            of: reader, at: "http://127.0.0.2:\(server.port)/a")
        #expect(failure.reason == Self.refused, "another address of this machine")
        #expect(server.log.connections == 4)
    }

    @Test(
        "A redirect is checked like the address itself",
        arguments: [
            "http://10.0.0.1/a", "http://169.254.169.254/latest/meta-data/", "http://[::1]/a",
            "http://127.0.0.2/a", "http://rebound.example/a", "//2130706434/a",
        ])
    func redirects(link: String) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let failure = try await TestPictureReader.failure(
            of: TestPictureReader.onLoopback(), at: server.address("/to/\(link)"))
        #expect(failure.reason == Self.refused)
        #expect(server.requests.count == 1)
    }

    @Test(
        "At most three redirects are followed, only to the web and without a password",
        arguments: [
            ("file:///etc/passwd", FeedFailure.Reason.link(.badRedirect(to: "file:///etc/passwd"))),
            ("ftp://127.0.0.1/a", .link(.badRedirect(to: "ftp://127.0.0.1/a"))),
            ("http://ann:pw@127.0.0.1/a", .link(.badAddress("the address contains a password"))),
            ("/to//to//to//to//a", .link(.tooManyRedirects(limit: 3))),
        ])
    func badRedirects(link: String, reason: FeedFailure.Reason) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let failure = try await TestPictureReader.failure(
            of: TestPictureReader.onLoopback(), at: server.address("/to/\(link)"))
        #expect(failure.reason == reason)
    }

    @Test("The request goes to the checked address, even if the name resolves differently later")
    func rebinding() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let lookups = Mutex<[String]>([])
        // The first lookup returns the source's own address; a second one would lead elsewhere.
        let reader = TestPictureReader.make(
            source: "http://source.example/gbfs.json",
            lookup: { host in
                let isFirst = lookups.withLock { hosts in
                    hosts.append(host)
                    return hosts.filter { $0 == host }.count == 1
                }
                return [isFirst ? "127.0.0.1" : "127.0.0.2"].compactMap { IPAddress($0) }
            })
        let response = try await reader.read("http://pictures.example:\(server.port)/a")
        #expect(response.bytes == Array("picture".utf8))
        #expect(lookups.withLock(\.self) == ["pictures.example", "source.example"])
        #expect(server.requests.first?.headers["host"] == "pictures.example:\(server.port)")
    }

    @Test("The first allowed one of several addresses is used")
    func several() async throws {
        let hosts = HostPolicy(source: .web("http://source.example/")) { host in
            let texts =
                switch host {
                case "mixed.example": ["10.0.0.1", "1.1.1.1"]
                case "own.example": ["::1", "127.0.0.1"]
                default: ["127.0.0.1"]
                }
            return texts.compactMap { IPAddress($0) }
        }
        func address(_ text: String) async throws -> String {
            try await hosts.address(for: WebAddress(text)).text
        }
        #expect(try await address("http://mixed.example/") == "1.1.1.1")
        #expect(try await address("http://own.example/") == "127.0.0.1")
    }

    @Test("An unknown host is reported as such")
    func unknown() async throws {
        let reader = TestPictureReader.make(source: "http://source.example/", lookup: { _ in [] })
        let failure = try await TestPictureReader.failure(
            of: reader, at: "http://nowhere.example/a")
        #expect(failure.reason == .network(.hostNotFound("nowhere.example")))
    }

    @Test("A picture over HTTPS comes from the checked address, verified by the host name")
    func encrypted() async throws {
        let certificate = TestCertificate.otherHost
        let server = try TestServer(certificate: certificate) { connection in
            if connection.request() != nil { connection.respond(.text("picture")) }
        }
        try await withCertificateFile(certificate) { path async throws -> Void in
            let reader = TestPictureReader.make(
                source: "http://source.example/", limits: { $0.trust(path) },
                lookup: { _ in [IPAddress("127.0.0.1")].compactMap(\.self) })
            let address = server.address().replacing("127.0.0.1", with: "example.com")
            #expect(try await reader.read(address).bytes == Array("picture".utf8))
            let other = server.address().replacing("127.0.0.1", with: "other.example")
            let failure = try await TestPictureReader.failure(of: reader, at: other)
            #expect(failure.reason == .network(.tls("the certificate is for another host")))
        }
    }

    @Test(
        "The feed of a source that was added over the network is read from the public internet only",
        arguments: ["127.0.0.1", "localhost", "2130706433", "[::1]", "[::ffff:127.0.0.1]"])
    func feeds(host: String) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let reader = DocumentReader(
            HTTPTransport(limits: HTTPLimits(version: "1")), publicHostsOnly: true,
            standardInput: -1, now: { noon })
        let address = "http://\(host):\(server.port)/gbfs.json"
        let failure = await #expect(throws: FeedFailure.self) {
            _ = try await reader.session(for: address).read(address)
        }
        #expect(failure?.reason == Self.refused)
        #expect(server.log.connections == 0)
        await reader.transport.shutdown()
    }
}
