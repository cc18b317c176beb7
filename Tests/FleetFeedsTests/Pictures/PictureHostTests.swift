import FleetCore
import Synchronization
import Testing

@testable import FleetFeeds

@Suite("The host of a picture is looked at before it is asked, at every step")
struct PictureHostTests {
    private static let refused = FeedFailure.Reason.badAddress(
        "its host is not in the public internet")

    private static func server() throws -> ScriptedServer {
        try ScriptedServer { request, connection in
            guard request.target.hasPrefix("/to/") else { return connection.respond("picture") }
            let link = PercentEncoding.decoded(request.target.dropFirst(4))
            connection.respond(status: "302 Found", headers: ["Location: \(link)"])
        }
    }

    @Test(
        "a source in the public internet has no pictures in private networks",
        arguments: [
            "127.0.0.1", "2130706433", "0x7f000001", "017700000001", "127.1", "localhost",
            "0.0.0.0", "0", "[::1]", "[::ffff:127.0.0.1]", "[::]", "10.0.0.1",
            "169.254.169.254", "192.168.1.1", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]",
        ])
    func privateHosts(host: String) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let reader = PictureReader(
            configuration: HTTPLimits(version: "1"), source: .web("https://1.1.1.1/gbfs.json"),
            secrets: ResolvedCredentials(), now: { noon })
        let failure = try await Pictures.failure(reader, at: "http://\(host):\(server.port)/a")
        #expect(failure.reason == Self.refused)
        #expect(server.log.connections == 0)
    }

    @Test(
        "what is read from a file, the standard input or the simulation has none either",
        arguments: [
            Location.file("/feeds/gbfs.json"), .standardInput, .simulation("sim://demo"),
        ])
    func otherSources(source: Location) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let reader = PictureReader(
            configuration: HTTPLimits(version: "1"), source: source,
            secrets: ResolvedCredentials(), now: { noon })
        let failure = try await Pictures.failure(reader, at: server.address("/a"))
        #expect(failure.reason == Self.refused)
        #expect(server.log.connections == 0)
    }

    @Test("a source at an address of this machine has pictures there, under any name of it")
    func atSource() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let reader = Pictures.reader(source: "http://127.0.0.1:1/gbfs.json")
        for host in ["127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]"] {
            let answer = try await reader.read("http://\(host):\(server.port)/a")
            #expect(answer.bytes == Array("picture".utf8))
        }
        let failure = try await Pictures.failure(reader, at: "http://127.0.0.2:\(server.port)/a")
        #expect(failure.reason == Self.refused, "another address of this machine")
        #expect(server.log.connections == 4)
    }

    @Test(
        "a redirect is checked like the address itself",
        arguments: [
            "http://10.0.0.1/a", "http://169.254.169.254/latest/meta-data/", "http://[::1]/a",
            "http://127.0.0.2/a", "http://rebound.example/a", "//2130706434/a",
        ])
    func redirects(link: String) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let failure = try await Pictures.failure(
            Pictures.atSource(), at: server.address("/to/\(link)"))
        #expect(failure.reason == Self.refused)
        #expect(server.log.requests.count == 1)
    }

    @Test(
        "a redirect leads to the web only, without password, and not more than three times",
        arguments: [
            ("file:///etc/passwd", FeedFailure.Reason.badRedirect(to: "file:///etc/passwd")),
            ("ftp://127.0.0.1/a", .badRedirect(to: "ftp://127.0.0.1/a")),
            ("http://ann:pw@127.0.0.1/a", .badAddress("it holds a password")),
            ("/to//to//to//to//a", .tooManyRedirects(limit: 3)),
        ])
    func badRedirects(link: String, reason: FeedFailure.Reason) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let failure = try await Pictures.failure(
            Pictures.atSource(), at: server.address("/to/\(link)"))
        #expect(failure.reason == reason)
    }

    @Test("the address that was looked at is the one that is asked, whatever the name means next")
    func rebinding() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let asked = Mutex<[String]>([])
        // The first answer is of the source's own address; a second one would lead elsewhere.
        let reader = Pictures.reader(
            source: "http://source.example/gbfs.json",
            lookup: { host in
                let isFirst = asked.withLock { asked in
                    asked.append(host)
                    return asked.filter { $0 == host }.count == 1
                }
                return [isFirst ? "127.0.0.1" : "127.0.0.2"].compactMap { NetworkAddress($0) }
            })
        let answer = try await reader.read("http://pictures.example:\(server.port)/a")
        #expect(answer.bytes == Array("picture".utf8))
        #expect(asked.withLock(\.self) == ["pictures.example", "source.example"])
        #expect(server.log.requests.first?.headers["host"] == "pictures.example:\(server.port)")
    }

    @Test("of several addresses the first that is allowed is asked")
    func several() async throws {
        let hosts = PictureHosts(source: .web("http://source.example/")) { host in
            let texts =
                switch host {
                case "mixed.example": ["10.0.0.1", "1.1.1.1"]
                case "own.example": ["::1", "127.0.0.1"]
                default: ["127.0.0.1"]
                }
            return texts.compactMap { NetworkAddress($0) }
        }
        #expect(try await hosts.address(for: WebAddress("http://mixed.example/")).text == "1.1.1.1")
        #expect(try await hosts.address(for: WebAddress("http://own.example/")).text == "127.0.0.1")
    }

    @Test("a host that is not known is told as such")
    func unknown() async throws {
        let reader = Pictures.reader(source: "http://source.example/", lookup: { _ in [] })
        let failure = try await Pictures.failure(reader, at: "http://nowhere.example/a")
        #expect(failure.reason == .hostNotFound("nowhere.example"))
    }

    @Test("an encrypted picture is read from the address that was looked at, under its host's name")
    func encrypted() async throws {
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\npicture"
        let certificate = TestCertificate.otherHost
        let server = try await TLSServer(certificate: certificate, response: response)
        try await withCertificateFile(certificate) { path async throws -> Void in
            let reader = Pictures.reader(
                source: "http://source.example/", limits: { $0.trustedCertificates = path },
                lookup: { _ in [NetworkAddress("127.0.0.1")].compactMap(\.self) })
            let address = server.address().replacing("127.0.0.1", with: "example.com")
            #expect(try await reader.read(address).bytes == Array("picture".utf8))
            let other = server.address().replacing("127.0.0.1", with: "other.example")
            let failure = try await Pictures.failure(reader, at: other)
            #expect(failure.reason == .tls("the certificate is of another host"))
        }
        try await server.stop()
    }
}
