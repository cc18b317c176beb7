import FleetTestSupport
import Foundation
import POSIX
import SystemPackage
import Testing

@Suite("Every list has the same output options", .slots)
struct ListOutputTests {
    private static let fleet = "sim://?vehicles=30&now=2026-01-31T12:00:00Z"

    /// A home with a favorite and a note, whose default source is `s`.
    private func home() async throws -> FleetHome {
        let home = try FleetHome()
        try await home.run("source", "add", "s", Self.fleet).succeeded()
        try await home.run("source", "use", "s").succeeded()
        let id = try #require(try await home.run("list", "--json").succeeded().ids.first)
        try await home.run("favorite", "add", id).succeeded()
        try await home.run("note", "add", id, "brake is loose,\n\"left\"").succeeded()
        return home
    }

    private static let lists: [(arguments: String, name: String, field: String)] = [
        ("list", "vehicles", "vehicle_id"), ("site list", "sites", "station_id"),
        ("favorite list", "favorites", "vehicle_id"), ("note list", "notes", "text"),
        ("source list", "sources", "location"), ("labels --layouts", "layouts", "maker"),
        ("count --by type,state", "counts", "count"),
    ]

    @Test(
        "ndjson and csv have the records of json, and --json is its short form",
        arguments: lists)
    func formats(arguments: String, name: String, field: String) async throws {
        let home = try await home()
        func list(_ more: String...) async throws -> [UInt8] {
            let words = arguments.split(separator: " ").map(String.init)
            return try await home.run(words + more).succeeded().data
        }
        let json = try await list("--format", "json")
        #expect(try await list("--json") == json)
        let expected = try await Tool.jq(".\(name)[] | .\(field) | tojson", json)
        #expect(!expected.isEmpty)
        #expect(try await Tool.jq(".\(field) | tojson", list("--format", "ndjson")) == expected)
        let script = """
            import csv, json, sys
            for r in csv.DictReader(sys.stdin):
                text = r["\(field)"]
                print(text if text.isdigit() else json.dumps(text))
            """
        let rows = try await Tool.python(script, list("--format", "csv")).split(separator: "\n")
        #expect(rows.map(String.init) == expected)
        let table = String(decoding: try await list("--format", "table"), as: UTF8.self)
        #expect(table.split(separator: "\n").count == expected.count + 1)
    }

    @Test(
        "--fields selects fields in their order, --no-header omits the titles",
        arguments: lists)
    func fields(arguments: String, name: String, field: String) async throws {
        let home = try await home()
        func list(_ more: String...) async throws -> Outcome {
            try await home.run(arguments.split(separator: " ").map(String.init) + more)
        }
        let all = try await list("--json").succeeded().data
        let json = try await list("--json", "--fields", field).succeeded().data
        let expected = try await Tool.jq("[.\(name)[] | {\(field)}]", all)
        #expect(try await Tool.jq(".\(name)", json) == expected)
        let csv = try await list("--format", "csv", "--fields", field, "--no-header").succeeded()
        let count = try await Tool.jq(".\(name)[].\(field) | tojson", all).count
        let script = "import csv, sys; print(len(list(csv.reader(sys.stdin))))"
        #expect(try await Tool.python(script, csv.data) == "\(count)\n")
        let table = try await list("--format", "table", "--fields", field).succeeded()
        let title = field == "vehicle_id" && name == "vehicles" ? "ID" : field.uppercased()
        #expect(table.lines[0] == title.replacing("_", with: " "))
        let unknown = try await list("--fields", "nope")
        #expect(unknown.status == 64)
        #expect(unknown.errorText.hasPrefix("error: no field named 'nope'\nhint: use one or more"))
    }

    @Test("The fields of vehicles keep their order, and have the names of columns, too")
    func order() async throws {
        let csv = try await FleetHome().run(
            "list", "--source", Self.fleet, "--format", "csv", "--limit", "1", "--fields",
            "battery, state,id")
        #expect(csv.succeeded().lines[0] == "battery_percent,state,vehicle_id")
        let table = try await FleetHome().run(
            "list", "--source", Self.fleet, "--limit", "1", "--fields", "id,lat,battery")
        #expect(table.succeeded().lines[0].split(separator: " ") == ["ID", "LAT", "BATTERY"])
    }

    @Test(
        "Options that contradict each other are refused",
        arguments: [
            ("list --json --format csv", "--json and --format cannot be used together"),
            ("list --fields a,", "--fields must be names such as vehicle_id,lat,lon"),
            ("list --format gbfs --fields lat", "--fields cannot be used with --format gbfs"),
            (
                "labels --layouts --format png",
                "--format for --layouts must be table, json, ndjson or csv"
            ),
            ("labels --out x/ --format csv", "--format csv needs --layouts"),
            ("labels --out x/ --fields name", "--fields needs --layouts"),
            ("labels --out x/ --no-header", "--no-header needs --layouts"),
        ])
    func refused(line: String, cause: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        try await FleetHome().run(words).failed(64, cause, "run `fleet \(words[0]) --help`")
    }

    @Test("text remains a name of the table of favorites and sources")
    func formerName() async throws {
        let home = try await home()
        for list in ["favorite", "source"] {
            // The ages in the list of sources are those of one time.
            let now = ["FLEET_NOW": "2030-01-01T00:00:00Z"]
            let table = try await home.run(list, "list", "--format", "table", environment: now)
                .succeeded()
            let text = try await home.run(list, "list", "--format", "text", environment: now)
            #expect(text.data == table.data)
        }
    }
}

@Suite("Vehicles are counted", .slots)
struct CountTests {
    private static let fleet = "sim://?vehicles=200&now=2026-01-31T12:00:00Z"

    private func count(_ arguments: String..., source: String = fleet) async throws -> Outcome {
        try await FleetHome().run(["count", "--source", source] + arguments).succeeded()
    }

    @Test(
        "The counts are those of jq, largest first",
        arguments: [
            ("type", "[.vehicle_type_id, .form_factor]"), ("state", "[.state]"),
            ("color", "[.colors | join(\"-\")]"), ("station", "[.station_id]"),
            ("type,state", "[.vehicle_type_id, .form_factor, .state]"),
        ])
    func groups(field: String, key: String) async throws {
        let list = try await FleetHome().run("list", "--source", Self.fleet, "--json").succeeded()
        let expected = try await Tool.jq(
            ".vehicles | group_by(\(key))[] | [(.[0] | \(key)), length]", list.data)
        let counts = try await count("--by", field, "--json")
        let members =
            "([.vehicle_type_id, .form_factor, .state, .color, .station_id] "
            + "| map(select(. != null)))"
        let shown = try await Tool.jq(".counts[] | [\(members), .count]", counts.data)
        #expect(Set(shown) == Set(expected.map { $0.replacing("[[null]", with: "[[]") }))
        #expect(
            try await Tool.jq("[.counts[].count] | . == (sort | reverse)", counts.data) == ["true"])
    }

    @Test("Without --by the table is a number, and filters narrow it")
    func number() async throws {
        #expect(try await count().text == "200\n")
        let list = try await FleetHome()
            .run("list", "--source", Self.fleet, "--state", "reserved", "--json").succeeded()
        let reserved = try await count("--state", "reserved")
        #expect(reserved.text == "\(list.ids.count)\n")
        #expect(reserved.errorText.contains("state reserved"))
        #expect(try await count("--search", "no such", "--format", "csv").text == "count\n0\n")
    }

    @Test("Unknown values are counted, and a saved color is ignored")
    func unknown() async throws {
        let home = try FleetHome()
        try home.write(#"[{"bike_id":"A","vehicle_type_id":"t"},{"bike_id":"B"}]"#, to: "f.json")
        let path = home.path(of: "f.json")
        let table = try await home.run("count", "--source", path, "--by", "type").succeeded()
        #expect(table.lines == ["TYPE  VEHICLES", "t            1", "-            1"])
    }
}

@Suite("A long list on a terminal is shown in a pager", .slots)
struct PagerTests {
    private func list(
        _ arguments: String..., pager: String?, vehicles: Int = 60
    ) async throws -> Outcome {
        let home = try FleetHome()
        let source = "sim://?vehicles=\(vehicles)&now=2026-01-31T12:00:00Z"
        let program = try home.start(
            ["list", "--source", source, "--ansi", "never"] + arguments,
            environment: ["PAGER": pager, "TERM": "xterm"], on: try Terminal())
        return await program.outcome().succeeded()
    }

    @Test("The pager gets the header, and columns that fit the terminal")
    func paged() async throws {
        let list = try await list(pager: "sed 's/^/> /'")
        // The header, the titles, and the line about the column that does not fit.
        #expect(list.lines.count == 64)
        #expect(list.lines.allSatisfy { $0.hasPrefix("> ") && $0.count <= 82 })
        #expect(list.lines[0].contains("60 of 60 vehicles"))
    }

    @Test("A short list, --no-pager and a missing pager write to the terminal")
    func direct() async throws {
        #expect(try await list(pager: "sed 's/^/> /'", vehicles: 5).lines.count == 9)
        let plain = try await list("--no-pager", pager: "sed 's/^/> /'")
        #expect(plain.lines.count == 64 && !plain.text.contains("> "))
        let missing = try await list(pager: "exec /no/such/pager 2>/dev/null")
        #expect(missing.text == plain.text)
    }

    @Test("A pager that quits early ends the command quietly")
    func closed() async throws {
        let list = try await list(pager: "head -n 3", vehicles: 5000)
        #expect(list.lines.count == 3)
    }
}
