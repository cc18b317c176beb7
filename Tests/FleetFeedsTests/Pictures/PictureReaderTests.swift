import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Pictures are fetched without credentials, and never from a private network")
struct PictureReaderTests {
    private static let png = Array("\u{89}PNG".utf8) + [0, 1, 2]

    @Test("a picture of the source's own address is read, with how to ask for the change")
    func read() async throws {
        let server = try ScriptedServer { _, connection in
            connection.respond(headers: ["ETag: \"p1\""], Self.png)
        }
        defer { server.stop() }
        let answer = try await Pictures.atSource().read(server.address("/a.png"))
        let document = FeedMemory.Document(
            address: server.address("/a.png"), entityTag: "\"p1\"")
        #expect(answer == .read(Self.png, document))
        #expect(server.log.requests.first?.headers["user-agent"] == "fleet/1.2.3")
        #expect(server.log.requests.first?.headers["accept"]?.hasPrefix("image/png") == true)
    }

    @Test("a picture that did not change is not sent again")
    func notModified() async throws {
        let server = try ScriptedServer { request, connection in
            let isKnown = request.headers["if-none-match"] == "\"p1\""
            connection.respond(status: isKnown ? "304 Not Modified" : "200 OK", Self.png)
        }
        defer { server.stop() }
        let known = FeedMemory.Document(address: server.address("/a"), entityTag: "\"p1\"")
        let answer = try await Pictures.atSource().read(server.address("/a"), remembered: known)
        #expect(answer == .notModified(known))
    }

    @Test("no credential of the source reaches a picture, at its own origin neither")
    func credentials() async throws {
        let server = try ScriptedServer { request, connection in
            connection.respond(headers: ["Set-Cookie: s3cret=1"], Self.png)
        }
        defer { server.stop() }
        var credentials = Credentials()
        credentials.headers = [.init(name: "X-Api-Key", value: "s3cret-header")]
        credentials.bearerVariable = "TOKEN"
        credentials.queryItems = ["k": "s3cret-query"]
        credentials.authOrigins = [server.address()]
        let secrets = try credentials.resolved { _ in "s3cret-bearer" }
        let reader = Pictures.reader(source: server.address("/gbfs.json"), secrets: secrets)
        for link in ["a.png", "a.png?k=s3cret-query&x=1", "/a.png"] {
            let address = try #require(reader.address(of: link, in: server.address("/types.json")))
            _ = try await reader.read(address)
        }
        #expect(server.log.requests.map(\.target) == ["/a.png", "/a.png?x=1", "/a.png"])
        for request in server.log.requests {
            #expect(
                Set(request.headers.keys) == ["host", "user-agent", "accept", "accept-encoding"])
        }
        let failure = try await Pictures.failure(
            reader, at: server.address("/s3cret-bearer/a.png"))
        #expect(failure.reason == .badAddress("it holds a credential of the source"))
        #expect(!failure.place.contains("s3cret"))
        #expect(server.log.requests.count == 3)
    }

    @Test("an address with a password is not asked, and is no link")
    func userInformation() async throws {
        let reader = Pictures.atSource()
        let failure = try await Pictures.failure(reader, at: "http://ann:s3cret@127.0.0.1:1/a")
        #expect(failure.reason == .badAddress("it holds a password"))
        #expect(!failure.place.contains("s3cret"))
        #expect(reader.address(of: "http://ann:s3cret@127.0.0.1/a", in: "http://b/") == nil)
        #expect(reader.address(of: "a.png", in: "http://ann:s3cret@b/c/") == "http://b/c/a.png")
    }

    @Test(
        "only what is in the web is a link to a picture",
        arguments: [
            "file:///etc/passwd", "/etc/passwd", "a.png", "-", "ftp://h/a", "data:image/png,x",
            "javascript:1", "", "http://", "http:/etc", "unix:/tmp/socket", "http+unix://x/a",
            "http://h/a b", "http://h/\na",
        ])
    func links(link: String) {
        let reader = Pictures.atSource()
        #expect(reader.address(of: link, in: "/feeds/vehicle_types.json") == nil)
        #expect(reader.address(of: link, in: "-") == nil)
    }

    @Test("a server that never ends is given up at five megabytes, one that promises more at once")
    func endless() async throws {
        let server = try ScriptedServer { connection in
            let request = connection.request()
            if request?.target == "/promise" {
                return connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6291456\r\n\r\n")
            }
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            let chunk = [UInt8](repeating: 7, count: 1 << 16)
            while connection.isReachable { connection.send(chunk) }
        }
        defer { server.stop() }
        for path in ["/endless", "/promise"] {
            let failure = try await Pictures.failure(
                Pictures.atSource(), at: server.address(path))
            #expect(failure.reason == .tooLarge(limit: 5 << 20))
        }
    }

    @Test("a picture packed as a bomb is given up")
    func bomb() async throws {
        let zeros = Gzip.bomb(mebibytes: 32)
        let server = try ScriptedServer { _, connection in
            connection.respond(headers: ["Content-Encoding: gzip"], zeros)
        }
        defer { server.stop() }
        let failure = try await Pictures.failure(Pictures.atSource(), at: server.address("/a"))
        #expect([.tooLarge(limit: 5 << 20), .suspiciousCompression].contains(failure.reason))
    }

    @Test("a reader that is cancelled ends its request")
    func cancelled() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.waitForClose()
        }
        defer { server.stop() }
        let reading = Task { try await Pictures.atSource().read(server.address("/a")) }
        await server.until { $0.requests.count == 1 }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        await server.until { $0.closes == 1 }
    }
}
