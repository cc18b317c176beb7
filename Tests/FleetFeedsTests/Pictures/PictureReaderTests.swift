import FleetCore
import FleetTestSupport
import Testing

@testable import FleetFeeds

@Suite("Pictures are fetched without credentials")
struct PictureReaderTests {
    private static let png = Array("\u{89}PNG".utf8) + [0, 1, 2]

    @Test("A picture at the source's own address is read with its validators")
    func read() async throws {
        let server = try TestServer { _, _ in
            .init(headers: ["ETag: \"p1\""], body: Self.png)
        }
        defer { server.stop() }
        let response = try await TestPictureReader.onLoopback().read(server.address("/a.png"))
        let document = FeedCacheState.Document(
            address: server.address("/a.png"), entityTag: "\"p1\"")
        #expect(response == .read(Self.png, document))
        #expect(server.requests.first?.headers["user-agent"] == "fleet/1.2.3")
        #expect(server.requests.first?.headers["accept"]?.hasPrefix("image/png") == true)
    }

    @Test("An unchanged picture is not sent again")
    func notModified() async throws {
        let server = try TestServer { _, request in
            let isKnown = request.headers["if-none-match"] == "\"p1\""
            return .init(status: isKnown ? "304 Not Modified" : "200 OK", body: Self.png)
        }
        defer { server.stop() }
        let known = FeedCacheState.Document(address: server.address("/a"), entityTag: "\"p1\"")
        let response = try await TestPictureReader.onLoopback().read(
            server.address("/a"), cached: known)
        #expect(response == .notModified(known))
    }

    @Test("No picture request has a credential of the source, not even to its own origin")
    func credentials() async throws {
        let server = try TestServer { _, _ in
            .init(headers: ["Set-Cookie: s3cret=1"], body: Self.png)
        }
        defer { server.stop() }
        var credentials = Credentials()
        credentials.headers = [.init(name: "X-Api-Key", value: "s3cret-header")]
        credentials.bearerVariable = "TOKEN"
        credentials.queryItems = ["k": "s3cret-query"]
        credentials.authOrigins = [server.address()]
        let secrets = try credentials.resolved { _ in "s3cret-bearer" }
        let reader = TestPictureReader.make(source: server.address("/gbfs.json"), secrets: secrets)
        for link in ["a.png", "a.png?k=s3cret-query&x=1", "/a.png"] {
            let address = try #require(reader.address(of: link, in: server.address("/types.json")))
            _ = try await reader.read(address)
        }
        #expect(server.requests.map(\.target) == ["/a.png", "/a.png?x=1", "/a.png"])
        for request in server.requests {
            #expect(
                Set(request.headers.keys) == ["host", "user-agent", "accept", "accept-encoding"])
        }
        let failure = try await TestPictureReader.failure(
            of: reader, at: server.address("/s3cret-bearer/a.png"))
        #expect(
            failure.reason == .link(.badAddress("the address contains a credential of the source")))
        #expect(!failure.location.contains("s3cret"))
        #expect(server.requests.count == 3)
    }

    @Test("An address with a password is neither requested nor accepted as a link")
    func userInformation() async throws {
        let reader = TestPictureReader.onLoopback()
        let failure = try await TestPictureReader.failure(
            of: reader, at: "http://ann:s3cret@127.0.0.1:1/a")
        #expect(failure.reason == .link(.badAddress("the address contains a password")))
        #expect(!failure.location.contains("s3cret"))
        #expect(reader.address(of: "http://ann:s3cret@127.0.0.1/a", in: "http://b/") == nil)
        #expect(reader.address(of: "a.png", in: "http://ann:s3cret@b/c/") == "http://b/c/a.png")
    }

    @Test(
        "Only web addresses are picture links",
        arguments: [
            "file:///etc/passwd", "/etc/passwd", "a.png", "-", "ftp://h/a", "data:image/png,x",
            "javascript:1", "", "http://", "http:/etc", "unix:/tmp/socket", "http+unix://x/a",
            "http://h/a b", "http://h/\na",
        ])
    func links(link: String) {
        let reader = TestPictureReader.onLoopback()
        #expect(reader.address(of: link, in: "/feeds/vehicle_types.json") == nil)
        #expect(reader.address(of: link, in: "-") == nil)
    }

    @Test("An endless picture is cut off at 5 MiB, a larger announced one is rejected immediately")
    func endless() async throws {
        let server = try TestServer { connection in
            let request = connection.request()
            if request?.target == "/promise" {
                return connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6291456\r\n\r\n")
            }
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            connection.sendUntilClosed([UInt8](repeating: 7, count: 1 << 16))
        }
        defer { server.stop() }
        for path in ["/endless", "/promise"] {
            let failure = try await TestPictureReader.failure(
                of: TestPictureReader.onLoopback(), at: server.address(path))
            #expect(failure.reason == .size(.tooLarge(limit: 5 << 20)))
        }
    }

    @Test("A gzip bomb is rejected")
    func bomb() async throws {
        let zeros = Gzip.bomb(mebibytes: 32)
        let server = try TestServer { _, _ in
            .init(headers: ["Content-Encoding: gzip"], body: zeros)
        }
        defer { server.stop() }
        let failure = try await TestPictureReader.failure(
            of: TestPictureReader.onLoopback(), at: server.address("/a"))
        #expect(
            [.size(.tooLarge(limit: 5 << 20)), .size(.suspiciousCompression)].contains(
                failure.reason))
    }

    @Test("A cancelled read ends its request")
    func cancelled() async throws {
        let server = try TestServer { connection in
            _ = connection.request()
            connection.waitForClose()
        }
        defer { server.stop() }
        let read = Task { try await TestPictureReader.onLoopback().read(server.address("/a")) }
        await server.waitUntil { $0.requests.count == 1 }
        read.cancel()
        await #expect(throws: CancellationError.self) { try await read.value }
        await server.waitUntil { $0.closes == 1 }
    }
}
