import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("The listener for supervisors")
struct OperationsTests {
    @Test(
        "answers probes under any host name", arguments: ["/health", "/ready"],
        ["10.1.2.3:9000", "evil.example", ""])
    func probes(target: String, host: String) async throws {
        let answer = try await ServedTeam().operations.send(.get, target, host: host)
        #expect(answer.status == 200)
    }

    @Test("gives the metrics to administrators with a token, and to nobody else")
    func token() async throws {
        let server = try await ServedTeam()
        var visitor = server.operations
        visitor.cookie = try await server.visitor("root").cookie
        // The requests of these tests come from no address.
        let refused = try await visitor.send(.get, "/metrics", host: "10.1.2.3:9000")
        #expect(refused.status == 401)
        #expect(refused.fields[.wwwAuthenticate] == "Bearer")
        for (name, status) in [("root", 200), ("ana", 401)] {
            let person = try await server.visitor(name)
            let created = try await person.send(
                .post, "/api/v1/tokens", json: #"{"name": "probe"}"#)
            let secret = try #require(try created.json()["token"] as? String, "\(created.text)")
            let answer = try await server.operations.send(
                .get, "/metrics", host: "10.1.2.3:9000",
                fields: [.authorization: "Bearer \(secret)"])
            #expect(answer.status == status, "\(name)")
        }
    }

    @Test(
        "has nothing else",
        arguments: [
            ("GET", "/"), ("GET", "/api/v1/sources"), ("GET", "/assets/x/fleet.css"),
            ("POST", "/health"), ("GET", "/health/"), ("GET", "/signin"),
        ])
    func others(method: String, target: String) async throws {
        let method = try #require(HTTPRequest.Method(method))
        let answer = try await ServedTeam().operations.send(method, target)
        #expect(answer.status == 404)
    }

    @Test("are closed where a proxy on this machine may pass on the requests of others")
    func behindProxy() async throws {
        let port = try TestServer.freePort()
        let origin = try #require(WebOrigin("https://fleet.example"))
        let served = try await ServedTeam(options: {
            $0.listen = ListenAddress(host: "127.0.0.1", port: port)
            $0.publicOrigin = origin
        })
        let isReady = Observed(false)
        let running = Task { try await served.server.run { _ in isReady.change { $0 = true } } }
        await isReady.waitUntil(\.self)
        let status = try await Self.status(of: "http://fleet.example/metrics", port)
        #expect(status == 404)
        #expect(try await Self.status(of: "/metrics", port) != 200)
        running.cancel()
        try await running.value
    }

    @Test(
        "listens beside the server, trusts this machine under its own names only, and ends with it")
    func listens() async throws {
        let (port, operationsPort) = (try TestServer.freePort(), try TestServer.freePort())
        let served = try await ServedTeam(options: {
            $0.listen = ListenAddress(host: "127.0.0.1", port: port)
            $0.operations = .init(host: "127.0.0.1", port: operationsPort)
        })
        let isReady = Observed(false)
        let running = Task { try await served.server.run { _ in isReady.change { $0 = true } } }
        await isReady.waitUntil(\.self)
        try await waitUntil("both listen") {
            (try? await Self.status(of: "/ready", operationsPort)) == 200
        }
        let statuses = [
            ("/metrics", 200), ("http://evil.example/metrics", 401),
            ("http://evil.example/health", 200), ("/", 404),
        ]
        for (target, status) in statuses {
            #expect(try await Self.status(of: target, operationsPort) == status, "\(target)")
        }
        #expect(try await Self.status(of: "http://evil.example/health", port) == 200)
        #expect(try await Self.status(of: "http://evil.example/metrics", port) == 421)
        #expect(try await Self.status(of: "/metrics", port) == 200)
        running.cancel()
        try await running.value
        await #expect(throws: (any Error).self) {
            try await Self.status(of: "/health", operationsPort)
        }
    }

    @Test("an address that is taken is named")
    func taken() async throws {
        let (port, operationsPort) = (try TestServer.freePort(), try TestServer.freePort())
        let address = ListenAddress(host: "127.0.0.1", port: operationsPort)
        let other = try await ServedTeam(options: { $0.listen = address })
        let isReady = Observed(false)
        let running = Task { try await other.server.run { _ in isReady.change { $0 = true } } }
        await isReady.waitUntil(\.self)
        let served = try await ServedTeam(options: {
            $0.listen = ListenAddress(host: "127.0.0.1", port: port)
            $0.operations = address
        })
        let error = await #expect(throws: ListenError.self) {
            try await served.server.run { _ in }
        }
        #expect(error?.address == address)
        running.cancel()
        try await running.value
    }

    private static func status(of target: String, _ port: Int) async throws -> Int {
        try await EventStreamClient.open(target, at: port, cookie: nil) { $0.status }
    }
}
