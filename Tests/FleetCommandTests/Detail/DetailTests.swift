import Testing

@Suite("A vehicle is found by its code, and all of it is shown", .slots)
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
        "stored or not, by the exact code, without regard to case, or by the beginning of one",
        arguments: ["DCS-FEO", "dcs-feo", "Dcs-F", "DCS-ABC", "dcs-abc"])
    func found(id: String) async throws {
        let expected = id.lowercased().hasPrefix("dcs-f") ? "DCS-FEO" : id
        #expect(try await detail(id).succeeded().lines.first == "id             \(expected)")
        try await home.run("source", "add", "s", home.path + "/feed.json").succeeded()
        let stored = try await home.run("detail", id, "--source", "s", "--art", "none").succeeded()
        #expect(stored.lines.first == "id             \(expected)")
    }

    @Test("an ambiguous code names the vehicles that it stands for", arguments: ["DCS", "dCs-aBc"])
    func ambiguous(id: String) async throws {
        let codes = id == "DCS" ? "DCS-ABC, DCS-FEO, dcs-abc" : "DCS-ABC, dcs-abc"
        let detail = try await detail(id)
        #expect(detail.status == 66)
        #expect(detail.talkLines.first == "error: \(id) stands for several vehicles")
        let named = detail.talkLines.last?.replacing("hint: give one code whole: ", with: "")
            .split(separator: ", ").map(String.init).sorted()
        #expect(named == codes.split(separator: ", ").map(String.init))
    }

    @Test("what a vehicle's sensors told is shown, stored or not, and an alarm is told as one")
    func measurements() async throws {
        let feed = FleetHome.fixture("sites/sites.json")
        try await home.run("source", "add", "depots", feed).succeeded()
        for source in [feed, "depots"] {
            let arguments = ["detail", "DCS-FEO", "--source", source, "--art", "none"]
            let lines = try await home.run(arguments).succeeded().lines
            #expect(lines.contains("temperature    40 °C (ALARM)"))
            #expect(lines.contains("speed          4.3 m/s"))
            #expect(lines.contains("tipped over    no"))
            let json = try await home.run(arguments + ["--format", "json"]).succeeded()
            let values = try await Tool.jq(
                "[.vehicle.measurements[] | .value, .state]", json.data)
            #expect(values == [#"[40,"alarm",-71,"unknown",4.25,"unknown",false,"normal"]"#])
        }
    }

    @Test("with --qr the beginning of a code is not enough")
    func prefix() async throws {
        try await detail("XY", "--qr", "a.png").failed(
            66, "there is no vehicle XY in \(home.path)/feed.json",
            "`fleet list --search TEXT --color all` finds vehicles by a part of the code")
        try await detail("xyz", "--qr", "a.png").succeeded()
    }

    @Test("a code that is not there")
    func unknown() async throws {
        try await detail("NOPE").failed(
            66, "there is no vehicle NOPE in \(home.path)/feed.json",
            "`fleet list --search TEXT --color all` finds vehicles by a part of the code")
    }

    @Test("an empty code")
    func empty() async throws {
        try await detail("").failed(64, "the vehicle's code is empty", "run `fleet detail --help`")
    }

    @Test("the saved colors do not hide a vehicle")
    func filter() async throws {
        try await home.run("list", "--source", "feed.json", "--color", "red").succeeded()
        try await detail("DCS-FEO").succeeded()
    }

    @Test("json is one object with all that is known")
    func json() async throws {
        let detail = try await detail("DCS-FEO", "--format", "json").succeeded()
        let vehicle = #"{"id":"DCS-FEO","battery":68,"lat":48.85,"color":"YellowBlue"}"#
        let filter =
            "[.. | objects | select(.vehicle_id)][0] "
            + "| {id: .vehicle_id, battery: .battery_percent, lat, color}"
        #expect(try await Tool.jq(filter, detail.data) == [vehicle])
    }
}
