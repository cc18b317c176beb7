import FleetCore
import FleetTestSupport
import Foundation
import Testing

@Suite("Every service failure is reported and loses nothing", .slots)
struct ServiceFailureTests {
    @Test(
        "with nothing stored, the list prints the cause and a hint and fails",
        arguments: ServiceFailure.all)
    func nothingStored(failure: ServiceFailure) async throws {
        let home = try FleetHome()
        let server = try TestServer { _, _ in failure.response }
        let address = server.address()
        let list = try await home.run("list", "--source", address)
        list.failed(failure.status, failure.cause(at: address), failure.hint)
        #expect(list.data.isEmpty)
    }

    @Test("a lack of descriptors is reported as such, and is not a failure of the service")
    func descriptors() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, _ in .text(Feeds.vehicles("A")) }
        let address = server.address()
        let outcome = try await home.shell("ulimit -n 18; fleet list --source \(address)")
        #expect(outcome.status == 74)
        #expect(outcome.errorText.hasPrefix("error: only "))
        #expect(outcome.errorText.contains(" more files can be opened, and fleet needs "))
        #expect(server.requests.isEmpty)
        try await home.run("list", "--source", address).succeeded()
    }

    @Test(
        "the stored snapshot is kept and shown with a warning, without another request",
        arguments: ServiceFailure.all)
    func stored(failure: ServiceFailure) async throws {
        let home = try FleetHome()
        // The back-off lasts for five seconds.
        let time = Timestamp(seconds: Date().timeIntervalSince1970)
        let server = try TestServer { number, _ in
            number == 1 ? .text(Feeds.vehicles("A", "B")) : failure.response
        }
        let address = server.address()
        try await home.run("refresh", "--source", address).succeeded()
        try await home.ageRequests()
        try await home.run(["refresh", "--source", address], at: time)
            .failed(
                failure.status, failure.cause(at: address),
                failure.hint
                    + "; `fleet list --offline --source \(address)` shows the stored snapshot")
        let requestCount = server.requests.count
        let list = try await home.run(
            ["list", "--source", address, "--format", "json"], at: time
        ).succeeded()
        #expect(
            list.errorText.hasPrefix(
                "warning: \(failure.cause(at: address)); showing data fetched at ")
        )
        #expect(list.errorLines.count == 1)
        let json = try list.json()
        #expect(json["stale"] as? Bool == true)
        #expect(list.ids == ["A", "B"])
        #expect(server.requests.count == requestCount)
    }

    @Test("`fleet list --strict` fails on an unreadable feed and sends nothing during back-off")
    func strict() async throws {
        let home = try FleetHome()
        let time = Timestamp(seconds: Date().timeIntervalSince1970)
        let server = try TestServer { number, _ in
            number == 1 ? .text(Feeds.vehicles("A")) : .status("500 Internal Server Error")
        }
        let address = server.address()
        try await home.run("refresh", "--source", address).succeeded()
        try await home.ageRequests()
        for _ in 0..<2 {
            let list = try await home.run(["list", "--source", address, "--strict"], at: time)
            #expect(list.status == 69)
            #expect(list.data.isEmpty)
            #expect(
                list.errorLines.first == "error: the service at \(address) failed: HTTP status 500")
        }
        #expect(server.requests.count == 2)
    }

    @Test("a gzip bomb is rejected before it fills the memory")
    func bomb() async throws {
        let body = Gzip.bomb(mebibytes: 64)
        let server = try TestServer { _, _ in
            TestServer.Response(headers: ["Content-Encoding: gzip"], body: body)
        }
        let address = server.address()
        try await FleetHome().run("list", "--source", address).failed(
            65, "\(address): the compression ratio is too high for a feed",
            "check the address; this does not look like a vehicle feed")
    }

    @Test("invalid UTF-8 is repaired with a warning")
    func invalidUTF8() async throws {
        let body =
            Array(#"{"vehicles":[{"id":"A"#.utf8) + [0xFF, 0xFE] + Array(#""},{"id":"B"}]}"#.utf8)
        let server = try TestServer { _, _ in TestServer.Response(body: body) }
        let list = try await FleetHome()
            .run("list", "--source", server.address(), "--format", "json").succeeded()
        let ids = try await Tool.jq(".vehicles[].vehicle_id", list.data)
        #expect(ids == ["A\u{FFFD}\u{FFFD}", "B"])
        #expect(list.errorText.hasPrefix("warning: "))
    }

    @Test("a refresh also honors Retry-After")
    func retryAfter() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, _ in .status("429 Too Many Requests", "Retry-After: 600") }
        let address = server.address()
        for _ in 0..<2 {
            let refresh = try await home.run("refresh", "--source", address)
            #expect(refresh.status == 69)
            #expect(
                refresh.errorText.hasPrefix(
                    "error: the service at \(address) failed: HTTP status 429\n")
            )
            #expect(refresh.errorText.contains("hint: the service asks clients to wait "))
        }
        #expect(server.requests.count == 1)
    }
}
