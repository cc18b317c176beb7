import FleetTestSupport
import Foundation
import Testing

@Suite("Sites are listed and shown", .slots)
struct SiteCommandTests {
    /// A simulation at a time when smoke is above its threshold in one depot.
    private static let smoky = "sim://?now=2026-01-31T18:52:00Z"
    private static let clock = ["FLEET_NOW": "2026-01-31T18:52:00Z"]

    private func sites(_ arguments: String..., home: FleetHome? = nil) async throws -> Outcome {
        let home = try home ?? FleetHome()
        return try await home.run(["site"] + arguments + ["--source", Self.smoky]).succeeded()
    }

    @Test("The simulation has two depots, and in a pipe the header is on standard error")
    func list() async throws {
        let list = try await sites("list")
        #expect(list.lines.count == 3)
        #expect(list.lines[0].hasPrefix("ID          NAME        VEHICLES  DOCKS  ALARM"))
        #expect(list.lines[1].hasPrefix("depot-nord") && list.lines[2].hasPrefix("depot-sud"))
        #expect(list.text.contains("smoke"))
        #expect(list.errorText.contains("(simulated) · 2 sites · ALARM at 1 · updated"))
        #expect(!list.text.contains("\u{1B}") && !list.errorText.contains("\u{1B}"))
    }

    @Test("All formats agree")
    func formats() async throws {
        let json = try await sites("list", "--format", "json")
        let geojson = try await sites("list", "--format", "geojson")
        let csv = try await sites("list", "--format", "csv")
        let filter = """
            [.station_id, .lat, .num_vehicles, .num_vehicles_available, (.alarms | join(" ")),
            (.measurements[] | select(.quantity == "smoke") | .value)] | map(tostring) | join("|")
            """
        let rows = try await Tool.jq(".sites[] | " + filter, json.data)
        #expect(rows.count == 2)
        #expect(rows.contains { $0.contains("|smoke|") })
        let features = """
            .features[] | .properties + {lat: .geometry.coordinates[1]} | \(filter)
            """
        #expect(try await Tool.jq(features, geojson.data) == rows)
        let script = """
            import csv, sys
            for row in csv.DictReader(sys.stdin):
                print("|".join(row[name] for name in ["station_id", "lat", "num_vehicles",
                    "num_vehicles_available", "alarms", "smoke"]))
            """
        #expect(try await Tool.python(script, csv.data) == rows.joined(separator: "\n") + "\n")
        #expect(
            try await Tool.jq(".total, .simulated, .stale", json.data) == ["2", "true", "false"])
    }

    @Test("A site is found by its ID, else ignoring case, else by a prefix")
    func lookup() async throws {
        for id in ["depot-sud", "DEPOT-SUD", "Depot-S"] {
            #expect(try await sites("show", id).lines.first == "id             depot-sud")
        }
        let home = try FleetHome()
        let none = try await home.run("site", "show", "x", "--source", Self.smoky)
        none.failed(
            66, "no site x in \(Self.smoky)",
            "run `fleet site list --source '\(Self.smoky)'` to see the sites"
        )
        try await home.run("site", "show", "depot", "--source", Self.smoky).failed(
            66, "'depot' matches several sites", "give the full ID: depot-nord, depot-sud")
        #expect(try await home.run("site", "show", "").status == 64)
    }

    @Test("A measurement is shown with its stored history")
    func history() async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", "sim://").succeeded()
        for minute in 48...54 {
            let clock = ["FLEET_NOW": "2026-01-31T18:\(minute):00Z"]
            try await home.run("site", "list", "--source", "s", environment: clock).succeeded()
        }
        let show = try await home.run(
            "site", "show", "depot-nord", "--offline", "--source", "s", "--format", "json",
            environment: Self.clock
        ).succeeded()
        let samples = try await Tool.jq(
            ".site.measurements[] | select(.quantity == \"temperature\") | .samples[].value",
            show.data)
        let path = home.path + "/fleet.sqlite"
        let stored = try await Tool.sqlite(
            """
            SELECT value FROM sample JOIN site ON site.id = site WHERE site_id = 'depot-nord'
            AND quantity = 'temperature' ORDER BY at
            """, path)
        #expect(samples.compactMap(Double.init) == stored.compactMap(Double.init))
        #expect(samples.count == 7)
        let text = try await home.run(
            "site", "show", "depot-nord", "--offline", "--source", "s", environment: Self.clock
        ).succeeded()
        let row = try #require(text.lines.first { $0.hasPrefix("temperature") })
        let blocks = row.unicodeScalars.count { (0x2581...0x2588).contains($0.value) }
        #expect(blocks == 7)
    }

    @Test("On a terminal an alarm is red, and without color it is still named")
    func terminal() async throws {
        func list(_ environment: [String: String?], columns: UInt16) async throws -> Outcome {
            let program = try FleetHome().start(
                "site", "list", "--source", Self.smoky, environment: environment,
                on: try Terminal(columns: columns))
            return await program.outcome().succeeded()
        }
        let colored = try await list([:], columns: 100)
        #expect(colored.text.contains("\u{1B}[31msmoke\u{1B}[0m"))
        #expect(colored.text.contains("\u{1B}[31mALARM at 1\u{1B}[0m"))
        let plain = try await list(["NO_COLOR": "1"], columns: 40)
        #expect(plain.text.contains("smoke") && plain.text.contains("ALARM at 1"))
        #expect(!plain.text.contains("\u{1B}[3"))
        #expect(plain.lines.allSatisfy { $0.replacing("\u{1B}[K", with: "").count <= 40 })
    }

    @Test("A failing source shows the stored sites as stale with a warning, except with --strict")
    func failing() async throws {
        let home = try FleetHome()
        try home.write(
            #"{"sites":[{"site_id":"depot-sud","name":"Sud"},{"site_id":"b","name":"B"}]}"#,
            to: "sites.json")
        try await home.run("source", "add", "s", "sites.json").succeeded()
        let first = try await home.run("site", "list", "--source", "s", "--format", "json")
            .succeeded()
        try home.write("no feed", to: "sites.json")
        try await home.ageRequests()
        let second = try await home.run("site", "list", "--source", "s", "--format", "json")
            .succeeded()
        #expect(second.errorText.hasPrefix("warning: "))
        let ids = ".sites[].station_id"
        #expect(try await Tool.jq(ids, second.data) == Tool.jq(ids, first.data))
        #expect(try await Tool.jq(".stale", second.data) == ["true"])
        let strict = try await home.run("site", "list", "--source", "s", "--strict")
        #expect(strict.status == 65 && strict.errorLines.last?.hasPrefix("hint: ") == true)
        #expect(strict.data.isEmpty)
        let show = try await home.run("site", "show", "depot-sud", "--source", "s", "--offline")
        #expect(show.succeeded().text.contains("\nstale          yes, fetched "))
    }

    @Test("--offline sends no request, and removing a source removes its sites")
    func offline() async throws {
        let home = try FleetHome()
        let offline = ["site", "list", "--source", "s", "--offline"]
        try await home.run("source", "add", "s", "sim://", "--no-check").succeeded()
        try await home.run(offline).failed(
            69, "nothing is stored for s", "run once without --offline to fetch it")
        try await home.run("site", "list", "--source", "s").succeeded()
        #expect(try await home.run(offline).succeeded().lines.count == 3)
        try await home.run("source", "add", "s", "sim://", "--replace", "--no-check").succeeded()
        #expect(try await home.run(offline).status == 69)
        try await home.run("site", "list", "--source", "s").succeeded()
        try await home.run("source", "remove", "s").succeeded()
        let rows = "SELECT (SELECT count(*) FROM site) + (SELECT count(*) FROM sample)"
        #expect(try await Tool.sqlite(rows, home.path + "/fleet.sqlite") == ["0"])
    }
}
