import FleetTestSupport
import Testing

@Suite("A refresh reports changes", .slots)
struct RefreshTests {
    @Test("Added, gone, changed and skipped vehicles are counted")
    func changes() async throws {
        let home = try FleetHome()
        let server = try TestServer { number, _ in
            let first = #"{"vehicles":[{"id":"A","battery":10},{"id":"B"},{"id":"C"}]}"#
            return .text(
                number == 1
                    ? first : #"{"vehicles":[{"id":"A","battery":11},{"id":"B"},{"id":"D"},{}]}"#)
        }
        let address = server.address()
        let first = try await home.run("refresh", "--source", address).succeeded()
        #expect(first.text == "\(address): 3 vehicles (3 added, 0 gone, 0 changed)\n")
        try await home.ageRequests()
        let second = try await home.run("refresh", "--source", address, "--format", "json")
            .succeeded()
        #expect(
            try await Tool.jq("[.source, .total, .added, .gone, .changed, .skipped]", second.data)
                == [#"["\#(address)",3,1,1,1,1]"#])
        #expect(server.requests.count == 2)
    }

    @Test("A refresh never repeats an earlier outcome: not a failure, and not a count")
    func fresh() async throws {
        let home = try FleetHome()
        let server = try TestServer { number, _ in
            switch number {
            case 1: .status("500 Internal Server Error")
            case 2: .text(Feeds.longLived("A"))
            default: .text(Feeds.longLived("A", "B"))
            }
        }
        let address = server.address()
        #expect(try await home.run("list", "--source", address).status == 69)
        let first = try await home.run("refresh", "--source", address).succeeded()
        #expect(first.text == "\(address): 1 vehicle (1 added, 0 gone, 0 changed)\n")
        let second = try await home.run("refresh", "--source", address).succeeded()
        #expect(second.text == "\(address): 2 vehicles (1 added, 0 gone, 0 changed)\n")
        #expect(server.requests.count == 3)
    }

    @Test("A failing simulated service is reported with a cause and a hint")
    func failing() async throws {
        let home = try FleetHome()
        let refresh = try await home.run("refresh", "--source", "sim://?failure_rate=1")
        #expect(refresh.status == 69)
        #expect(refresh.errorLines.count == 2)
        #expect(refresh.data.isEmpty)
    }

    @Test("Concurrent refreshes share requests, and all succeed")
    func shared() async throws {
        let home = try FleetHome()
        let haveStarted = Observed(false)
        let server = try TestServer { _, _ in
            var response = TestServer.Response.text(Feeds.vehicles("A", "B"), after: 0.2)
            response.canSend = { _ in haveStarted.value }
            return response
        }
        let refreshes = try (0..<20).map { _ in
            try home.start("refresh", "--source", server.address(), "--format", "json", "--verbose")
        }
        // The first lines of the log: all are about to ask.
        for refresh in refreshes { await refresh.waitUntil { !$0.errorText.isEmpty } }
        haveStarted.change { $0 = true }
        for refresh in refreshes {
            let outcome = await refresh.outcome().succeeded()
            #expect(try outcome.json()["total"] as? Int == 2)
        }
        #expect(server.requests.count < 20)
        #expect(await server.overlaps.isEmpty)
    }

    @Test("Concurrent refreshes also share a failure")
    func sharedFailure() async throws {
        let home = try FleetHome()
        let haveStarted = Observed(false)
        let server = try TestServer { _, _ in
            TestServer.Response(
                status: "500 Internal Server Error", delay: 0.2, canSend: { _ in haveStarted.value }
            )
        }
        let refreshes = try (0..<10).map { _ in
            try home.start("refresh", "--source", server.address(), "--verbose")
        }
        for refresh in refreshes { await refresh.waitUntil { !$0.errorText.isEmpty } }
        haveStarted.change { $0 = true }
        for refresh in refreshes { #expect(await refresh.outcome().status == 69) }
        #expect(server.requests.count < 10)
        #expect(await server.overlaps.isEmpty)
    }

    @Test("Different homes do not share requests")
    func homes() async throws {
        let server = try TestServer { _, _ in
            var response = TestServer.Response.text(Feeds.vehicles("A"))
            response.canSend = { $0.count >= 2 }
            return response
        }
        let refreshes = try (0..<2).map { _ in
            try FleetHome().start("refresh", "--source", server.address())
        }
        for refresh in refreshes { await refresh.outcome().succeeded() }
        #expect(await server.overlaps.count == 1)
    }

    @Test("An interrupted refresh aborts its request and prints nothing")
    func interrupted() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, _ in .init(canSend: { _ in false }) }
        let refresh = try home.start("refresh", "--source", server.address())
        await server.waitUntil { $0.requests.count >= 1 }
        refresh.send(2)
        let outcome = await refresh.outcome()
        #expect(outcome.status == 130)
        #expect(outcome.data.isEmpty)
        await server.waitUntil { $0.requests[0].isAborted }
    }
}
