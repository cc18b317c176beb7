import FleetTestSupport
import Testing

@Suite("A history shows the state of a source at a past time", .slots) struct HistoryTests {
    /// A home with a source of three snapshots, of 12:00, 12:05 and 13:00.
    private func home(_ options: String...) async throws -> FleetHome {
        let home = try FleetHome()
        let path = try home.write(Feeds.vehicles("a", "b"), to: "feed.json")
        try await run(home, ["source", "add", "x", path] + options, at: "12:00").succeeded()
        for (ids, time) in [(["b", "c"], "12:05"), (["c"], "13:00")] {
            try home.write(Feeds.vehicles(ids), to: "feed.json")
            try await run(home, ["refresh"], at: time).succeeded()
        }
        return home
    }

    @discardableResult
    private func run(
        _ home: FleetHome, _ arguments: [String], at time: String = "14:00"
    ) async throws -> Outcome {
        try await home.run(arguments, environment: ["FLEET_NOW": "2026-01-31T\(time):00Z"])
    }

    @Test("of the last snapshot before; a warning and the document say that it is in a gap")
    func moments() async throws {
        let home = try await home("--history", "30d")
        for (time, ids, isGap) in [
            ("12:00", ["a", "b"], false), ("2026-01-31 12:04:59", ["a", "b"], false),
            ("2026-01-31T12:05:00Z", ["b", "c"], false), ("12:59", ["b", "c"], true),
            ("2026-01-31T14:00+01:00", ["c"], false), ("14:00", ["c"], true),
        ] {
            let list = try await run(home, ["list", "--json", "--at", time]).succeeded()
            #expect(list.ids == ids, "\(time)")
            #expect((try list.json()["gap"] != nil) == isGap, "\(time)")
            #expect(list.errorText.contains("warning: x was not read") == isGap, "\(time)")
        }
        let gap = try await run(home, ["list", "--json", "--at", "12:30"]).json()
        #expect(gap["data_at"] as? String == "2026-01-31T12:05:00Z")
        #expect(
            gap["gap"] as? [String: String] == [
                "start": "2026-01-31T12:05:00Z", "end": "2026-01-31T13:00:00Z", "reason": "pause",
            ])
        let count = try await run(home, ["count", "--at", "12:00"]).succeeded()
        #expect(
            count.text.contains("2") && count.errorText.contains("as of 2026-01-31T12:00+00:00"))
        let detail = try await run(home, ["detail", "a", "--art", "none", "--at", "12:00"])
        #expect(detail.succeeded().text.contains("blue"))
    }

    @Test("and says why there is none")
    func errors() async throws {
        let home = try await home("--history", "30d")
        for (time, status, cause) in [
            ("2026-01-31 11:59", 66, "x has no history before 2026-01-31T12:00+00:00"),
            ("15:00", 66, "x has no history before 2026-01-31T12:00+00:00"),
            ("2026-01-31 14:01", 64, "2026-01-31 14:01 is in the future"),
            ("2026-01-31", 64, "2026-01-31 is a whole day"), ("noon", 64, "noon is not a time"),
        ] {
            let list = try await run(home, ["list", "--at", time])
            #expect(list.status == Int32(status), "\(time)")
            #expect(list.errorLines.first == "error: " + cause && list.errorLines.count == 2)
        }
        let path = try home.write(Feeds.vehicles("a"), to: "other.json")
        #expect(try await run(home, ["list", "--source", path, "--at", "12:00"]).status == 64)
        #expect(try await run(home, ["detail", "c", "--at", "12:00"]).status == 66)
    }

    @Test("until its setting is removed, after a question, and begins again with a new one")
    func setting() async throws {
        let home = try await home("--ids", "stable", "--history", "30d,500MB")
        let show = try await run(home, ["source", "show", "x", "--json"]).json()
        #expect(show["history"] as? String == "30d,500MB")
        try await run(home, ["source", "edit", "x", "--history", "off"]).failed(
            64, "the history of x would be removed", "--yes removes it")
        for setting in ["1h", "30d,100MB"] {
            try await run(home, ["source", "edit", "x", "--history", setting]).failed(
                64, "what the history of x has beyond \(setting) would be removed",
                "--yes removes it")
        }
        let kept = try await run(home, ["source", "show", "x", "--json"]).json()
        #expect(kept["history"] as? String == "30d,500MB")
        #expect(try await run(home, ["list", "--at", "12:00"]).status == 0)
        try await run(home, ["source", "edit", "x", "--history", "60d"]).succeeded()
        try await run(home, ["source", "edit", "x", "--history", "40d", "--yes"]).succeeded()
        try await run(home, ["source", "edit", "x", "--history", "off", "--yes"]).succeeded()
        try await run(home, ["list", "--at", "12:00"]).failed(
            66, "the history of x is off",
            "`fleet source edit x --history 30d` keeps one from now on")
        let edit = try await run(home, ["source", "edit", "x", "--history", "2d"]).succeeded()
        #expect(edit.errorText.contains("warning: the history of x is personal data"))
        try await run(home, ["refresh"], at: "15:00").succeeded()
        let list = try await run(home, ["list", "--json", "--at", "15:00"], at: "15:01")
        #expect(try list.succeeded().json()["total"] as? Int == 1)
        #expect(try await run(home, ["list", "--at", "14:59"], at: "15:01").status == 66)
        for text in ["30", "5m", "30d,1", "forever"] {
            #expect(
                try await run(home, ["source", "edit", "x", "--history", text]).status == 64)
        }
    }
}
