import Foundation
import Testing

@Suite("Sites are watched", .serialized, .slots)
struct SiteWatchTests {
    private static let quick = "sim://?vehicles=0&min_interval=0.05&max_interval=0.05"

    @Test("each new value is an event, told once")
    func events() async throws {
        let watch = try await FleetHome().run(
            "site", "watch", "--source", Self.quick, "--format", "ndjson", "--for", "6"
        ).succeeded()
        let events = try watch.objects()
        #expect(events.allSatisfy { $0["event"] as? String == "measurement" || $0["phase"] != nil })
        #expect(Set(events.compactMap { $0["site_id"] as? String }) == ["depot-nord", "depot-sud"])
        let filter = "select(.event == \"measurement\") | [.site_id, .quantity, .measured_at]"
        let told = try await Tool.jq(filter, watch.data)
        #expect(told.count > 12, "both depots' six sensors, and then some")
        #expect(Set(told).count == told.count)
    }

    @Test("one site alone, which must be there")
    func one() async throws {
        let home = try FleetHome()
        let watch = try await home.run(
            "site", "watch", "DEPOT-N", "--source", Self.quick, "--count", "3", "--format", "ndjson"
        ).succeeded()
        #expect(
            try Set(watch.objects().compactMap { $0["site_id"] as? String }) == ["depot-nord"])
        try await home.run("site", "watch", "none", "--source", Self.quick).failed(
            66, "there is no site none in \(Self.quick)",
            "`fleet site list` names the sites there are")
    }

    @Test("a pipe gets a line for each value, a terminal the table drawn anew")
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
                let screens = watch.text.components(separatedBy: "\u{1B}[H\u{1B}[J").dropFirst()
                #expect(screens.count == 2)
                // The line of the state, which comes after, has a row as well.
                for screen in screens where rows > 1 {
                    let table = screen.components(separatedBy: "next reading").first ?? ""
                    #expect(table.split(separator: "\n").count < Int(rows))
                }
            }
        }
    }

    @Test("a second watch follows the first, and takes the lead when that is killed")
    func leader() async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", Self.quick).succeeded()
        let arguments = ["site", "watch", "--source", "s", "--format", "ndjson"]
        let first = try home.start(arguments)
        await first.until { $0.lines.count >= 12 }
        let second = try home.start(arguments)
        await second.until { $0.lines.count >= 12 }
        // A watch of the vehicles leads these, beside that of the sites.
        try await home.run("watch", "--source", "s", "--count", "1").succeeded()
        #expect(try home.files.filter { $0.hasSuffix(".sock") }.count == 1)
        await first.killed()
        let seen = second.soFar.lines.count
        await second.until { $0.lines.count > seen }
        await second.interrupt()
        #expect(try !home.files.contains { $0.hasSuffix(".sock") })
    }

    @Test("a failure is a state among the events, and the end with --no-retry")
    func failing() async throws {
        let home = try FleetHome()
        let source = "sim://?failure_rate=1"
        let watch = try home.start("site", "watch", "--source", source, "--format", "ndjson")
        await watch.until { $0.text.contains(#""state":"failed""#) }
        #expect(try await Tool.jq(".state", watch.soFar.data) == ["failed"])
        await watch.interrupt()
        let once = try await home.run("site", "watch", "--source", source, "--no-retry")
        #expect(once.status == 69)
        #expect(once.talkLines.last?.hasPrefix("hint: ") == true)
    }

    @Test("a closed pipe ends it quietly, numbers that make no sense are refused")
    func ends() async throws {
        let home = try FleetHome()
        let line =
            "(fleet site watch --source '\(Self.quick)' 2>talk; echo $? >status) | head -1"
        #expect(try await home.shell(line).succeeded().lines.count == 1)
        #expect(home.text(of: "status") == "0\n")
        #expect(!home.text(of: "talk").contains("error"))
        for option in ["--count=0", "--for=nan", "--interval=-1"] {
            #expect(try await home.run("site", "watch", option).status == 64)
        }
    }
}
