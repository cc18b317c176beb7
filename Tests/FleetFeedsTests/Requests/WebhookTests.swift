import FleetCore
import FleetTestSupport
import Foundation
import Synchronization
import Testing

@testable import FleetFeeds

@Suite("A webhook receives a POST request")
struct WebhookTests {
    private let now = Timestamp(milliseconds: 1_714_564_800_000)

    private func webhook(_ address: String, seconds: Double = 20) throws -> Webhook {
        try Webhook(
            address, limits: HTTPLimits(version: "1.2.3"),
            timeout: Duration(clampingSeconds: seconds), now: { [now] in now })
    }

    /// Posts to a server that runs this script, and returns the failure, if any.
    private func failure(
        seconds: Double = 20, script: @escaping TestServer.Script
    ) async throws -> FeedFailure? {
        let server = try TestServer(script: script)
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

    @Test("The request has body, content type and user agent, and a password only as Basic auth")
    func request() async throws {
        let server = try TestServer { _, _ in .text("") }
        let webhook = try webhook("http://me:pass%20word@127.0.0.1:\(server.port)/hook?token=t")
        #expect(await failure(of: webhook) == nil)
        let request = try #require(server.requests.first)
        #expect(request.line == "POST /hook?token=t HTTP/1.1")
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["user-agent"] == "fleet/1.2.3")
        let credentials = Data("me:pass word".utf8).base64EncodedString()
        #expect(request.headers["authorization"] == "Basic " + credentials)
        #expect(request.body == Array(#"{"event":"smoke"}"#.utf8))
    }

    @Test("Every 2xx status is a success", arguments: ["200 OK", "201 Created", "204 No Content"])
    func success(status: String) async throws {
        let failure = try await failure { connection in
            _ = connection.request()
            connection.respond(.init(status: status))
        }
        #expect(failure == nil)
    }

    @Test(
        "Any other status is a failure",
        arguments: [
            ("500 Oops", .service(.status(500))), ("404 Not Found", .service(.status(404))),
            ("401 No", .access(.accessDenied(401))), ("403 No", .access(.accessDenied(403))),
            ("304 Not Modified", .service(.status(304))),
        ] as [(String, FeedFailure.Reason)])
    func status(status: String, reason: FeedFailure.Reason) async throws {
        let failure = try await failure { connection in
            _ = connection.request()
            connection.respond(.init(status: status))
        }
        #expect(failure?.reason == reason)
    }

    @Test("Retry-After is reported")
    func retryAfter() async throws {
        let failure = try await failure { connection in
            _ = connection.request()
            connection.respond(.status("429 Too Many", "Retry-After: 7"))
        }
        #expect(failure?.reason == .service(.status(429)))
        #expect(failure?.retryAfterSeconds == 7)
    }

    @Test("A redirect is not followed")
    func redirect() async throws {
        let other = try TestServer { _, _ in .text("") }
        let failure = try await failure { [address = other.address()] connection in
            _ = connection.request()
            connection.respond(.status("307 Elsewhere", "Location: \(address)"))
        }
        #expect(failure?.reason == .service(.status(307)))
        #expect(other.log.connections == 0)
    }

    @Test("A request without a response times out, and the connection is closed")
    func hang() async throws {
        let server = try TestServer { connection in
            _ = connection.request()
            connection.waitForClose()
        }
        let failure = await failure(of: try webhook(server.address(), seconds: 0.2))
        #expect(failure?.cause == "cannot reach \(server.address("")): no response within 1 s")
        await server.waitUntil { $0.closes == 1 }
    }

    @Test("A response that trickles in byte by byte times out too")
    func slow() async throws {
        let failure = try await failure(seconds: 0.3) { connection in
            _ = connection.request()
            connection.sendUntilClosed(Array("H".utf8), pause: 0.05)
        }
        #expect(failure != nil)
    }

    @Test("An endless response body is not read")
    func endless() async throws {
        let server = try TestServer { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            connection.sendUntilClosed([UInt8](repeating: 0x41, count: 65_536))
            connection.waitForClose()
        }
        #expect(await failure(of: try webhook(server.address())) == nil)
        await server.waitUntil { $0.closes == 1 }
    }

    @Test("A refused or reset connection and a response that is not HTTP are failures")
    func connection() async throws {
        let server = try TestServer { _ in }
        server.stop()
        await server.waitUntil { $0.isClosed }
        #expect(
            await failure(of: try webhook(server.address()))?.reason == .network(.connectionRefused)
        )
        let reset = try await failure { connection in
            _ = connection.request()
            connection.reset()
        }
        #expect(reset?.reason == .network(.connectionReset))
        let noise = try await failure { connection in
            _ = connection.request()
            connection.send("hello\r\n\r\n")
        }
        #expect(noise != nil)
    }

    @Test("An untrusted certificate is rejected")
    func encryption() async throws {
        let server = try TestServer(certificate: TestCertificate.good) { $0.request() }
        let failure = await failure(of: try webhook(server.address()))
        #expect(failure?.reason == .network(.tls("the certificate is not trusted")))
    }

    @Test(
        "Messages show only the origin of the address",
        arguments: [
            "http://me:hush@127.0.0.1:1/hush?token=hush&x=hush#hush", "HTTP://127.0.0.1:1/hush",
        ])
    func secrets(address: String) async throws {
        let webhook = try webhook(address)
        #expect(webhook.origin == "http://127.0.0.1:1")
        let failure = try #require(await failure(of: webhook))
        #expect(failure.cause == "cannot reach http://127.0.0.1:1: connection refused")
        #expect(!"\(failure)".contains("hush"))
    }

    @Test(
        "An invalid address is rejected, and the message does not repeat it",
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

    @Test("A cancelled request ends immediately")
    func cancelled() async throws {
        let server = try TestServer { connection in
            _ = connection.request()
            connection.waitForClose()
        }
        let webhook = try webhook(server.address())
        let call = Task { try await webhook.post([]) }
        await server.waitUntil { $0.requests.count == 1 }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await server.waitUntil { $0.closes == 1 }
    }

    @Test(
        "A webhook that must be on the public internet is not called anywhere else",
        arguments: ["127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]"])
    func privateHost(host: String) async throws {
        let server = try TestServer { _, _ in .text("") }
        let webhook = try Webhook(
            "http://\(host):\(server.port)/hush?token=hush", limits: HTTPLimits(version: "1"),
            timeout: .seconds(20), allowsPrivate: false, now: { now })
        let failure = try #require(await failure(of: webhook))
        #expect(failure.reason == .link(.badAddress("the host is not on the public internet")))
        #expect(!"\(failure)".contains("hush"))
        #expect(server.log.connections == 0)
    }

    @Test("Each call looks the host up and connects to the address that was checked")
    func checkedAddress() async throws {
        let server = try TestServer { _, _ in .text("") }
        let lookups = Mutex<[String]>([])
        let policy = HostPolicy(source: .web("http://allowed.example/")) { host in
            let count = lookups.withLock { all in
                all.append(host)
                return all.count
            }
            // The first call is allowed, and then the name leads elsewhere.
            return [IPAddress(count == 3 ? "10.0.0.1" : "127.0.0.1")].compactMap(\.self)
        }
        let webhook = try Webhook(
            "http://hook.example:\(server.port)/hush", limits: HTTPLimits(version: "1"),
            timeout: .seconds(20), hostPolicy: policy, now: { now })
        #expect(await failure(of: webhook) == nil)
        #expect(server.requests.map(\.target) == ["/hush"])
        #expect(server.requests.first?.headers["host"] == "hook.example:\(server.port)")
        #expect(lookups.withLock(\.self) == ["hook.example", "allowed.example"])
        let refused = try #require(await failure(of: webhook))
        #expect(refused.reason == .link(.badAddress("the host is not on the public internet")))
        #expect(server.requests.count == 1)
    }
}
