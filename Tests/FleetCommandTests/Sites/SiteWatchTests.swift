import FleetTestSupport
import Foundation
import Testing

@Suite("Sites are watched", .slots)
struct SiteWatchTests {
    private static let quick = "sim://?vehicles=0&min_interval=0.05&max_interval=0.05"

    @Test("Each new value is one event")
    func events() async throws {
        let watch = try await FleetHome().run(
            "site", "watch", "--source", Self.quick, "--format", "ndjson", "--count", "120"
        ).succeeded()
        let events = try watch.objects()
        #expect(events.allSatisfy { $0["event"] as? String == "measurement" || $0["phase"] != nil })
        #expect(Set(events.compactMap { $0["site_id"] as? String }) == ["depot-nord", "depot-sud"])
        let filter = "select(.event == \"measurement\") | [.site_id, .quantity, .measured_at]"
        let reported = try await Tool.jq(filter, watch.data)
        // 120 snapshots take at least six seconds of the simulation.
        #expect(reported.count > 12, "more than one value of each of twelve sensors")
        #expect(Set(reported).count == reported.count)
    }

    @Test("A watch of one site has only its events, and an unknown site is an error")
    func one() async throws {
        let home = try FleetHome()
        let watch = try await home.run(
            "site", "watch", "DEPOT-N", "--source", Self.quick, "--count", "3", "--format", "ndjson"
        ).succeeded()
        #expect(
            try Set(watch.objects().compactMap { $0["site_id"] as? String }) == ["depot-nord"])
        try await home.run("site", "watch", "none", "--source", Self.quick).failed(
            66, "no site none in \(Self.quick)",
            "run `fleet site list --source '\(Self.quick)'` to see the sites")
    }

    @Test("A pipe gets a line per value, a terminal a redrawn table")
    func views() async throws {
        let home = try FleetHome()
        let pipe = try await home.run(
            "site", "watch", "--source", "sim://?now=2026-01-31T18:52:00Z", "--count", "1"
        ).succeeded()
        #expect(pipe.lines.count == 13)
        #expect(pipe.text.contains("  smoke ") && pipe.text.contains("  ALARM began: smoke "))
        for rows: UInt16 in [1, 4, 24] {
            for id in [[], ["depot-sud"]] {
                let terminal = try Terminal(columns: rows == 1 ? 1 : 60, rows: rows)
                let program = try home.start(
                    ["site", "watch"] + id + ["--source", Self.quick, "--count", "2"], on: terminal)
                let watch = await program.outcome().succeeded()
                let frames = watch.text.components(separatedBy: "\u{1B}[H").dropFirst()
                #expect(frames.count >= 2, "two snapshots")
                // The cursor below the state line needs a row as well; before it, the rest is
                // erased.
                for frame in frames where rows > 1 {
                    #expect(frame.split(separator: "\n").count <= Int(rows))
                }
            }
        }
    }

    @Test("On a small terminal, columns that do not fit are counted, and space shows the next page")
    func pages() async throws {
        let home = try FleetHome()
        let table = try await TmuxScreen(home, "site", "watch", "sim://demo")
        try await table.waitUntil("depot-sud", " more columns: widen the terminal")
        try await table.resize(columns: 140, rows: 24)
        try await table.waitUntil("all columns") { rows in
            rows.contains { $0.contains("BATTERY") }
                && !rows.contains { $0.contains("more column") }
        }
        try await table.resize(columns: 80, rows: 6)
        // A site with an alarm is first, which depends on the time of the simulation.
        try await table.waitUntil("depot-", "page 1 of 2; press space for the next page")
        let isSouthFirst = try await table.rows.contains { $0.contains("depot-sud") }
        try await table.press(" ")
        try await table.waitUntil(
            isSouthFirst ? "depot-nord" : "depot-sud", "page 2 of 2; press space")
        try await table.press("q")
        let site = try await TmuxScreen(home, "site", "watch", "sim://demo", "depot-nord")
        try await site.waitUntil("name ", "page 1 of 2; press space for the next page")
        try await site.press(" ")
        try await site.waitUntil("battery ", "connectivity ", "page 2 of 2")
        try await site.press(" ")
        try await site.waitUntil("name ", "page 1 of 2")
        try await site.press("q")
    }

    @Test("A detail that is longer than the terminal is shown in the pager, unless it has images")
    func paged() async throws {
        let home = try FleetHome()
        let pager = "sed 's/^/paged: /'"
        for line in [["detail", "ABP-PHY"], ["site", "show", "depot-nord"]] {
            for (rows, options) in [(20, []), (20, ["--no-pager"]), (90, [])]
                as [(UInt16, [String])]
            {
                let shown = try await home.start(
                    line + ["--source", "sim://demo", "--ansi", "never"] + options,
                    environment: ["PAGER": pager, "TERM": "xterm"],
                    on: try Terminal(columns: 80, rows: rows)
                ).outcome().succeeded()
                #expect(shown.text.contains("paged: id") == (rows == 20 && options.isEmpty))
                #expect(shown.text.contains("ABP-PHY") || shown.text.contains("depot-nord"))
            }
        }
    }

    @Test("A second watch follows the first and takes over when that is killed")
    func leader() async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", Self.quick).succeeded()
        let arguments = ["site", "watch", "--source", "s", "--format", "ndjson"]
        let first = try home.start(arguments)
        await first.waitUntil { $0.lines.count >= 12 }
        let second = try home.start(arguments)
        await second.waitUntil { $0.lines.count >= 12 }
        // A watch of the vehicles has its own leader, independent of the sites.
        try await home.run("watch", "--source", "s", "--count", "1").succeeded()
        #expect(try home.files.filter { $0.hasSuffix(".sock") }.count == 1)
        await first.forceKill()
        let seen = second.output.lines.count
        await second.waitUntil { $0.lines.count > seen }
        await second.interrupt()
        #expect(try !home.files.contains { $0.hasSuffix(".sock") })
    }

    @Test("A failure is listed among the events, and ends the watch with --no-retry")
    func failing() async throws {
        let home = try FleetHome()
        let source = "sim://?failure_rate=1"
        let watch = try home.start("site", "watch", "--source", source, "--format", "ndjson")
        await watch.waitUntil { $0.text.contains(#""state":"failed""#) }
        #expect(try await Tool.jq(".state", watch.output.data).first == "failed")
        await watch.interrupt()
        let once = try await home.run("site", "watch", "--source", source, "--no-retry")
        #expect(once.status == 69)
        #expect(once.errorLines.last?.hasPrefix("hint: ") == true)
    }

    @Test("A closed pipe ends the watch quietly, and invalid numbers are refused")
    func ends() async throws {
        let home = try FleetHome()
        let line =
            "(fleet site watch --source '\(Self.quick)' 2>stderr; echo $? >status) | head -1"
        #expect(try await home.shell(line).succeeded().lines.count == 1)
        #expect(home.text(of: "status") == "0\n")
        #expect(!home.text(of: "stderr").contains("error"))
        for option in ["--count=0", "--for=nan", "--interval=-1"] {
            #expect(try await home.run("site", "watch", option).status == 64)
        }
    }
}
