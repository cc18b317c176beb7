import Testing

@testable import FleetCore

@Suite("Table headers")
struct TableHeaderTests {
    private func text(_ head: ListHead, width: Int? = nil, isColored: Bool = false) -> String {
        TableHeader(head, style: Samples.style(width: width, isColored: isColored)).text
    }

    private func red(_ head: ListHead) throws -> ListHead {
        var head = head
        head.filter.color = try #require(ColorFilter(["red"]))
        return head
    }

    @Test("the header says source, shown of total, filter and age")
    func plain() throws {
        let header = text(try red(Samples.head(3, of: 120)))
        #expect(header == "demo · 3 of 120 vehicles · color red · updated 12 s ago\n")
    }

    @Test("simulated, limited, stale and unreadable are told")
    func marks() {
        var head = Samples.head(37, of: 120)
        head.feed.isSimulated = true
        head.limit = 20
        head.isStale = true
        head.skipped = 4
        #expect(
            text(head) == "demo (simulated) · 20 of 120 vehicles (37 match) · updated 12 s ago · "
                + "stale, fetched 10 s ago · 4 unreadable\n")
        #expect(text(head, isColored: true).contains("\u{1B}[33mstale, fetched 10 s ago\u{1B}[0m"))
    }

    @Test("every part of a filter is told, safe for a terminal")
    func filter() throws {
        var head = try red(Samples.head())
        head.filter.types = ["scooter", "a\u{1B}"]
        head.filter.states = [.reserved, .available]
        head.filter.battery = BatteryRange(minimum: 20, maximum: 80)
        let place = try #require(Position(latitude: 48.85, longitude: 2.35))
        head.filter.area = Area(center: place, radiusMeters: 500)
        head.filter.station = "s\u{9B}7"
        head.filter.search = "DCS\u{7}"
        #expect(
            text(head) == "demo · 1 of 1 vehicles · color red · type scooter, a\\u{1B} · "
                + "state available, reserved · battery 20–80% · within 500 m of 48.85,2.35 · "
                + "at s\\u{9B}7 · “DCS\\u{7}” · updated 12 s ago\n")
    }

    @Test("the json of a filter says the same", arguments: [ListFormat.json, .geojson])
    func json(format: ListFormat) throws {
        var head = try red(Samples.head())
        head.filter.types = ["car"]
        head.filter.states = [.disabled]
        head.filter.battery = BatteryRange(minimum: nil, maximum: 80)
        let place = try #require(Position(latitude: 48.85, longitude: 2.35))
        head.filter.area = Area(center: place, radiusMeters: 500)
        head.filter.station = "s7"
        head.filter.search = "x"
        let bytes = try Samples.written([], as: format, head: head).bytes
        #expect(
            try Oracle.jq(".filter", input: bytes) == [
                #"{"colors":["red"],"types":["car"],"states":["disabled"],"max_battery":80,"#
                    + #""near":{"lat":48.85,"lon":2.35},"within_meters":500,"station":"s7","search":"x"}"#
            ])
    }

    @Test("a json list has the members of its contract, in order")
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

    @Test("an empty list says which colors there are, and how many of each")
    func emptyByColor() throws {
        var head = try red(Samples.head(0, of: 42))
        head.colors = [
            ColorCount(color: VehicleColor("YellowBlue"), count: 30),
            ColorCount(color: nil, count: 12),
        ]
        #expect(
            text(head).split(separator: "\n").dropFirst() == [
                "No vehicle passes the filter: color red.",
                "Its colors: yellow-blue 30, unknown 12.",
            ])
    }

    @Test("an empty fleet says that it is empty, or that nothing of it can be read")
    func emptyFleet() {
        var head = Samples.head(0)
        #expect(text(head).hasSuffix("\nIt has no vehicles.\n"))
        head.skipped = 3
        #expect(text(head).hasSuffix("\nNo vehicle of it can be read.\n"))
    }

    @Test("a header is broken between its parts, and fits", arguments: 1...120)
    func wrapped(width: Int) throws {
        var head = try red(Samples.head(3, of: 120))
        head.isStale = true
        let lines = text(head, width: width).split(separator: "\n")
        #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= width })
        if width == 40 { #expect(lines.count == 3) }
    }
}
