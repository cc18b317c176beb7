import FleetCore
import Foundation
import Testing

@testable import FleetFeeds

@Suite("A webhook is told by POST")
struct WebhookTests {
    private let now = Timestamp(milliseconds: 1_714_564_800_000)

    private func webhook(_ address: String, seconds: Double = 20) throws -> Webhook {
        try Webhook(
            address, configuration: HTTPLimits(version: "1.2.3"),
            limit: Duration(clampingSeconds: seconds), now: { [now] in now })
    }

    /// What comes of a call to a server that answers so.
    private func failure(
        seconds: Double = 20, of answer: @escaping ScriptedServer.Script
    ) async throws -> FeedFailure? {
        let server = try ScriptedServer(answer)
        return await failure(of: try webhook(server.address("/secret"), seconds: seconds))
    }

    private func failure(of webhook: Webhook) async -> FeedFailure? {
        do {
            try await webhook.post([UInt8](#"{"event":"smoke"}"#.utf8))
        } catch {
            return error as? FeedFailure
        }
        return nil
    }

    @Test("the document, its type and who sends it; user and password only as credentials")
    func request() async throws {
        let (bodies, body) = AsyncStream.makeStream(of: [UInt8].self)
        let server = try ScriptedServer(answering: { _, connection in
            body.yield(connection.bytes(17))
            connection.respond()
        })
        let webhook = try webhook("http://me:pass%20word@127.0.0.1:\(server.port)/hook?token=t")
        #expect(await failure(of: webhook) == nil)
        let request = try #require(server.log.requests.first)
        #expect(request.line == "POST /hook?token=t HTTP/1.1")
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["user-agent"] == "fleet/1.2.3")
        let credentials = Data("me:pass word".utf8).base64EncodedString()
        #expect(request.headers["authorization"] == "Basic " + credentials)
        #expect(await bodies.first { _ in true } == Array(#"{"event":"smoke"}"#.utf8))
    }

    @Test("every status of success is one", arguments: ["200 OK", "201 Created", "204 No Content"])
    func success(status: String) async throws {
        let failure = try await failure { connection in
            _ = connection.request()
            connection.respond(status: status)
        }
        #expect(failure == nil)
    }

    @Test(
        "any other status is a failure",
        arguments: [
            ("500 Oops", .status(500)), ("404 Not Found", .status(404)),
            ("401 No", .accessDenied(401)), ("403 No", .accessDenied(403)),
            ("304 Not Modified", .status(304)),
        ] as [(String, FeedFailure.Reason)])
    func status(status: String, reason: FeedFailure.Reason) async throws {
        let failure = try await failure { connection in
            _ = connection.request()
            connection.respond(status: status)
        }
        #expect(failure?.reason == reason)
    }

    @Test("Retry-After is told")
    func retryAfter() async throws {
        let failure = try await failure { connection in
            _ = connection.request()
            connection.respond(status: "429 Too Many", headers: ["Retry-After: 7"])
        }
        #expect(failure?.reason == .status(429))
        #expect(failure?.retryAfterSeconds == 7)
    }

    @Test("a redirect is not followed")
    func redirect() async throws {
        let other = try ScriptedServer(answering: { _, connection in connection.respond() })
        let failure = try await failure { [address = other.address()] connection in
            _ = connection.request()
            connection.respond(status: "307 Elsewhere", headers: ["Location: \(address)"])
        }
        #expect(failure?.reason == .status(307))
        #expect(other.log.connections == 0)
    }

    @Test("one who does not answer is given up, and the connection closed")
    func hang() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.waitForClose()
        }
        let failure = await failure(of: try webhook(server.address(), seconds: 0.2))
        #expect(failure?.cause == "cannot reach \(server.address("")): no answer within 1 s")
        await server.until { $0.closes == 1 }
    }

    @Test("one who answers a byte now and then is given up too")
    func slow() async throws {
        let failure = try await failure(seconds: 0.3) { connection in
            _ = connection.request()
            let dots = DispatchSemaphore(value: 0)
            while connection.isReachable {
                connection.send("H")
                _ = dots.wait(timeout: .now() + 0.05)
            }
        }
        #expect(failure != nil)
    }

    @Test("an answer without end is not read")
    func endless() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.isReachable {
                connection.send([UInt8](repeating: 0x41, count: 65_536))
            }
            connection.waitForClose()
        }
        #expect(await failure(of: try webhook(server.address())) == nil)
        await server.until { $0.closes == 1 }
    }

    @Test("nobody there, a broken connection, and no HTTP")
    func connection() async throws {
        let server = try ScriptedServer { _ in }
        server.stop()
        await server.untilClosed()
        #expect(await failure(of: try webhook(server.address()))?.reason == .connectionRefused)
        let reset = try await failure { connection in
            _ = connection.request()
            connection.reset()
        }
        #expect(reset?.reason == .connectionReset)
        let noise = try await failure { connection in
            _ = connection.request()
            connection.send("hello\r\n\r\n")
        }
        #expect(noise != nil)
    }

    @Test("a certificate that nobody vouches for is refused")
    func encryption() async throws {
        let server = try await TLSServer()
        let failure = await failure(of: try webhook(server.address()))
        #expect(failure?.reason == .tls("the certificate is not trusted"))
        try await server.stop()
    }

    @Test(
        "no more than the host is ever shown",
        arguments: [
            "http://me:hush@127.0.0.1:1/hush?token=hush&x=hush#hush", "HTTP://127.0.0.1:1/hush",
        ])
    func secrets(address: String) async throws {
        let webhook = try webhook(address)
        #expect(webhook.place == "http://127.0.0.1:1")
        let failure = try #require(await failure(of: webhook))
        #expect(failure.cause == "cannot reach http://127.0.0.1:1: connection refused")
        #expect(!"\(failure)".contains("hush"))
    }

    @Test(
        "what is no address is refused without being repeated",
        arguments: [
            "http://", "https://hush:x", "http://a b/hush", "http://hush\r\nX: y/", "file:///hush",
        ])
    func bad(address: String) {
        #expect {
            _ = try webhook(address)
        } throws: { error in
            let failure = error as? FeedFailure
            return failure?.kind == .usage && !"\(error)".contains("hush")
        }
    }

    @Test("a call that is cancelled ends at once")
    func cancelled() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.waitForClose()
        }
        let webhook = try webhook(server.address())
        let call = Task { try await webhook.post([]) }
        await server.until { $0.requests.count == 1 }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await server.until { $0.closes == 1 }
    }
}
