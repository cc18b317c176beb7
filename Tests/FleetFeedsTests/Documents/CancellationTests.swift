import FleetCore
import Testing

@testable import FleetFeeds

@Suite("A cancelled reading ends at once")
struct CancellationTests {
    @Test(
        "the server sees the connection close, before the response and within its body",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"])
    func request(start: String) async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.send(start)
            connection.waitForClose()
        }
        defer { server.stop() }
        let reading = Reading(of: server.address())
        let task = Task { try await reading.session.read(server.address()) }
        await server.until { $0.requests.count == 1 }
        task.cancel()
        await server.until { $0.closes == 1 }
        await #expect(throws: CancellationError.self) { try await task.value }
        await reading.reader.shutdown()
    }

    @Test("a body of no announced length that is cancelled is not taken as whole")
    func openEnded() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\n\r\n{\"vehicles\":[]}")
            connection.waitForClose()
        }
        defer { server.stop() }
        let reading = Reading(of: server.address())
        let task = Task { try await reading.session.read(server.address()) }
        await server.until { $0.requests.count == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await reading.reader.shutdown()
    }

    @Test("a poll that waits for its turn leaves no trace when it is given up")
    func pacing() async throws {
        let pacing = HostPacing(interval: .seconds(3600))
        try await pacing.waitForTurn(at: "a")
        let waiting = Task { try await pacing.waitForTurn(at: "a") }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let now = ContinuousClock.now
        #expect(await pacing.remaining(for: "a", at: now) <= .seconds(3600))
        #expect(await pacing.remaining(for: "a", at: now) > .seconds(1800))
        #expect(await pacing.remaining(for: "a", at: now + .seconds(3600)) <= .zero)
        #expect(await pacing.remaining(for: "b", at: now) <= .zero)
    }

    @Test("documents of one refresh are not kept apart, refreshes of one host are")
    func paced() async throws {
        let server = try ScriptedServer { request, connection in connection.respond("{}") }
        defer { server.stop() }
        let reading = Reading(of: server.address(), limits: { $0.betweenPolls = .seconds(3600) })
        for _ in 0..<3 { _ = try await reading.text(server.address()) }
        let next = reading.reader.session(for: server.address())
        let waiting = Task { try await next.read(server.address()) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(server.log.requests.count == 3)
        await reading.reader.shutdown()
    }
}
