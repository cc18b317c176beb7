import FleetCore
import FleetTestSupport
import Testing

@testable import FleetFeeds

@Suite("Documents are read over HTTP")
struct HTTPFetchTests {
    @Test("A request has the target, the user agent and the accepted encoding")
    func request() async throws {
        let server = try TestServer { _, _ in .text("{}") }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        _ = try await reader.text(server.address("/a%20b/%C3%A9?x=1&y=%26#top"))
        let request = try #require(server.requests.first)
        #expect(request.line == "GET /a%20b/%C3%A9?x=1&y=%26 HTTP/1.1")
        #expect(request.headers["user-agent"] == "fleet/1.2.3")
        #expect(request.headers["accept-encoding"] == "gzip")
        #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
        #expect(request.headers["if-none-match"] == nil)
        await reader.documents.transport.shutdown()
    }

    @Test(
        "A body is read completely with every framing",
        arguments: [
            "Content-Length: 15\r\n\r\n{\"vehicles\":[]}",
            "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\ne\r\n\"vehicles\":[]}\r\n0\r\n\r\n",
            "Connection: close\r\n\r\n{\"vehicles\":[]}",
            "Content-Encoding: identity\r\nContent-Length: 15\r\n\r\n{\"vehicles\":[]}",
        ])
    func bodies(rest: String) async throws {
        let server = try TestServer { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n")
            for byte in ("HTTP/1.1 200 OK\r\n" + rest).utf8 { connection.send([byte]) }
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        #expect(try await reader.text(server.address()) == "{\"vehicles\":[]}")
        await reader.documents.transport.shutdown()
    }

    @Test("All documents of one refresh use one connection")
    func keepAlive() async throws {
        let server = try TestServer { _, _ in .text("{}") }
        defer { server.stop() }
        let reader = TestReader(of: server.address(), limits: { $0.idleTimeout = .seconds(3600) })
        for number in 0..<5 { _ = try await reader.text(server.address("/\(number)")) }
        #expect(server.log.connections == 1)
        await reader.documents.transport.shutdown()
    }

    @Test("Shutting down the reader closes its connections")
    func shutdown() async throws {
        let server = try TestServer { connection in
            _ = connection.request()
            connection.respond(.text("{}"))
            connection.waitForClose()
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        _ = try await reader.text(server.address())
        await reader.documents.transport.shutdown()
        await server.waitUntil { $0.closes == 1 }
        await #expect(throws: CancellationError.self) {
            try await reader.session.read(server.address())
        }
    }

    @Test("A request lost on a closing connection is sent once more")
    func lostRequest() async throws {
        let server = try TestServer { connection in
            _ = connection.request()
            connection.respond(.text("{}"))
            // The next request on this connection gets no response.
            _ = connection.request()
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        #expect(try await reader.text(server.address("/1")) == "{}")
        #expect(try await reader.text(server.address("/2")) == "{}")
        #expect(server.log.connections == 2)
        await reader.documents.transport.shutdown()
    }

    @Test("A cached document is requested conditionally")
    func validators() async throws {
        let server = try TestServer { connection in
            while let request = connection.request() {
                if request.headers["if-none-match"] == "\"v1\"" {
                    // Some servers send a content encoding with a 304.
                    connection.send("HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n")
                    connection.send("ETag: \"v2\"\r\n\r\n")
                } else {
                    connection.respond(
                        .text(
                            "{}", "ETag: \"v1\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"))
                }
            }
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        let first = try await reader.document(server.address("/feed"))
        #expect(first.cacheEntry.entityTag == "\"v1\"")
        #expect(first.cacheEntry.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT")
        let again = try await reader.session.read(
            server.address("/feed"), cached: first.cacheEntry)
        guard case .notModified(let cacheEntry) = again else {
            Issue.record("\(again)")
            return
        }
        #expect(cacheEntry.entityTag == "\"v2\"")
        #expect(cacheEntry.lastModified == first.cacheEntry.lastModified)
        let request = try #require(server.requests.last)
        #expect(request.headers["if-modified-since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        // The validators of another address are not sent.
        let other = try await reader.document(server.address("/other"), cached: cacheEntry)
        #expect(other.text == "{}")
        #expect(server.requests.last?.headers["if-none-match"] == nil)
        await reader.documents.transport.shutdown()
    }

    @Test("White space around header values is ignored")
    func whitespace() async throws {
        let server = try TestServer { connection in
            while let request = connection.request() {
                switch request.target {
                case "/old":
                    connection.send("HTTP/1.1 302 Found\r\nLocation: \t /new \t\r\n")
                    connection.send("Content-Length: \t0 \r\n\r\n")
                case "/new":
                    connection.respond(.text("{}", "ETag:\t \"v1\" \t", "Last-Modified:\tX\t"))
                default: connection.respond(.status("503 Wait", "Retry-After:\t 120\t "))
                }
            }
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        let document = try await reader.document(server.address("/old"))
        #expect(document.base == server.address("/new"))
        #expect(document.cacheEntry.entityTag == "\"v1\"")
        #expect(document.cacheEntry.lastModified == "X")
        #expect(try await reader.failure(server.address("/busy")).retryAfterSeconds == 120)
        await reader.documents.transport.shutdown()
    }

    @Test("Progress reports the bytes of the whole refresh")
    func progress() async throws {
        let server = try TestServer { _, _ in .text(String(repeating: " ", count: 300_000)) }
        defer { server.stop() }
        let counts = Observed<[Int]>([])
        let reader = TestReader(
            of: server.address(), progress: { count in counts.change { $0.append(count) } })
        for _ in 0..<2 { _ = try await reader.text(server.address()) }
        #expect(counts.value.last == 600_000)
        #expect(counts.value == counts.value.sorted())
        #expect(counts.value.count >= 4)
        await reader.documents.transport.shutdown()
    }

    @Test(
        "An invalid address is rejected before a request is sent",
        arguments: [
            "http://", "http:feed", "http://ex ample/", "http://example.com/a b",
            "http://example.com/\r\nX: 1", "http://ex\u{e4}mple.com/", "http://a:0/",
            "http://a:65536/", "http://a:b/", "http://[::1/", "http://[zz]/", "http://[::1]x/",
            "ftp://example.com/", "http://a%2f/", "http://a\\b/", "", "http://\u{7f}/",
            "http://" + String(repeating: "a", count: 300) + "/",
            "http://a/" + String(repeating: "a", count: 10_000),
        ])
    func badAddresses(address: String) async throws {
        let reader = TestReader(of: address)
        let failure = try await reader.failure(address)
        guard case .link(.badAddress) = failure.reason else {
            Issue.record("\(failure)")
            return
        }
    }
}
