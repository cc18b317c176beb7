import Testing

@Suite("A list asks only when it should", .slots)
struct AskingTests {
    private let home: FleetHome
    private let server: FeedServer

    init() throws {
        home = try FleetHome()
        server = try FeedServer { number, request in
            if request.target == "/fails" { return .status("500 Internal Server Error") }
            if request.headers["if-none-match"] == "\"one\"" {
                return FeedServer.Answer(status: "304 Not Modified", headers: ["ETag: \"one\""])
            }
            return .text(
                Feeds.lasting("A", "B"), "ETag: \"one\"",
                "Last-Modified: Sat, 31 Jan 2026 12:00:00 GMT")
        }
    }

    private func list(_ arguments: String..., path: String = "/feed.json") async throws -> Outcome {
        try await home.run(
            ["list", "--source", server.address(path), "--format", "json"] + arguments)
    }

    @Test("a fresh snapshot is not fetched again")
    func fresh() async throws {
        for _ in 0..<3 { #expect(try await list().succeeded().codes == ["A", "B"]) }
        #expect(server.requests.count == 1)
        let detail = try await home.run("detail", "A", "--source", server.address()).succeeded()
        #expect(detail.lines.first == "id             A")
        #expect(server.requests.count == 1)
    }

    @Test("an old one is asked for with its validators, and stays when nothing changed")
    func validators() async throws {
        try await list().succeeded()
        try await home.age(seconds: 700)
        let again = try await list().succeeded()
        #expect(again.codes == ["A", "B"])
        #expect(try again.json()["stale"] as? Bool == false)
        let requests = server.requests
        #expect(requests.count == 2)
        #expect(requests[0].headers["if-none-match"] == nil)
        #expect(requests[1].headers["if-none-match"] == "\"one\"")
        #expect(requests[1].headers["accept-encoding"]?.contains("gzip") == true)
        #expect(requests[1].headers["user-agent"]?.hasPrefix("fleet/") == true)
    }

    @Test("another color map asks for everything anew")
    func colorMap() async throws {
        try await home.run("source", "add", "s", server.address()).succeeded()
        try await home.run("refresh", "--source", "s").succeeded()
        try await home.run(
            "source", "add", "s", server.address(), "--color-of", "x=red", "--replace"
        )
        .succeeded()
        try await home.run("refresh", "--source", "s").succeeded()
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, nil])
    }

    @Test("offline nothing is asked: what is stored is shown, or told to be missing")
    func offline() async throws {
        try await list("--offline").failed(
            69, "nothing is stored of \(server.address())", "leave out --offline once, to read it")
        #expect(server.requests.isEmpty)
        try await list().succeeded()
        try await home.age(seconds: 700)
        let offline = try await list("--offline").succeeded()
        #expect(offline.codes == ["A", "B"])
        #expect(try offline.json()["stale"] as? Bool == true)
        #expect(server.requests.count == 1)
    }

    @Test("in back-off nothing is sent, and the time that is left is told")
    func backOff() async throws {
        try await home.run("list", "--source", server.address("/fails"))
            .failed(
                69, "the service at \(server.address("/fails")) failed: HTTP status 500",
                ServiceFailure.later)
        for _ in 0..<3 {
            let list = try await list(path: "/fails")
            #expect(list.status == 69)
            let hint = try #require(list.talkLines.last)
            #expect(
                hint.wholeMatch(
                    of: /hint: it is left alone for another \d s; `fleet refresh` asks now/) != nil)
        }
        #expect(server.requests.count == 1)
    }

    @Test("under a running watch nothing is sent but by the watch")
    func led() async throws {
        let watch = try home.start("watch", "--source", server.address(), "--format", "ndjson")
        await watch.until { $0.text.contains(#""state":"live""#) }
        try await home.age(seconds: 700)
        for _ in 0..<3 { #expect(try await list().succeeded().codes == ["A", "B"]) }
        await watch.interrupt()
        #expect(server.requests.count == 1)
    }

    @Test("a file and the standard input are read anew each time, and not kept")
    func files() async throws {
        let path = try home.write(Feeds.vehicles("A"), to: "feed.json")
        try await home.run("list", "--source", path).succeeded()
        try home.write(Feeds.vehicles("A", "B"), to: "feed.json")
        #expect(
            try await home.run("list", "--source", path, "--format", "json").succeeded().codes.count
                == 2)
        let piped = try await home.shell("fleet list --source - --format json < feed.json")
            .succeeded()
        #expect(piped.codes == ["A", "B"])
        #expect(home.bytes(of: "fleet.sqlite").isEmpty)
    }
}
