import FleetCore
import FleetTestSupport
import Testing

@testable import FleetFeeds

@Suite("HTTP errors become failures with a reason")
struct HTTPFailureTests {
    @Test(
        "A response without a document is a failure with its status",
        arguments: [
            ("401 Unauthorized", FeedFailure.Reason.access(.accessDenied(401))),
            ("403 Forbidden", .access(.accessDenied(403))),
            ("404 Not Found", .service(.status(404))),
            ("410 Gone", .service(.status(410))), ("429 Too Many Requests", .service(.status(429))),
            ("500 Internal Server Error", .service(.status(500))),
            ("503 Unavailable", .service(.status(503))),
            ("999 Odd", .service(.status(999))), ("206 Partial Content", .service(.status(206))),
            ("300 Multiple Choices", .service(.status(300))), ("302 Found", .service(.status(302))),
            ("304 Not Modified", .service(.status(304))), ("204 No Content", .content(.empty)),
            ("200 OK", .content(.empty)),
        ])
    func status(line: String, reason: FeedFailure.Reason) async throws {
        let failure = try await failure { connection in
            while connection.request() != nil {
                connection.send("HTTP/1.1 \(line)\r\nContent-Length: 0\r\n\r\n")
            }
        }
        #expect(failure.reason == reason)
        #expect(failure.explanation == nil)
    }

    @Test(
        "A body that ends early counts as truncated",
        arguments: [
            "Content-Length: 100\r\n\r\n{\"vehicles\":[]}",
            "Transfer-Encoding: chunked\r\n\r\nf\r\n{\"vehicles\":[]}\r\n",
            "Transfer-Encoding: chunked\r\n\r\n64\r\n{\"vehicles\":[]}",
        ])
    func truncated(rest: String) async throws {
        let failure = try await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\n" + rest)
        }
        #expect(failure.reason == .network(.truncated))
    }

    @Test("A connection closed before the response counts as reset")
    func closedAtOnce() async throws {
        #expect(try await failure { _ = $0.request() }.reason == .network(.connectionReset))
    }

    @Test("A reset before or during the response is reported")
    func reset() async throws {
        let before = try await failure { connection in
            _ = connection.request()
            connection.reset()
        }
        #expect(before.reason == .network(.connectionReset))
        let within = try await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
            connection.reset()
        }
        #expect([.network(.connectionReset), .network(.truncated)].contains(within.reason))
    }

    @Test("A server that sends nothing, or stops within the body, causes a read timeout")
    func readTimeout() async throws {
        for start in ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"] {
            let failure = try await failure({ $0.readTimeout = .milliseconds(50) }) { connection in
                _ = connection.request()
                connection.send(start)
                connection.waitForClose()
            }
            #expect(failure.reason == .network(.readTimeout(seconds: 1)))
        }
    }

    @Test("A body that trickles in byte by byte exceeds the document timeout")
    func drip() async throws {
        let failure = try await failure({ $0.documentTimeout = .milliseconds(100) }) { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 200000000\r\n\r\n")
            // The client closes the connection at its timeout.
            connection.sendUntilClosed(Array(" ".utf8), pause: 0.005)
        }
        #expect(failure.reason == .network(.connection("the document took too long to download")))
    }

    @Test(
        "A response that is not HTTP is reported as such",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 banana\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
            "HTTP/1.1 200 OK\r\nbad header line\r\n\r\n",
        ])
    func garbage(text: String) async throws {
        let failure = try await failure { connection in
            _ = connection.request()
            connection.send(text)
            connection.waitForClose()
        }
        #expect(failure.reason == .network(.connection("the response is not valid HTTP")))
    }

    @Test(
        "An invalid Content-Length is rejected",
        arguments: ["-1", "99999999999999999999", "abc", "1\r\nContent-Length: 2"])
    func lengths(length: String) async throws {
        let failure = try await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n{}")
            connection.waitForClose()
        }
        #expect(failure.kind == .connection)
    }

    @Test("An endless response head is rejected")
    func hugeHead() async throws {
        let failure = try await failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\n")
            for number in 0..<100_000 {
                connection.send("X-\(number): " + String(repeating: "x", count: 1000) + "\r\n")
                guard connection.isReachable else { break }
            }
        }
        #expect(failure.reason == .network(.connection("the response headers are too large")))
    }

    @Test("An unrequested protocol upgrade does not crash")
    func switchingProtocols() async throws {
        let failure = try await failure({ $0.readTimeout = .milliseconds(100) }) { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\nxyz")
            connection.waitForClose()
        }
        #expect(failure.kind == .connection || failure.reason == .service(.status(101)))
    }

    @Test("A port without a listener is reported as a refused connection")
    func refused() async throws {
        let server = try TestServer { _ in }
        let address = server.address()
        server.stop()
        // The port is free once the listener's thread has closed it.
        await server.waitUntil { $0.isClosed }
        #expect(
            try await TestReader(of: address).failure(address).reason
                == .network(.connectionRefused))
    }

    @Test("An unknown host is a failure with its name")
    func unknownHost() async throws {
        // No server of names is asked for a label of more than 63 octets (RFC 1035, 2.3.4).
        let host = String(repeating: "a", count: 64) + ".invalid"
        let address = "http://\(host)/feed"
        let failure = try await TestReader(of: address).failure(address)
        #expect(failure.reason == .network(.hostNotFound(host)))
        #expect(failure.location == address)
    }

    @Test(
        "Retry-After is reported, at most one hour",
        arguments: [
            ("120", 120), ("0", 0), ("999999999999999999999", 3600),
            ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("soon", nil), ("-5", nil), ("", nil),
        ] as [(String, Double?)])
    func retryAfter(text: String, seconds: Double?) async throws {
        for status in ["429 Too Many Requests", "503 Unavailable"] {
            let failure = try await failure { connection in
                while connection.request() != nil {
                    connection.respond(.status(status, "Retry-After: \(text)"))
                }
            }
            #expect(failure.retryAfterSeconds == seconds)
        }
    }
}
