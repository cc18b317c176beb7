import FleetTestSupport
import Testing

@Suite("Every list format is readable by other programs", .slots)
struct FormatTests {
    private static let feeds = [
        "app/vehicles.json", "app/like.json", "gbfs/1.0/gbfs.json", "gbfs/2.3/gbfs.json",
        "gbfs/3.0/gbfs.json", "damaged/read/numeric-ids.json", "damaged/read/positions.json",
    ]

    /// Returns the sorted vehicle IDs of a feed, as an independent parser finds them.
    private func expected(_ feed: String) async throws -> [String] {
        let folder = feed.split(separator: "/").dropLast().joined(separator: "/")
        let name =
            feed.hasSuffix("gbfs.json")
            ? folder + (folder < "gbfs/3" ? "/free_bike_status.json" : "/vehicle_status.json")
            : feed
        let script = """
            import json
            document = json.load(open("\(Project.fixture(name))"), parse_int=str)
            if isinstance(document, dict): document = document.get("data", document)
            rows = document if isinstance(document, list) else \\
                document.get("bikes") or document.get("vehicles")
            ids = [next((r[k] for k in ("vehicle_id", "bike_id", "identificationCode", "id") \\
                if r.get(k) is not None), None) for r in rows]
            unique = dict.fromkeys(str(id) for id in ids if id is not None)
            print("\\n".join(sorted(unique, key=lambda id: id.encode())))
            """
        return try await Tool.python(script, []).split(separator: "\n").map(String.init)
    }

    private func list(_ feed: String, _ format: String) async throws -> [UInt8] {
        try await FleetHome()
            .run("list", "--source", Project.fixture(feed), "--format", format).succeeded().data
    }

    @Test("json, ndjson, geojson, csv and table have every vehicle of a feed", arguments: feeds)
    func ids(feed: String) async throws {
        let expected = try await expected(feed)
        try #require(!expected.isEmpty)
        #expect(try await Tool.jq(".vehicles[].vehicle_id", list(feed, "json")) == expected)
        #expect(try await Tool.jq(".vehicle_id", list(feed, "ndjson")) == expected)
        #expect(
            try await Tool.jq(".features[].properties.vehicle_id", list(feed, "geojson"))
                == expected)
        let csv = "import csv, sys\nfor row in csv.DictReader(sys.stdin): print(row['vehicle_id'])"
        let rows = try await Tool.python(csv, list(feed, "csv")).split(separator: "\n")
        #expect(rows.map(String.init) == expected)
        let table = String(decoding: try await list(feed, "table"), as: UTF8.self)
        #expect(table.split(separator: "\n").count == expected.count + 1)
    }

    @Test("The formats agree on every vehicle")
    func agreement() async throws {
        let feed = "gbfs/2.3/gbfs.json"
        let json = try await Tool.jq(
            ".vehicles[] | [.vehicle_id, .lat, .state, .battery_percent, .form_factor, .color]",
            list(feed, "json"))
        let ndjson = try await Tool.jq(
            "[.vehicle_id, .lat, .state, .battery_percent, .form_factor, .color]",
            list(feed, "ndjson"))
        let geojson = try await Tool.jq(
            ".features[] | [.id, .geometry.coordinates[1], (.properties | .state, .battery_percent, "
                + ".form_factor, .color)]", list(feed, "geojson"))
        let script = """
            import csv, json, sys
            for r in csv.DictReader(sys.stdin):
                number = lambda text: json.loads(text) if text else None
                print(json.dumps([r["vehicle_id"], number(r["lat"]), r["state"],
                    number(r["battery_percent"]), r["form_factor"] or None, r["color"] or None],
                    separators=(",", ":")))
            """
        let csv = try await Tool.python(script, list(feed, "csv")).split(separator: "\n")
        #expect(ndjson == json)
        #expect(geojson == json)
        #expect(csv.map(String.init) == json)
    }

    @Test("gbfs is a vehicle_status.json of GBFS 3.0 that can be listed again")
    func gbfs() async throws {
        let home = try FleetHome()
        let bytes = try await list("gbfs/2.3/gbfs.json", "gbfs")
        #expect(
            try await Tool.jq("[.version, (.data.vehicles | length)]", bytes) == [#"["3.0",12]"#])
        try home.write(bytes, to: "again.json")
        let again = try await home.run("list", "--source", "again.json", "--format", "json")
            .succeeded()
        #expect(again.ids.count == 12)
    }

    @Test("json has the source, the times and the filter")
    func header() async throws {
        let home = try FleetHome()
        let list = try await home.run(
            "list", "--source", Feeds.frozen, "--format", "json", "--color", "red", "--min-battery",
            "40",
            environment: ["FLEET_NOW": "2026-01-31T12:00:00Z"]
        ).succeeded()
        #expect(
            try await Tool.jq("del(.vehicles)", list.data) == [
                #"{"source":"\#(Feeds.frozen)","simulated":true,"last_updated":"2026-01-31T12:00:00Z","#
                    + #""fetched_at":"2026-01-31T12:00:00Z","stale":false,"#
                    + #""filter":{"colors":["red"],"min_battery":40},"total":20,"skipped":0}"#
            ])
    }
}
