import FleetTestSupport
import Testing

@Suite("A watch is narrowed to IDs, favorites and filters", .slots)
struct WatchSelectionTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    private func write(_ ids: String...) throws {
        let vehicles = ids.map {
            #"{"vehicle_id":"\#($0)","color":"Red","last_reported":1769860800}"#
        }
        try home.write(#"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#, to: "feed.json")
    }

    /// Runs a watch of one snapshot after `B-2` has left the feed.
    private func watch(_ options: String...) async throws -> Outcome {
        try write("A-1", "A-2", "B-2")
        try await home.run("source", "add", "s", home.path(of: "feed.json"), "--ids", "stable")
            .succeeded()
        try await home.run("favorite", "add", "A-2", "--source", "s").succeeded()
        try write("A-1", "A-2", "C-3")
        return try await home.run(["watch", "--source", "s", "--count", "1"] + options)
    }

    @Test("a unique beginning of an ID is enough, and the table has only this vehicle")
    func prefix() async throws {
        let outcome = try await watch("c").succeeded()
        #expect(outcome.errorLines.contains("using C-3 for c"))
        #expect(outcome.lines.first?.hasPrefix("s · 1 of 3 vehicles · ID C-3 ·") == true)
        #expect(outcome.lines.count == 3)
    }

    @Test("a vehicle that has left the feed is watched for its return")
    func gone() async throws {
        let outcome = try await watch("b-2").succeeded()
        #expect(
            outcome.errorLines.contains(
                "B-2 is not in the feed; last seen 2026-01-31 12:00:00 +00:00"))
        #expect(outcome.text.contains("s · 0 of 3 vehicles · ID B-2 ·"))
    }

    @Test("an unknown ID is an error, with any output; beside a known one it is only missing")
    func unknown() async throws {
        for output in [["--events"], ["--format", "ndjson"], []] {
            let outcome = try await home.run(
                ["watch", "--source", Feeds.frozen, "--count", "1", "X-9"] + output)
            #expect(outcome.status == 66)
            #expect(
                outcome.errorLines.suffix(2) == [
                    "error: no vehicle X-9 in \(Feeds.frozen)",
                    "hint: search for part of the ID with `fleet list --search TEXT --color all "
                        + "--source '\(Feeds.frozen)'`",
                ])
        }
        let outcome = try await watch("A-1", "X-9").succeeded()
        #expect(outcome.errorLines.contains("missing: X-9"))
        #expect(outcome.text.contains("s · 1 of 3 vehicles"))
    }

    @Test("an ambiguous beginning is an error")
    func ambiguous() async throws {
        try await watch("a").failed(
            66, "'a' matches several vehicles", "give the full ID: A-1, A-2")
    }

    @Test("only favorites are watched")
    func favorites() async throws {
        let outcome = try await watch("--favorites").succeeded()
        #expect(outcome.text.contains("s · 1 of 3 vehicles · favorites ·"))
        #expect(outcome.text.contains("\nA-2 "))
    }

    @Test("states in JSON count the vehicles of the filter, and are unchanged without one")
    func states() async throws {
        let narrowed = try await watch("--format", "ndjson", "--color", "red", "A-1").succeeded()
        let counts = try await Tool.jq(
            #"select(.state == "live") | [.filter, .matching, .total]"#, narrowed.data)
        #expect(counts == [#"[{"colors":["red"],"ids":["A-1"]},1,3]"#])
        let all = try await home.run(
            "watch", "--source", "s", "--count", "1", "--format", "ndjson"
        ).succeeded()
        #expect(!all.text.contains("matching") && !all.text.contains("filter"))
    }

    @Test("the saved color narrows the table only")
    func saved() async throws {
        _ = try await watch()
        try await home.run("list", "--source", "s", "--color", "red").succeeded()
        try home.write(#"{"vehicles":[{"id":"A-1","color":"Blue"}]}"#, to: "feed.json")
        let table = try await home.run("watch", "--source", "s", "--count", "1").succeeded()
        #expect(table.text.contains("0 of 1 vehicles · color red (saved; --color all clears)"))
        let states = try await home.run(
            "watch", "--source", "s", "--count", "1", "--format", "ndjson"
        ).succeeded()
        #expect(!states.text.contains("matching"))
    }

    @Test(
        "thresholds are checked",
        arguments: [
            ["--low-battery", "20"], ["--events", "--low-battery", "101"],
            ["--events", "--low-battery=-1"], ["--events", "--low-battery", "nan"],
            ["--events", "--low-battery", "90"],
            ["--events", "--low-battery", "50", "--full-battery", "40"],
        ])
    func thresholds(options: [String]) async throws {
        let outcome = try await FleetHome().run(["watch"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errorLines.last == "hint: run `fleet watch --help`")
    }
}
