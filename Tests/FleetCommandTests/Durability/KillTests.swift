import FleetTestSupport
import Testing

@Suite("A killed process loses nothing", .slots)
struct KillTests {
    private func expectIntact(_ home: FleetHome) async throws {
        let path = home.path + "/fleet.sqlite"
        if !home.bytes(of: "fleet.sqlite").isEmpty {
            #expect(try await Tool.sqlite("PRAGMA integrity_check", path) == ["ok"])
        }
        let tables = try await Tool.sqlite(
            "SELECT count(*) FROM sqlite_master WHERE name = 'facet_count'", path)
        if tables == ["1"] {
            let query = """
                SELECT (SELECT count(*) FROM vehicle WHERE vehicle.source = source.id)
                || ' ' || (SELECT total(vehicles) FROM facet_count AS c WHERE c.source = source.id)
                || ' ' || json_extract(info, '$.total') FROM source WHERE info IS NOT NULL
                """
            for row in try await Tool.sqlite(query, path) {
                let counts = row.split(separator: " ").compactMap { Double($0) }
                #expect(counts.count == 3 && Set(counts) == [1000], "\(row)")
            }
        }
        let preferences = home.bytes(of: "preferences.json")
        if !preferences.isEmpty { #expect(try await Tool.jq(".version", preferences) == ["1"]) }
    }

    /// Each round kills the program at five fractions of the duration of an undisturbed run.
    @Test(
        "a kill at any moment leaves the store intact and the preferences readable",
        arguments: 0..<5)
    func moments(round: Int) async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", "sim://?vehicles=1000", "--no-check").succeeded()
        let duration = try await ProcessTiming.duration {
            try home.start("refresh", "--source", "s")
        }
        for step in 0..<5 {
            let commands = [
                ["refresh", "--source", "s"],
                ["list", "--source", "s", "--color", "red", "--limit", "1"],
            ]
            let program = try home.start(commands[step % 2])
            await ProcessTiming.sleep(duration * Double(round * 5 + step) / 24)
            program.send(9)
            let status = await program.outcome().status
            #expect(status == -9 || status == 0)
            try await expectIntact(home)
        }
        try await home.run("refresh", "--source", "s").succeeded()
        try await expectIntact(home)
        // A killed writer may leave a temporary file, which the next writer reuses.
        try await home.run("list", "--source", "s", "--color", "blue", "--limit", "1").succeeded()
        #expect(try home.files.filter { $0.hasSuffix(".tmp") } == [])
    }
}
