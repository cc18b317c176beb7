import Testing

@testable import FleetCore

@Suite("Table headers")
struct TableHeaderTests {
    private func text(_ header: ListHeader, width: Int? = nil, isColored: Bool = false) -> String {
        TableHeader(header, style: Samples.style(width: width, isColored: isColored)).text
    }

    private func red(_ header: ListHeader) throws -> ListHeader {
        var header = header
        header.filter.color = try #require(ColorFilter(["red"]))
        return header
    }

    @Test("the header shows source, counts, filter and age")
    func plain() throws {
        let header = text(try red(Samples.header(3, of: 120)))
        #expect(header == "demo · 3 of 120 vehicles · color red · updated 12 s ago\n")
    }

    @Test("the header marks simulated, limited, stale and unreadable data")
    func marks() {
        var header = Samples.header(37, of: 120)
        header.feed.isSimulated = true
        header.limit = 20
        header.isStale = true
        header.skipped = 4
        #expect(
            text(header) == "demo (simulated) · 20 of 120 vehicles (37 match) · updated 12 s ago · "
                + "stale, fetched 10 s ago · 4 unreadable\n")
        let colored = text(header, isColored: true)
        #expect(colored.contains("\u{1B}[33mstale, fetched 10 s ago\u{1B}[0m"))
    }

    @Test("the header shows every criterion of a filter, safe for a terminal")
    func filter() throws {
        var header = try red(Samples.header())
        header.filter.types = ["scooter", "a\u{1B}"]
        header.filter.states = [.reserved, .available]
        header.filter.battery = ValueRange(minimum: 20, maximum: 80)
        let center = try #require(Position(latitude: 48.85, longitude: 2.35))
        header.filter.area = Area(center: center, radiusMeters: 500)
        header.filter.range = ValueRange(minimum: 500, maximum: 6000)
        header.filter.idle = IdlePeriod(.seconds(86_400))
        header.filter.ids = VehicleIDs(["a", "b\u{1B}", "c", "d"])
        header.filter.station = "s\u{9B}7"
        header.filter.search = "DCS\u{7}"
        #expect(
            text(header) == "demo · 1 of 1 vehicles · color red · type scooter, a\\u{1B} · "
                + "state available, reserved · battery 20–80% · range 500 m to 6 km · idle for 1 d · "
                + "within 500 m of 48.85,2.35 · "
                + "at s\\u{9B}7 · ID a, b\\u{1B}, c and 1 more · “DCS\\u{7}” · updated 12 s ago\n")
    }

    @Test("the JSON of a filter has the same criteria", arguments: [ListFormat.json, .geojson])
    func json(format: ListFormat) throws {
        var header = try red(Samples.header())
        header.filter.types = ["car"]
        header.filter.states = [.disabled]
        header.filter.battery = ValueRange(minimum: nil, maximum: 80)
        let center = try #require(Position(latitude: 48.85, longitude: 2.35))
        header.filter.area = Area(center: center, radiusMeters: 500)
        header.filter.station = "s7"
        header.filter.search = "x"
        let bytes = try Samples.written([], as: format, header: header).bytes
        #expect(
            try Oracle.jq(".filter", input: bytes) == [
                #"{"colors":["red"],"types":["car"],"states":["disabled"],"max_battery":80,"#
                    + #""near":{"lat":48.85,"lon":2.35},"within_meters":500,"station":"s7","search":"x"}"#
            ])
    }

    @Test("a JSON list has the documented members in order")
    func members() throws {
        let bytes = try Samples.written([Samples.full()], as: .json).bytes
        #expect(
            try Oracle.jq("keys_unsorted", input: bytes) == [
                #"["source","simulated","last_updated","fetched_at","stale","filter","total","#
                    + #""skipped","vehicles"]"#
            ])
        #expect(
            try Oracle.jq("[.last_updated, .fetched_at, .filter]", input: bytes) == [
                #"["2024-05-01T11:59:48Z","2024-05-01T11:59:50Z",{}]"#
            ])
    }

    @Test("an empty list shows the available colors with their counts")
    func emptyByColor() throws {
        var header = try red(Samples.header(0, of: 42))
        header.colors = [
            ColorCount(color: VehicleColor("YellowBlue"), count: 30),
            ColorCount(color: nil, count: 12),
        ]
        #expect(
            text(header).split(separator: "\n").dropFirst() == [
                "No vehicle matches the filter: color red.",
                "Available colors: yellow-blue 30, unknown 12.",
            ])
    }

    @Test("an empty list without values to choose from has the next step")
    func emptyHints() {
        var header = Samples.header(0, of: 42)
        header.filter.search = "zzz"
        #expect(
            text(header).hasSuffix(
                "\nhint: fewer criteria match more vehicles; `fleet count --by state` counts all\n")
        )
        header.filter.search = nil
        header.filter.favorites = VehicleIDs([])
        #expect(
            text(header).hasSuffix(
                "\nhint: `fleet favorite add ID` adds a favorite, `fleet favorite list` lists all\n"
            ))
    }

    @Test("an unknown type gets the types that exist, with their names and counts")
    func missingType() {
        var header = Samples.header(0, of: 42)
        header.filter.types = ["tandem"]
        header.feed.typeNames = ["a": "Classic", "b": "Electric", "d": "Roller"]
        header.types = [
            TypeCount(typeID: "a", formFactor: "bicycle", count: 20),
            TypeCount(typeID: "b", formFactor: "bicycle", count: 5),
            TypeCount(typeID: "c", formFactor: "car", count: 12),
            TypeCount(typeID: "d", formFactor: nil, count: 3),
            TypeCount(typeID: nil, formFactor: nil, count: 2),
        ]
        let types =
            "Available types: bicycle 25 (Classic 20, Electric 5), car 12, Roller 3."
        #expect(
            text(header).split(separator: "\n").dropFirst() == [
                "No vehicle matches the filter: type tandem.", types[...],
            ])
        header.filter.types = ["Classic", "CAR", "tandem", "bikes"]
        header.counts.matching = 37
        #expect(text(header).hasSuffix("\nNo vehicle has the type tandem.\n\(types)\n"))
        header.filter.types = ["bikes"]
        #expect(text(header).split(separator: "\n").count == 1)
        header.filter.types = ["tandem"]
        let lines = text(header, width: 30).split(separator: "\n")
        #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= 30 })
    }

    @Test("an unknown station gets the command that lists them")
    func missingStation() {
        var header = Samples.header(0, of: 42)
        header.filter.station = "Central Square"
        #expect(
            text(header).hasSuffix(
                "\nThe IDs for --station are those of `fleet site list`.\n"))
    }

    @Test(
        "the radius of an area is rounded", arguments: [(482.8032, "483 m"), (1609.344, "1.6 km")])
    func radius(meters: Double, expected: String) throws {
        var header = Samples.header(1)
        let center = try #require(Position(latitude: 48.85, longitude: 2.35))
        header.filter.area = Area(center: center, radiusMeters: meters)
        #expect(text(header).contains(" · within \(expected) of 48.85,2.35 · "))
    }

    @Test("the header of an empty fleet gives the reason: empty or unreadable")
    func emptyFleet() {
        var header = Samples.header(0)
        #expect(text(header).contains("\nThe feed has no vehicles.\nhint: `fleet check`"))
        header.skipped = 3
        #expect(
            text(header).contains("\nNo vehicle in the feed could be read.\nhint: `fleet check`"))
    }

    @Test("a header wraps between its parts and fits", arguments: 1...120)
    func wrapped(width: Int) throws {
        var header = try red(Samples.header(3, of: 120))
        header.isStale = true
        let lines = text(header, width: width).split(separator: "\n")
        #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= width })
        if width == 40 { #expect(lines.count == 3) }
    }
}
