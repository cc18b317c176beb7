import FleetCore
import FleetTestSupport
import Testing

@testable import FleetFeeds

@Suite("A cancelled read ends immediately")
struct CancellationTests {
    @Test(
        "Cancelling closes the connection, before the response and within its body",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"])
    func request(start: String) async throws {
        let server = try TestServer { connection in
            _ = connection.request()
            connection.send(start)
            connection.waitForClose()
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        let task = Task { try await reader.session.read(server.address()) }
        await server.waitUntil { $0.requests.count == 1 }
        task.cancel()
        await server.waitUntil { $0.closes == 1 }
        await #expect(throws: CancellationError.self) { try await task.value }
        await reader.documents.transport.shutdown()
    }

    @Test("A cancelled body without a length is not taken as complete")
    func openEnded() async throws {
        let server = try TestServer { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\n\r\n{\"vehicles\":[]}")
            connection.waitForClose()
        }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        let task = Task { try await reader.session.read(server.address()) }
        await server.waitUntil { $0.requests.count == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await reader.documents.transport.shutdown()
    }

    @Test("A poll cancelled while it waits for its turn does not count")
    func throttle() async throws {
        let throttle = HostThrottle(interval: .seconds(3600))
        try await throttle.waitForTurn(at: "a")
        let waiting = Task { try await throttle.waitForTurn(at: "a") }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let now = ContinuousClock.now
        #expect(await throttle.remaining(for: "a", at: now) <= .seconds(3600))
        #expect(await throttle.remaining(for: "a", at: now) > .seconds(1800))
        #expect(await throttle.remaining(for: "a", at: now + .seconds(3600)) <= .zero)
        #expect(await throttle.remaining(for: "b", at: now) <= .zero)
    }

    @Test("Polls of one host take turns in the order of their requests")
    func turns() async throws {
        let throttle = HostThrottle(interval: .milliseconds(20))
        try await throttle.waitForTurn(at: "a")
        let order = Observed<[Int]>([])
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await throttle.waitForTurn(at: "a")
                    order.change { $0.append(number) }
                }
                while await throttle.waiting(at: "a") + order.value.count <= number {
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
        #expect(order.value == Array(0..<8))
        #expect(ContinuousClock.now - start >= .milliseconds(8 * 20))
    }

    @Test("A host that may be polled again is forgotten with the next poll")
    func forgottenHosts() async throws {
        let throttle = HostThrottle(interval: .nanoseconds(1))
        let before = ContinuousClock.now
        try await throttle.waitForTurn(at: "a")
        #expect(await throttle.remaining(for: "a", at: before) > .zero)
        try await throttle.waitForTurn(at: "b")
        #expect(await throttle.remaining(for: "a", at: before) <= .zero)
        #expect(await throttle.remaining(for: "b", at: before) > .zero)
    }

    @Test("Polls of one host are throttled, but the documents of one refresh are not")
    func throttledPolls() async throws {
        let server = try TestServer { _, _ in .text("{}") }
        defer { server.stop() }
        let reader = TestReader(
            of: server.address(),
            limits: {
                $0.minPollInterval = .seconds(3600)
                $0.clock = .continuous
            })
        for _ in 0..<3 { _ = try await reader.text(server.address()) }
        let next = reader.documents.session(for: server.address())
        let waiting = Task { try await next.read(server.address()) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(server.requests.count == 3)
        await reader.documents.transport.shutdown()
    }
}
