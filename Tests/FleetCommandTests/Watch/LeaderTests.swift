import FleetTestSupport
import Testing

@Suite("The first watch of a source leads, the others follow", .slots)
struct LeaderTests {
    private static func isLive(_ outcome: Outcome) -> Bool {
        outcome.text.contains(#""state":"live""#)
    }

    @Test("A follower sends no request, sees the same states and takes over from a killed leader")
    func succession() async throws {
        let home = try FleetHome()
        // The TTL is too long for a scheduled request within the test.
        let server = try TestServer { _, _ in
            .text(#"{"ttl":600,"vehicles":[{"id":"A"},{"id":"B"}]}"#)
        }
        let arguments = ["watch", "--source", server.address(), "--format", "ndjson"]
        let first = try home.start(arguments)
        await first.waitUntil(Self.isLive)
        let second = try home.start(arguments)
        await second.waitUntil(Self.isLive)
        #expect(server.requests.count == 1)
        let seen = second.output.lines.count
        try await home.run("refresh", "--source", server.address()).succeeded()
        await second.waitUntil { $0.lines.dropFirst(seen).contains { $0.contains("live") } }
        #expect(server.requests.count == 2)
        await first.forceKill()
        try await home.ageRequests()
        // The second watch leads once it replies to a refresh.
        try await home.run("refresh", "--source", server.address()).succeeded()
        let count = server.requests.count
        try await home.ageRequests()
        let third = try home.start(arguments)
        await third.waitUntil(Self.isLive)
        #expect(server.requests.count == count || server.requests.count == count + 1)
        for watch in [second, third] {
            await watch.interrupt()
        }
        #expect(try !home.files.contains { $0.hasSuffix(".sock") })
    }

    @Test("A follower that ends does not remove the leader's socket")
    func follower() async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", Feeds.quick).succeeded()
        let leader = try home.start("watch", "--source", "s", "--format", "ndjson")
        await leader.waitUntil(Self.isLive)
        try await home.run("watch", "--source", "s", "--count", "3", "--format", "ndjson")
            .succeeded()
        #expect(try home.files.contains { $0.hasSuffix(".sock") })
        try await home.run("refresh", "--source", "s").succeeded()
        await leader.interrupt()
    }

    @Test("When the leader ends normally, a follower takes over without a refresh")
    func handover() async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", Feeds.quick).succeeded()
        let arguments = ["watch", "--source", "s", "--format", "ndjson"]
        let first = try home.start(arguments)
        await first.waitUntil(Self.isLive)
        let second = try home.start(arguments)
        await second.waitUntil(Self.isLive)
        await first.interrupt()
        let seen = second.output.lines.count
        await second.waitUntil {
            $0.lines.dropFirst(seen).contains { $0.contains(#""state":"live""#) }
        }
        await second.interrupt()
    }
}
