import FleetCore
import FleetTestSupport
import Foundation
import Testing

@Suite("A list fetches only when needed", .slots)
struct ListFetchTests {
    private let home: FleetHome
    private let server: TestServer

    init() throws {
        home = try FleetHome()
        server = try TestServer { number, request in
            if request.target == "/fails" { return .status("500 Internal Server Error") }
            if request.headers["if-none-match"] == "\"one\"" {
                return TestServer.Response(status: "304 Not Modified", headers: ["ETag: \"one\""])
            }
            return .text(
                Feeds.longLived("A", "B"), "ETag: \"one\"",
                "Last-Modified: Sat, 31 Jan 2026 12:00:00 GMT")
        }
    }

    private func list(_ arguments: String..., path: String = "/feed.json") async throws -> Outcome {
        try await home.run(
            ["list", "--source", server.address(path), "--format", "json"] + arguments)
    }

    @Test("A fresh snapshot is not fetched again")
    func fresh() async throws {
        for _ in 0..<3 { #expect(try await list().succeeded().ids == ["A", "B"]) }
        #expect(server.requests.count == 1)
        let detail = try await home.run("detail", "A", "--source", server.address()).succeeded()
        #expect(detail.lines.first == "id             A")
        #expect(server.requests.count == 1)
    }

    @Test("An old snapshot is fetched conditionally and kept when not modified")
    func validators() async throws {
        try await list().succeeded()
        try await home.ageRequests(seconds: 700)
        let again = try await list().succeeded()
        #expect(again.ids == ["A", "B"])
        #expect(try again.json()["stale"] as? Bool == false)
        let requests = server.requests
        #expect(requests.count == 2)
        #expect(requests[0].headers["if-none-match"] == nil)
        #expect(requests[1].headers["if-none-match"] == "\"one\"")
        #expect(requests[1].headers["accept-encoding"]?.contains("gzip") == true)
        #expect(requests[1].headers["user-agent"]?.hasPrefix("fleet/") == true)
    }

    @Test("A changed color map makes the next request unconditional")
    func colorMap() async throws {
        try await home.run("source", "add", "s", server.address(), "--no-check").succeeded()
        try await home.run("refresh", "--source", "s").succeeded()
        try await home.run(
            "source", "add", "s", server.address(), "--color-of", "x=red", "--replace",
            "--no-check"
        )
        .succeeded()
        try await home.run("refresh", "--source", "s").succeeded()
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, nil])
    }

    @Test("--offline sends no request and shows the stored snapshot, or an error without one")
    func offline() async throws {
        try await list("--offline").failed(
            69, "nothing is stored for \(server.address())",
            "run once without --offline to fetch it"
        )
        #expect(server.requests.isEmpty)
        try await list().succeeded()
        try await home.ageRequests(seconds: 700)
        let offline = try await list("--offline").succeeded()
        #expect(offline.ids == ["A", "B"])
        #expect(try offline.json()["stale"] as? Bool == true)
        #expect(server.requests.count == 1)
    }

    @Test("During back-off no request is sent, and the hint has the remaining time")
    func backOff() async throws {
        let time = Timestamp(seconds: Date().timeIntervalSince1970)
        let arguments = ["list", "--source", server.address("/fails")]
        try await home.run(arguments, at: time)
            .failed(
                69, "the service at \(server.address("/fails")) failed: HTTP status 500",
                ServiceFailure.later)
        for _ in 0..<3 {
            let list = try await home.run(arguments, at: time)
            #expect(list.status == 69)
            let hint = try #require(list.errorLines.last)
            #expect(
                hint.wholeMatch(
                    of: /hint: run `fleet refresh --source \S+` to retry now/)
                    != nil)
        }
        #expect(server.requests.count == 1)
    }

    @Test("While a watch is running, a list sends no request")
    func withLeader() async throws {
        let watch = try home.start("watch", "--source", server.address(), "--format", "ndjson")
        await watch.waitUntil { $0.text.contains(#""state":"live""#) }
        try await home.ageRequests(seconds: 700)
        for _ in 0..<3 { #expect(try await list().succeeded().ids == ["A", "B"]) }
        await watch.interrupt()
        #expect(server.requests.count == 1)
    }

    @Test("A file and standard input are read each time and never stored")
    func files() async throws {
        let path = try home.write(Feeds.vehicles("A"), to: "feed.json")
        try await home.run("list", "--source", path).succeeded()
        try home.write(Feeds.vehicles("A", "B"), to: "feed.json")
        #expect(
            try await home.run("list", "--source", path, "--format", "json").succeeded().ids.count
                == 2)
        let piped = try await home.shell("fleet list --source - --format json < feed.json")
            .succeeded()
        #expect(piped.ids == ["A", "B"])
        #expect(home.bytes(of: "fleet.sqlite").isEmpty)
    }
}
