import FleetTestSupport
import Testing

@Suite("Rapid refreshes never have two requests in flight", .slots)
struct RefreshStormTests {
    @Test("Fifty refreshes succeed with one request at a time, and a running watch stays live")
    func storm() async throws {
        let home = try FleetHome()
        let haveStarted = Observed(false)
        let server = try TestServer { _, _ in
            var response = TestServer.Response.text(Feeds.longLived("A", "B"), after: 0.3)
            response.canSend = { _ in haveStarted.value }
            return response
        }
        let watch = try home.start("watch", "--source", server.address(), "--format", "ndjson")
        await server.waitUntil { $0.requests.count >= 1 }
        let refreshes = try (0..<50).map { _ in
            try home.start("refresh", "--source", server.address())
        }
        haveStarted.change { $0 = true }
        for refresh in refreshes { await refresh.outcome().succeeded() }
        await watch.waitUntil { $0.lines.last?.hasPrefix(#"{"state":"live""#) == true }
        watch.send(2)
        let watched = await watch.outcome()
        #expect(watched.status == 130)
        #expect(watched.lines.last?.hasPrefix(#"{"state":"live""#) == true)
        #expect(!watched.text.contains(#""state":"failed""#))
        let sequence = try watched.objects().compactMap { $0["seq"] as? Int }
        #expect(sequence == sequence.sorted() && Set(sequence).count == sequence.count)
        #expect(await server.overlaps.isEmpty)
        #expect(server.requests.count < 50)
    }

    @Test("A refresh aborts the request of the previous subscription")
    func aborted() async throws {
        let home = try FleetHome()
        let server = try TestServer { number, _ in
            var response = TestServer.Response.text(Feeds.longLived("A"))
            response.canSend = { number != 1 && $0[0].endedAt != nil }
            return response
        }
        let watch = try home.start("watch", "--source", server.address(), "--format", "ndjson")
        await server.waitUntil { $0.requests.count >= 1 }
        await watch.waitUntil { $0.text.contains(#""state":"loading""#) }
        try await home.waitForFile(endingWith: ".sock")
        try await home.run("refresh", "--source", server.address()).succeeded()
        await watch.waitUntil { $0.text.contains(#""state":"live""#) }
        await watch.interrupt()
        await server.waitUntil { $0.requests[0].isAborted }
        #expect(server.requests.count == 2)
        #expect(await server.overlaps.isEmpty)
    }

    @Test("A refresh succeeds even if the watch that fetches for it is killed")
    func killed() async throws {
        let home = try FleetHome()
        let isKilled = Observed(false)
        let server = try TestServer { number, _ in
            var response = TestServer.Response.text(Feeds.longLived("A"))
            response.canSend = { _ in number != 2 || isKilled.value }
            return response
        }
        let watch = try home.start("watch", "--source", server.address(), "--format", "ndjson")
        await watch.waitUntil { $0.text.contains(#""state":"live""#) }
        try await home.waitForFile(endingWith: ".sock")
        try await home.ageRequests()
        let refresh = try home.start("refresh", "--source", server.address())
        await server.waitUntil { $0.requests.count >= 2 }
        await watch.forceKill()
        isKilled.change { $0 = true }
        await refresh.outcome().succeeded()
        await server.waitUntilIdle()
        // If the watch did not reply in time, the refresh itself made the second request.
        let requests = server.requests
        #expect(requests.count == (requests[1].isAborted ? 3 : 2))
    }

    @Test("A suspended watch does not block a refresh")
    func suspended() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, _ in .text(Feeds.longLived("A")) }
        let watch = try home.start("watch", "--source", server.address(), "--format", "ndjson")
        await watch.waitUntil { $0.text.contains(#""state":"live""#) }
        try await home.waitForFile(endingWith: ".sock")
        try await home.ageRequests()
        watch.send(19)
        try await home.run(
            "refresh", "--source", server.address(), environment: ["FLEET_TIMEOUT_FACTOR": "1"]
        ).succeeded()
        #expect(server.requests.count == 2)
        watch.send(18)
        await watch.interrupt()
    }
}
