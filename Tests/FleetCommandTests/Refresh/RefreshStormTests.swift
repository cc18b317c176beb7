import Testing

@Suite("Refreshing fast never leaves two requests behind", .serialized, .slots)
struct RefreshStormTests {
    @Test(
        "fifty at once while a watch runs: one request at a time, all succeed, the watch ends live")
    func storm() async throws {
        let home = try FleetHome()
        let haveStarted = Observed(false)
        let server = try FeedServer { _, _ in
            var answer = FeedServer.Answer.text(Feeds.lasting("A", "B"), after: 0.3)
            answer.isDue = { _ in haveStarted.value }
            return answer
        }
        let watch = try home.start("watch", "--source", server.address(), "--format", "ndjson")
        await server.until { $0.count >= 1 }
        let refreshes = try (0..<50).map { _ in
            try home.start("refresh", "--source", server.address())
        }
        haveStarted.change { $0 = true }
        for refresh in refreshes { await refresh.outcome().succeeded() }
        await watch.until { $0.lines.last?.hasPrefix(#"{"state":"live""#) == true }
        watch.send(2)
        let watched = await watch.outcome()
        #expect(watched.status == 130)
        #expect(watched.lines.last?.hasPrefix(#"{"state":"live""#) == true)
        #expect(!watched.text.contains(#""state":"failed""#))
        let sequence = try watched.objects().compactMap { $0["seq"] as? Int }
        #expect(sequence == sequence.sorted() && Set(sequence).count == sequence.count)
        #expect(server.overlaps.isEmpty)
        #expect(server.requests.count < 50)
    }

    @Test("the request of a disposed subscription is aborted")
    func aborted() async throws {
        let home = try FleetHome()
        let server = try FeedServer { number, _ in
            var answer = FeedServer.Answer.text(Feeds.lasting("A"), after: number == 1 ? 30 : 0)
            answer.isDue = { $0[0].ended != nil || number == 1 }
            return answer
        }
        let watch = try home.start("watch", "--source", server.address(), "--format", "ndjson")
        await server.until { $0.count >= 1 }
        await watch.until { $0.text.contains(#""state":"loading""#) }
        try await home.untilThereIs(".sock")
        try await home.run("refresh", "--source", server.address()).succeeded()
        await watch.until { $0.text.contains(#""state":"live""#) }
        await watch.interrupt()
        await server.until { $0[0].isAborted }
        #expect(server.requests.count == 2)
        #expect(server.overlaps.isEmpty)
    }

    @Test("a watch that is killed while it reads leaves its refreshers to themselves")
    func killed() async throws {
        let home = try FleetHome()
        let isKilled = Observed(false)
        let server = try FeedServer { number, _ in
            var answer = FeedServer.Answer.text(Feeds.lasting("A"))
            answer.isDue = { _ in number != 2 || isKilled.value }
            return answer
        }
        let watch = try home.start("watch", "--source", server.address(), "--format", "ndjson")
        await watch.until { $0.text.contains(#""state":"live""#) }
        try await home.untilThereIs(".sock")
        try await home.age()
        let refresh = try home.start("refresh", "--source", server.address())
        await server.until { $0.count >= 2 }
        await watch.killed()
        isKilled.change { $0 = true }
        await refresh.outcome().succeeded()
        await server.untilDone()
        // A watch that did not answer in time has left the second request to the refresher as well.
        let requests = server.requests
        #expect(requests.count == (requests[1].isAborted ? 3 : 2))
    }

    @Test("a watch that does not answer does not keep a refresh from its work")
    func stopped() async throws {
        let home = try FleetHome()
        let server = try FeedServer { _, _ in .text(Feeds.lasting("A")) }
        let watch = try home.start("watch", "--source", server.address(), "--format", "ndjson")
        await watch.until { $0.text.contains(#""state":"live""#) }
        try await home.untilThereIs(".sock")
        try await home.age()
        watch.send(19)
        try await home.run("refresh", "--source", server.address()).succeeded()
        #expect(server.requests.count == 2)
        watch.send(18)
        await watch.interrupt()
    }
}
