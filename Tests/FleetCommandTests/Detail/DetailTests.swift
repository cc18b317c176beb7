import FleetTestSupport
import Testing

@Suite("`fleet detail` finds a vehicle by its ID and shows all of its values", .slots)
struct DetailTests {
    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        try home.write(
            """
            {"vehicles":[{"id":"DCS-FEO","lat":48.85,"lng":2.35,"battery":68,"color":"YellowBlue",
            "qrURL":"https://example.org/v/DCS-FEO"},{"id":"DCS-ABC"},{"id":"dcs-abc"},{"id":"XYZ"}]}
            """, to: "feed.json")
    }

    private func detail(_ id: String, _ arguments: String...) async throws -> Outcome {
        try await home.run(["detail", id, "--source", "feed.json", "--art", "none"] + arguments)
    }

    @Test(
        "an exact ID, another letter case and a prefix find a vehicle, stored or not",
        arguments: ["DCS-FEO", "dcs-feo", "Dcs-F", "DCS-ABC", "dcs-abc"])
    func found(id: String) async throws {
        let expected = id.lowercased().hasPrefix("dcs-f") ? "DCS-FEO" : id
        #expect(try await detail(id).succeeded().lines.first == "id             \(expected)")
        try await home.run("source", "add", "s", home.path + "/feed.json").succeeded()
        let stored = try await home.run("detail", id, "--source", "s", "--art", "none").succeeded()
        #expect(stored.lines.first == "id             \(expected)")
    }

    @Test(
        "an ambiguous ID is an error that lists the matching vehicles",
        arguments: ["DCS", "dCs-aBc"])
    func ambiguous(id: String) async throws {
        let ids = id == "DCS" ? "DCS-ABC, DCS-FEO, dcs-abc" : "DCS-ABC, dcs-abc"
        let detail = try await detail(id)
        #expect(detail.status == 66)
        #expect(detail.errorLines.first == "error: '\(id)' matches several vehicles")
        let named = detail.errorLines.last?.replacing("hint: give the full ID: ", with: "")
            .split(separator: ", ").map(String.init).sorted()
        #expect(named == ids.split(separator: ", ").map(String.init))
    }

    @Test("sensor values and alarms of a vehicle are shown, stored or not")
    func measurements() async throws {
        let feed = Project.fixture("sites/sites.json")
        try await home.run("source", "add", "depots", feed).succeeded()
        for source in [feed, "depots"] {
            let arguments = ["detail", "DCS-FEO", "--source", source, "--art", "none"]
            let lines = try await home.run(arguments).succeeded().lines
            #expect(lines.contains("speed          4.3 m/s"))
            #expect(lines[1] == "temperature    40 °C (ALARM)")
            #expect(!lines.contains { $0.hasPrefix("tipped over") })
            let json = try await home.run(arguments + ["--format", "json"]).succeeded()
            let values = try await Tool.jq(
                "[.vehicle.measurements[] | .value, .state]", json.data)
            #expect(values == [#"[40,"alarm",-71,"unknown",4.25,"unknown",false,"normal"]"#])
        }
    }

    @Test("--qr says which vehicle it took for the beginning of an ID, also one from a table")
    func prefix() async throws {
        for typed in ["XY", "xy…", "XY..."] {
            let detail = try await detail(typed, "--qr", home.path(of: "a.png")).succeeded()
            #expect(detail.errorText.contains("using XYZ for \(typed)\n"), "\(detail.errorText)")
        }
        let whole = try await detail("XYZ", "--qr", home.path(of: "a.png")).succeeded()
        #expect(!whole.errorText.contains("using"))
        try await detail("…").failed(
            66, "no vehicle … in \(home.path)/feed.json",
            "search for part of the ID with "
                + "`fleet list --search TEXT --color all --source \(home.path)/feed.json`")
    }

    @Test("an unknown ID is an error")
    func unknown() async throws {
        try await detail("NOPE").failed(
            66, "no vehicle NOPE in \(home.path)/feed.json",
            "search for part of the ID with "
                + "`fleet list --search TEXT --color all --source \(home.path)/feed.json`")
    }

    @Test("an empty ID is an error")
    func empty() async throws {
        try await detail("").failed(64, "the vehicle ID is empty", "run `fleet detail --help`")
    }

    @Test("the saved color filter does not hide a vehicle")
    func filter() async throws {
        try await home.run("list", "--source", "feed.json", "--color", "red").succeeded()
        try await detail("DCS-FEO").succeeded()
    }

    @Test("JSON output is one object with the values of the vehicle")
    func json() async throws {
        let detail = try await detail("DCS-FEO", "--format", "json").succeeded()
        let vehicle = #"{"id":"DCS-FEO","battery":68,"lat":48.85,"color":"YellowBlue"}"#
        let filter =
            "[.. | objects | select(.vehicle_id)][0] "
            + "| {id: .vehicle_id, battery: .battery_percent, lat, color}"
        #expect(try await Tool.jq(filter, detail.data) == [vehicle])
    }
}
