import Testing

@Suite("A list is narrowed and sorted as another program would do it", .slots)
struct FilterTests {
    private static let fleet = "sim://?vehicles=200&now=2026-01-31T12:00:00Z"

    private func list(_ arguments: [String], _ source: String = fleet) async throws -> Outcome {
        try await FleetHome()
            .run(["list", "--source", source, "--format", "json"] + arguments).succeeded()
    }

    @Test(
        "the same vehicles as jq selects",
        arguments: [
            ("--state reserved", #".state == "reserved""#),
            ("--state reserved --state disabled", #".state != "available""#),
            ("--state unknown", #".state == "unknown""#),
            ("--min-battery 50", ".battery_percent >= 50"),
            ("--max-battery 50", ".battery_percent != null and .battery_percent <= 50"),
            (
                "--min-battery 30 --max-battery 60",
                ".battery_percent >= 30 and .battery_percent <= 60"
            ),
            ("--type moped", #".form_factor == "moped""#),
            ("--type scooter", #".form_factor | startswith("scooter")"#),
            ("--type e-bike,moped", #".vehicle_type_id == "e-bike" or .form_factor == "moped""#),
            ("--color red", #".colors | index("red") != null"#),
            ("--color blue-red", #".colors | sort == ["blue","red"]"#),
            (
                "--color red --state available",
                #".state == "available" and (.colors | index("red") != null)"#
            ),
            ("--station depot-nord", #".station_id == "depot-nord""#),
            ("--search ab", #".vehicle_id | ascii_downcase | contains("ab")"#),
            (
                "--near 48.86,2.33 --within 2000",
                "(.lat - 48.86) as $y | ((.lon - 2.33) * 0.65787) as $x "
                    + "| ($x * $x + $y * $y | sqrt) * 111195 <= 2000"
            ),
        ])
    func selections(option: String, filter: String) async throws {
        let all = try await list([])
        let selected = try await list(option.split(separator: " ").map(String.init))
        let expected = try await Tool.jq(".vehicles[] | select(\(filter)) | .vehicle_id", all.data)
        #expect(selected.codes == expected)
        if option != "--state unknown" { #expect(!expected.isEmpty && expected.count < 200) }
        let total = try selected.json()["total"] as? Int
        #expect(total == 200)
    }

    @Test(
        "the same order as jq sorts",
        arguments: [
            ("id", "sort_by(.vehicle_id)"),
            ("battery", "sort_by([.battery_percent, .vehicle_id])"),
            ("range", "sort_by([.current_range_meters, .vehicle_id])"),
            ("last_reported", "sort_by([-(.last_reported | fromdate), .vehicle_id])"),
        ])
    func orders(order: String, filter: String) async throws {
        let sorted = try await list(["--sort", order])
        #expect(
            sorted.codes == (try await Tool.jq(".vehicles | \(filter)[].vehicle_id", sorted.data)))
        let few = try await list(["--sort", order, "--limit", "7"])
        #expect(few.codes == Array(sorted.codes.prefix(7)))
    }

    @Test("by distance, the nearest first, stored or not", arguments: [false, true])
    func distance(isStored: Bool) async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", Self.fleet).succeeded()
        let sorted = try await home.run(
            "list", "--source", isStored ? "s" : Self.fleet, "--format", "json", "--sort",
            "distance",
            "--near", "48.86,2.33"
        ).succeeded()
        let squares = try await Tool.jq(
            "[.vehicles[] | (.lat - 48.86) as $y | ((.lon - 2.33) * 0.65787) as $x | $x * $x + $y * $y] "
                + "| [., sort] | map(map(. * 1e7 | floor)) | .[0] == .[1]", sorted.data)
        #expect(squares == ["true"])
        #expect(sorted.codes.count == 200)
    }

    @Test(
        "what is stored is narrowed like what was just read",
        arguments: [
            ["--color", "red"], ["--state", "reserved", "--min-battery", "20"], ["--search", "e-"],
            ["--station", "depot-sud"],
            ["--near", "48.86,2.33", "--within", "1500"],
            ["--type", "scooter", "--sort", "battery"],
            ["--limit", "0"], ["--color", "pink"],
        ])
    func stored(arguments: [String]) async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", Self.fleet).succeeded()
        let stored = try await home.run(
            ["list", "--source", "s", "--format", "ndjson"] + arguments)
        let read = try await home.run(
            ["list", "--source", Self.fleet, "--format", "ndjson"] + arguments)
        #expect(stored.succeeded().data == read.succeeded().data)
    }

    @Test("vehicles of unknown charge never pass a limit, and are counted")
    func unknownCharge() async throws {
        let list = try await list(["--min-battery", "0"], FleetHome.fixture("app/vehicles.json"))
        #expect(list.codes.isEmpty)
        #expect(list.talk == "8 vehicles of unknown charge are left out\n")
    }

    @Test(
        "options that make no sense are refused",
        arguments: [
            ("--limit -1", "--limit is a number from 0"),
            ("--min-battery 101", "--min-battery is a percentage from 0 to 100"),
            ("--max-battery nan", "--max-battery is a percentage from 0 to 100"),
            ("--within 5", "--within needs a place: --near LAT,LON"),
            ("--near 48,2 --within -1", "--within is a distance of 0 m or more"),
            ("--sort distance", "--sort distance needs a place: --near LAT,LON"),
            ("--offline --strict", "--offline and --strict exclude each other"),
            ("--color ,", "a color is a word such as red, or blue-red for two tones"),
        ])
    func refused(options: String, cause: String) async throws {
        let words = options.replacing(" -1", with: "\u{0}-1").split(separator: " ")
            .flatMap { $0.split(separator: "\u{0}") }.map(String.init)
        var arguments = ["list"]
        for word in words {
            if word == "-1" {
                arguments[arguments.count - 1] += "=-1"
            } else {
                arguments.append(word)
            }
        }
        try await FleetHome().run(arguments).failed(64, cause, "run `fleet list --help`")
    }

    @Test("an unknown value of an option names the ones that there are")
    func unknownValue() async throws {
        let list = try await FleetHome().run("list", "--format", "xml")
        #expect(list.status == 64)
        #expect(list.talkLines.count == 2)
        #expect(list.talk.contains("ndjson"))
    }
}
