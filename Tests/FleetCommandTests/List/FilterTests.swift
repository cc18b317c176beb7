import FleetTestSupport
import Testing

@Suite("Filtering and sorting agree with jq", .slots)
struct FilterTests {
    private static let fleet = "sim://?vehicles=200&now=2026-01-31T12:00:00Z"

    /// The list without options.
    private static let all = Task {
        try await FleetHome().run("list", "--source", fleet, "--format", "json").succeeded()
    }

    private func list(_ arguments: [String], _ source: String = fleet) async throws -> Outcome {
        try await FleetHome()
            .run(
                ["list", "--source", source, "--format", "json"] + arguments,
                environment: ["FLEET_NOW": "2026-01-31T12:00:00Z"]
            ).succeeded()
    }

    @Test(
        "Filter options select the same vehicles as jq",
        arguments: [
            ("--state reserved", #".state == "reserved""#),
            ("--state reserved --state disabled", #".state != "available""#),
            ("--state unknown", #".state == "unknown""#),
            ("--state RESERVED", #".state == "reserved""#),
            ("--min-battery 50", ".battery_percent >= 50"),
            ("--min-battery 50%", ".battery_percent >= 50"),
            ("--min-range 10mi", ".current_range_meters >= 16093.44"),
            ("--max-range 60000ft", ".current_range_meters <= 18288"),
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
            ("--search ?B*", #".vehicle_id | test("^.b"; "i")"#),
            (
                "--min-range 6km --max-range 20000",
                ".current_range_meters >= 6000 and .current_range_meters <= 20000"
            ),
            ("--idle 30m", #".last_reported | fromdate <= 1769860800 - 1800"#),
            (
                "--bbox 48.84,2.30,48.87,2.36",
                ".lat >= 48.84 and .lat <= 48.87 and .lon >= 2.3 and .lon <= 2.36"
            ),
            (
                "--near 48.86,2.33 --within 2km --sort id",
                "(.lat - 48.86) as $y | ((.lon - 2.33) * 0.65787) as $x "
                    + "| ($x * $x + $y * $y | sqrt) * 111195 <= 2000"
            ),
        ])
    func selections(option: String, filter: String) async throws {
        let all = try await Self.all.value
        let selected = try await list(option.split(separator: " ").map(String.init))
        let expected = try await Tool.jq(".vehicles[] | select(\(filter)) | .vehicle_id", all.data)
        #expect(selected.ids == expected)
        if option != "--state unknown" { #expect(!expected.isEmpty && expected.count < 200) }
        let total = try selected.json()["total"] as? Int
        #expect(total == 200)
    }

    @Test(
        "Sort options give the same order as jq",
        arguments: [
            ("id", "sort_by(.vehicle_id)"),
            ("battery", "sort_by([.battery_percent, .vehicle_id])"),
            ("range", "sort_by([.current_range_meters, .vehicle_id])"),
            ("last_reported", "sort_by([-(.last_reported | fromdate), .vehicle_id])"),
        ])
    func orders(order: String, filter: String) async throws {
        let sorted = try await list(["--sort", order])
        #expect(
            sorted.ids == (try await Tool.jq(".vehicles | \(filter)[].vehicle_id", sorted.data)))
        let few = try await list(["--sort", order, "--limit", "7"])
        #expect(few.ids == Array(sorted.ids.prefix(7)))
    }

    @Test(
        "--reverse gives the opposite order, of ties too only for IDs",
        arguments: [
            ("id", "sort_by(.vehicle_id) | reverse"),
            ("battery", "sort_by([-.battery_percent, .vehicle_id])"),
            ("range", "sort_by([-.current_range_meters, .vehicle_id])"),
            ("last_reported", "sort_by([(.last_reported | fromdate), .vehicle_id])"),
        ])
    func reversed(order: String, filter: String) async throws {
        let sorted = try await list(["--sort", order, "--reverse"])
        #expect(
            sorted.ids == (try await Tool.jq(".vehicles | \(filter)[].vehicle_id", sorted.data)))
    }

    @Test("--near sorts by distance, also with --within")
    func near() async throws {
        let near = ["--near", "48.86,2.33", "--within", "2km"]
        let sorted = try await list(near + ["--sort", "distance"])
        #expect(try await list(near).ids == sorted.ids)
        #expect(try await list(near + ["--reverse"]).ids == Array(sorted.ids.reversed()))
        #expect(try await list(near + ["--sort", "id"]).ids == sorted.ids.sorted())
    }

    @Test("With --near, exports have the distance in every order, and without it none")
    func distanceField() async throws {
        let near = ["--near", "48.86,2.33", "--sort", "battery", "--limit", "3"]
        let json = try await list(near)
        let distances = try await Tool.jq(".vehicles[].distance_meters", json.data)
        #expect(distances.count == 3 && distances.allSatisfy { Double($0).map { $0 > 0 } ?? false })
        // 111.2 km to a degree of latitude; within a percent for the flat approximation.
        let computed = try await Tool.jq(
            "[.vehicles[] | ((.lat - 48.86) * 111195) as $y "
                + "| ((.lon - 2.33) * 0.658 * 111195) as $x "
                + "| (($x * $x + $y * $y) | sqrt) / .distance_meters | . > 0.99 and . < 1.01] | all",
            json.data)
        #expect(computed == ["true"])
        let csv = try await list(near + ["--format", "csv", "--fields", "distance_meters"])
        #expect(csv.lines == ["distance_meters"] + distances)
        #expect(try await list(near + ["--format", "csv"]).lines[0].hasSuffix(",distance_meters"))
        let features = try await list(near + ["--format", "geojson"])
        #expect(
            try await Tool.jq(".features[].properties.distance_meters", features.data) == distances)
        let lines = try await list(near + ["--format", "ndjson"])
        #expect(try await Tool.jq(".distance_meters", lines.data) == distances)
        let table = try await list(near + ["--format", "table", "--fields", "id,distance"])
        #expect(table.lines[0].split(separator: " ") == ["ID", "DISTANCE"])
        for format in ["json", "csv", "geojson"] {
            #expect(!(try await list(["--format", format]).text.contains("distance_meters")))
        }
    }

    @Test(
        "IDs select vehicles regardless of case, by their beginning too; others are reported",
        arguments: [false, true])
    func ids(isStored: Bool) async throws {
        let home = try FleetHome()
        try await home.run("source", "add", "s", Self.fleet).succeeded()
        func list(_ ids: String...) async throws -> Outcome {
            try await home.run(
                ["list", "--source", isStored ? "s" : Self.fleet, "--format", "json"] + ids)
        }
        let all = try await list().succeeded().ids
        let some = try await list(all[3].lowercased(), all[1], String(all[0].dropLast()), "zzz")
        #expect(some.succeeded().ids == [all[0], all[1], all[3]])
        #expect(some.errorText == "missing: zzz\n")
        let filter = try await Tool.jq(".filter.ids | length", some.data)
        #expect(filter == ["3"])
        let none = try await list("zzz")
        #expect(none.status == 66)
        #expect(none.errorText.hasPrefix("error: no vehicle zzz in "))
        let several = try await list(String(all[0].prefix(1)))
        #expect(several.status == 66)
        #expect(several.errorText.contains("matches several vehicles"))
    }

    @Test("Sorting by distance puts the nearest first, stored or not", arguments: [false, true])
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
        #expect(sorted.ids.count == 200)
    }

    @Test(
        "Stored vehicles are filtered like those just fetched",
        arguments: [
            ["--color", "red"], ["--state", "reserved", "--min-battery", "20"], ["--search", "e-"],
            ["--station", "depot-sud"],
            ["--near", "48.86,2.33", "--within", "1500"],
            ["--sort", "battery", "--reverse"], ["--reverse", "--limit", "5"],
            ["--search", "*-a?*"], ["--idle", "1h"], ["--bbox", "48.84,2.30,48.87,2.36"],
            ["--max-range", "6km"],
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

    @Test("A vehicle that reports but stands for a day in the stored snapshots is idle")
    func standing() async throws {
        let home = try FleetHome()
        func write(_ reported: String, _ latitudes: [String: Double]) throws {
            let vehicles = latitudes.map { id, latitude in
                #"{"vehicle_id":"\#(id)","lat":\#(latitude),"lon":2,"last_reported":"\#(reported)"}"#
            }
            let document = #"{"data":{"vehicles":[\#(vehicles.joined(separator: ","))]}}"#
            try home.write(document, to: "v.json")
        }
        func run(_ arguments: String..., at time: String) async throws -> Outcome {
            try await home.run(arguments, environment: ["FLEET_NOW": time]).succeeded()
        }
        let (before, now) = ("2026-01-30T12:00:00Z", "2026-01-31T12:00:00Z")
        try write(before, ["driven": 48, "jitters": 48.5, "parked": 49])
        _ = try await run("source", "add", "s", home.path(of: "v.json"), at: before)
        try write(now, ["driven": 48.1, "jitters": 48.5003, "parked": 49])
        _ = try await run("refresh", at: now)
        let idle = try await run("list", "--idle", "24h", "--format", "json", at: now)
        #expect(idle.ids == ["jitters", "parked"])
        let detail = try await run("detail", "parked", "--art", "none", at: now)
        #expect(detail.text.contains("still since    2026-01-30 12:00"))
        #expect(try await !run("detail", "driven", "--art", "none", at: now).text.contains("still"))
    }

    @Test("Vehicles of unknown charge never match a battery limit and are counted")
    func unknownCharge() async throws {
        let list = try await list(["--min-battery", "0"], Project.fixture("app/vehicles.json"))
        #expect(list.ids.isEmpty)
        #expect(list.errorText == "skipped 8 vehicles with unknown charge\n")
    }

    @Test(
        "Invalid options are refused",
        arguments: [
            ("--limit -1", "--limit must be 0 or more"),
            (
                "--min-battery 101",
                "--min-battery must be a percentage between 0 and 100, such as 20%"
            ),
            (
                "--max-battery nan",
                "--max-battery must be a percentage between 0 and 100, such as 20%"
            ),
            ("--within 5", "--within needs --near LAT,LON"),
            ("--min-battery 50 --max-battery 20", "--min-battery is more than --max-battery"),
            ("--min-range 2km --max-range 1999", "--min-range is more than --max-range"),
            (
                "--max-range 5miles",
                "--max-range must be a distance such as 500m, 6km, 1000ft or 0.3mi"
            ),
            ("--idle 0", "--idle must be more than 0 seconds"),
            ("--idle inf", "--idle must be a duration such as 30s, 5m, 24h or 7d"),
            ("--bbox 1,2,3", "--bbox must be SOUTH,WEST,NORTH,EAST in decimal degrees"),
            ("--bbox 3,2,1,4", "--bbox needs the southern latitude first"),
            ("--near 48,2 --within -1", "--within must be 0 or more metres"),
            ("--sort distance", "--sort distance needs --near LAT,LON"),
            (
                "--fields vehicle_id,distance_meters",
                "--fields distance_meters needs --near, the location to measure from"
            ),
            ("--offline --strict", "--offline and --strict cannot be used together"),
            ("--color ,", "--color must be a word such as red, or blue-red for two tones"),
        ])
    func refused(options: String, cause: String) async throws {
        let parts = options.replacing(" -1", with: "\u{0}-1").split(separator: " ")
            .flatMap { $0.split(separator: "\u{0}") }.map(String.init)
        var arguments = ["list"]
        for part in parts {
            if part == "-1" {
                arguments[arguments.count - 1] += "=-1"
            } else {
                arguments.append(part)
            }
        }
        try await FleetHome().run(arguments).failed(64, cause, "run `fleet list --help`")
    }

    @Test("The error for an unknown option value lists the valid ones")
    func unknownValue() async throws {
        let list = try await FleetHome().run("list", "--format", "xml")
        #expect(list.status == 64)
        #expect(list.errorLines.count == 2)
        #expect(list.errorText.contains("ndjson"))
    }
}
