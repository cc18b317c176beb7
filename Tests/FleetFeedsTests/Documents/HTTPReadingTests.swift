import FleetCore
import Testing

@testable import FleetFeeds

@Suite("A document is read over HTTP")
struct HTTPReadingTests {
    @Test("a request says who asks, for what, and how it may be packed")
    func request() async throws {
        let server = try ScriptedServer { request, connection in connection.respond("{}") }
        defer { server.stop() }
        let reading = Reading(of: server.address())
        _ = try await reading.text(server.address("/a%20b/%C3%A9?x=1&y=%26#top"))
        let request = try #require(server.log.requests.first)
        #expect(request.line == "GET /a%20b/%C3%A9?x=1&y=%26 HTTP/1.1")
        #expect(request.headers["user-agent"] == "fleet/1.2.3")
        #expect(request.headers["accept-encoding"] == "gzip")
        #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
        #expect(request.headers["if-none-match"] == nil)
        await reading.reader.shutdown()
    }

    @Test(
        "a body comes whole, however it is cut",
        arguments: [
            "Content-Length: 15\r\n\r\n{\"vehicles\":[]}",
            "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\ne\r\n\"vehicles\":[]}\r\n0\r\n\r\n",
            "Connection: close\r\n\r\n{\"vehicles\":[]}",
            "Content-Encoding: identity\r\nContent-Length: 15\r\n\r\n{\"vehicles\":[]}",
        ])
    func bodies(rest: String) async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n")
            for byte in ("HTTP/1.1 200 OK\r\n" + rest).utf8 { connection.send([byte]) }
        }
        defer { server.stop() }
        let reading = Reading(of: server.address())
        #expect(try await reading.text(server.address()) == "{\"vehicles\":[]}")
        await reading.reader.shutdown()
    }

    @Test("documents of one refresh come over one connection")
    func keepAlive() async throws {
        let server = try ScriptedServer { request, connection in connection.respond("{}") }
        defer { server.stop() }
        let reading = Reading(of: server.address(), limits: { $0.idle = .seconds(3600) })
        for number in 0..<5 { _ = try await reading.text(server.address("/\(number)")) }
        #expect(server.log.connections == 1)
        await reading.reader.shutdown()
    }

    @Test("the end of the reader closes its connections")
    func shutdown() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.respond("{}")
            connection.waitForClose()
        }
        defer { server.stop() }
        let reading = Reading(of: server.address())
        _ = try await reading.text(server.address())
        await reading.reader.shutdown()
        await server.until { $0.closes == 1 }
        await #expect(throws: CancellationError.self) {
            try await reading.session.read(server.address())
        }
    }

    @Test("a request that a closing connection lost is sent once more")
    func lostRequest() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.respond("{}")
            // The next request on this connection goes unanswered.
            _ = connection.request()
        }
        defer { server.stop() }
        let reading = Reading(of: server.address())
        #expect(try await reading.text(server.address("/1")) == "{}")
        #expect(try await reading.text(server.address("/2")) == "{}")
        #expect(server.log.connections == 2)
        await reading.reader.shutdown()
    }

    @Test("what did not change is only asked after")
    func validators() async throws {
        let server = try ScriptedServer { request, connection in
            let validators = ["ETag: \"v1\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"]
            if request.headers["if-none-match"] == "\"v1\"" {
                // Some servers say how the document would have been packed.
                connection.send("HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n")
                connection.send("ETag: \"v2\"\r\n\r\n")
            } else {
                connection.respond(headers: validators, "{}")
            }
        }
        defer { server.stop() }
        let reading = Reading(of: server.address())
        let first = try await reading.document(server.address("/feed"))
        #expect(first.memory.entityTag == "\"v1\"")
        #expect(first.memory.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT")
        let again = try await reading.session.read(
            server.address("/feed"), remembered: first.memory)
        guard case .notModified(let memory) = again else {
            Issue.record("\(again)")
            return
        }
        #expect(memory.entityTag == "\"v2\"")
        #expect(memory.lastModified == first.memory.lastModified)
        let request = try #require(server.log.requests.last)
        #expect(request.headers["if-modified-since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        // What is remembered of another address is not asked by.
        let other = try await reading.document(server.address("/other"), remembered: memory)
        #expect(other.text == "{}")
        #expect(server.log.requests.last?.headers["if-none-match"] == nil)
        await reading.reader.shutdown()
    }

    @Test("progress counts the bytes of the whole refresh")
    func progress() async throws {
        let server = try ScriptedServer { request, connection in
            connection.respond(String(repeating: " ", count: 300_000))
        }
        defer { server.stop() }
        let counts = Counts()
        let reading = Reading(of: server.address(), progress: { counts.append($0) })
        for _ in 0..<2 { _ = try await reading.text(server.address()) }
        #expect(counts.all.last == 600_000)
        #expect(counts.all == counts.all.sorted())
        #expect(counts.all.count >= 4)
        await reading.reader.shutdown()
    }

    @Test(
        "an address that makes no sense is refused before anything is sent",
        arguments: [
            "http://", "http:feed", "http://ex ample/", "http://example.com/a b",
            "http://example.com/\r\nX: 1", "http://ex\u{e4}mple.com/", "http://a:0/",
            "http://a:65536/", "http://a:b/", "http://[::1/", "http://[zz]/", "http://[::1]x/",
            "ftp://example.com/", "http://a%2f/", "http://a\\b/", "", "http://\u{7f}/",
            "http://" + String(repeating: "a", count: 300) + "/",
            "http://a/" + String(repeating: "a", count: 10_000),
        ])
    func badAddresses(address: String) async throws {
        let reading = Reading(of: address)
        let failure = try await reading.failure(address)
        guard case .badAddress = failure.reason else {
            Issue.record("\(failure)")
            return
        }
    }
}
