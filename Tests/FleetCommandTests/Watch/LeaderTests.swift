import Testing

@Suite("The first watch of a source leads, the others follow", .serialized, .slots)
struct LeaderTests {
    private static func isLive(_ outcome: Outcome) -> Bool {
        outcome.text.contains(#""state":"live""#)
    }

    @Test(
        "a second watch sends nothing, sees the same states, and takes the lead when the first is killed"
    )
    func succession() async throws {
        let home = try FleetHome()
        // Good for so long that no watch asks by itself within the test.
        let server = try FeedServer { _, _ in
            .text(#"{"ttl":600,"vehicles":[{"id":"A"},{"id":"B"}]}"#)
        }
        let arguments = ["watch", "--source", server.address(), "--format", "ndjson"]
        let first = try home.start(arguments)
        await first.until(Self.isLive)
        let second = try home.start(arguments)
        await second.until(Self.isLive)
        #expect(server.requests.count == 1)
        let seen = second.soFar.lines.count
        try await home.run("refresh", "--source", server.address()).succeeded()
        await second.until { $0.lines.dropFirst(seen).contains { $0.contains("live") } }
        #expect(server.requests.count == 2)
        await first.killed()
        try await home.age()
        // The second one leads as soon as it answers a refresh.
        try await home.run("refresh", "--source", server.address()).succeeded()
        let count = server.requests.count
        try await home.age()
        let third = try home.start(arguments)
        await third.until(Self.isLive)
        #expect(server.requests.count == count || server.requests.count == count + 1)
        for watch in [second, third] {
            await watch.interrupt()
        }
        #expect(try !home.files.contains { $0.hasSuffix(".sock") })
    }

    @Test("a follower that ends leaves the leader's socket alone")
    func follower() async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", Feeds.quick).succeeded()
        let leader = try home.start("watch", "--source", "s", "--format", "ndjson")
        await leader.until(Self.isLive)
        try await home.run("watch", "--source", "s", "--count", "3", "--format", "ndjson")
            .succeeded()
        #expect(try home.files.contains { $0.hasSuffix(".sock") })
        try await home.run("refresh", "--source", "s").succeeded()
        await leader.interrupt()
    }

    @Test("when the leader goes in good order the next one goes on by itself")
    func handover() async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", Feeds.quick).succeeded()
        let arguments = ["watch", "--source", "s", "--format", "ndjson"]
        let first = try home.start(arguments)
        await first.until(Self.isLive)
        let second = try home.start(arguments)
        await second.until(Self.isLive)
        await first.interrupt()
        let seen = second.soFar.lines.count
        await second.until { $0.lines.dropFirst(seen).contains { $0.contains(#""state":"live""#) } }
        await second.interrupt()
    }
}
