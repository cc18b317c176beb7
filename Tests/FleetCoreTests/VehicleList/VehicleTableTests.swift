import Testing

@testable import FleetCore

@Suite("Vehicle tables")
struct VehicleTableTests {
    private let plain: [Vehicle] = {
        var reserved = Samples.full("DCS-ABC")
        reserved.isReserved = true
        reserved.color = VehicleColor("Yellow")
        reserved.battery = Battery(percent: 7.25, isEstimated: true)
        reserved.currentRangeMeters = 850
        reserved.lastReported = Samples.now - .seconds(200 * 86_400)
        return [reserved, Vehicle(id: "自転車"), Samples.full()]
    }()

    @Test("in a pipe, all columns are present and aligned")
    func pipe() throws {
        #expect(
            try Samples.lines(plain, as: .table) == [
                "ID       STATE      COLOR     BATTERY    RANGE  TYPE              "
                    + "LOCATION           REPORTED",
                "DCS-ABC  reserved   yellow      ~7.3%    850 m  standing scooter  "
                    + "48.85661, 2.35222  local 1697284800000",
                "自転車   unknown    -               -        -  -                 "
                    + "-                  -",
                "DCS-FEO  available  blue-red      68%  12.3 km  standing scooter  "
                    + "48.85661, 2.35222  1 min ago",
            ])
    }

    @Test("a list ordered by distance shows distances instead of positions")
    func distance() throws {
        var header = Samples.header(3)
        header.order = .distance(from: try #require(Position(latitude: 48.856614, longitude: 2.35)))
        let lines = try Samples.lines(plain, as: .table, header: header)
        #expect(lines[0].contains("DISTANCE") && !lines[0].contains("LOCATION"))
        #expect(lines[1].contains("  163 m  "))
    }

    @Test("no row is wider than the terminal", arguments: [1, 2, 10, 39, 40])
    func narrow(width: Int) throws {
        try checkRows(of: width)
    }

    @Test(
        "from 40 columns on, ID, state and battery are present", arguments: [40, 41, 66, 80, 132])
    func columns(width: Int) throws {
        try checkRows(of: width)
        let title = try Samples.lines(
            Samples.hostile, as: .table, style: Samples.style(width: width))[0]
        #expect(title.hasPrefix("ID ") && title.contains("STATE") && title.contains("BATTERY"))
    }

    private func checkRows(of width: Int) throws {
        let vehicles = Samples.hostile + plain
        let lines = try Samples.lines(vehicles, as: .table, style: Samples.style(width: width))
        let hasNote = lines.last?.contains("more") == true
        #expect(lines.count == vehicles.count + (hasNote ? 2 : 1) || width < 10)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
    }

    @Test("a terminal has no column that is empty for every vehicle")
    func emptyColumns() throws {
        let bare = [Vehicle(id: "a"), Vehicle(id: "b")]
        let style = Samples.style(width: 200)
        let titles = try Samples.lines(bare, as: .table, style: style)[0].split(separator: " ")
        #expect(titles == ["ID", "STATE"])
    }

    @Test("a long ID is shortened on a terminal, complete in a pipe, and widens no other row")
    func longIDs() throws {
        let id = String(repeating: "x", count: 500)
        let vehicles = [Samples.full(id), Samples.full("short")]
        let shown = try Samples.lines(vehicles, as: .table, style: Samples.style(width: 80))
        #expect(shown[1].hasPrefix(String(repeating: "x", count: 42) + "…"))
        let piped = try Samples.lines(vehicles, as: .table)
        #expect(piped[1].hasPrefix(id + "  "))
        #expect(piped[2].utf8.count < 200)
        let usual = [Samples.full(String(repeating: "y", count: 76)), Samples.full("short")]
        let states = try Samples.lines(usual, as: .table).map { line in
            line.ranges(of: /STATE|available|reserved|disabled/).first.map {
                line.distance(from: line.startIndex, to: $0.lowerBound)
            }
        }
        #expect(Set(states) == [78])
    }

    @Test("a UUID is whole at 80 columns, beside state, color, battery and time")
    func uuid() throws {
        let id = "0d5a5677-39ab-50ed-ab4d-dccb1fe31634"
        let style = Samples.style(width: 80)
        let lines = try Samples.lines([Samples.full(id)], as: .table, style: style)
        #expect(lines[0].split(separator: " ") == ["ID", "STATE", "COLOR", "BATTERY", "REPORTED"])
        #expect(lines[1].hasPrefix(id + "  available  blue-red"))
        #expect(lines[2...] == ["3 more columns: widen the terminal"])
    }

    @Test("long IDs are not cut before they differ")
    func uniqueIDs() throws {
        let start = "operator:vehicle:paris:scooter:0123456789abc-"
        let vehicles = ["x1", "y2"].map { Samples.full(start + $0 + "0123456789012345678901") }
        let lines = try Samples.lines(vehicles, as: .table, style: Samples.style(width: 100))
        #expect(lines[1].hasPrefix(start + "x") && lines[2].hasPrefix(start + "y"))
    }

    @Test("a type has its name from the feed, otherwise its form factor")
    func typeNames() throws {
        var header = Samples.header(2)
        header.feed.setTypes([
            VehicleType(id: "type-1", name: "Red Rocket"), VehicleType(id: "type-2"),
        ])
        var other = Samples.full("other")
        other.typeID = "type-2"
        let lines = try Samples.lines([Samples.full(), other], as: .table, header: header)
        #expect(lines[1].contains("  Red Rocket  ") && lines[2].contains("  standing scooter  "))
        header.feed.setTypes((0...200).map { VehicleType(id: "\($0)", name: "name") })
        #expect(header.feed.typeNames == nil)
    }

    @Test("an unreasonably long ID is truncated everywhere")
    func hugeIDs() throws {
        let lines = try Samples.lines(
            [Samples.full(String(repeating: "\u{FFFD}", count: 1_000_000))], as: .table)
        #expect(lines[1].hasPrefix(String(repeating: "\u{FFFD}", count: 120) + "…  "))
    }

    @Test(
        "colors appear only on request, and change nothing else",
        arguments: [nil, 60, 100, 200])
    func colors(width: Int?) throws {
        let black = try Samples.written(plain, as: .table, style: Samples.style(width: width)).bytes
        let style = Samples.style(width: width, isColored: true)
        let painted = try Samples.written(plain, as: .table, style: style).bytes
        #expect(!black.contains(0x1B))
        let text = String(decoding: painted, as: UTF8.self)
        #expect(text.contains("\u{1B}[33mreserved\u{1B}[0m"))
        #expect(text.contains("\u{1B}[94m\u{1B}[38;5;69mblue\u{1B}[0m-\u{1B}[31mred\u{1B}[0m"))
        #expect(
            text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == String(decoding: black, as: UTF8.self))
    }

    @Test(
        "an age has its largest unit; a future or distant time is shown in full",
        arguments: [
            (0, "0 s ago"), (59, "59 s ago"), (60, "1 min ago"), (3599, "59 min ago"),
            (3600, "1 h ago"),
            (172_799, "47 h ago"), (172_800, "2 d ago"), (8_639_999, "99 d ago"),
            (8_640_000, "local 1705924800000"), (-2, "local 1714564802000"),
        ])
    func ages(seconds: Int, expected: String) {
        var text = UTF8Buffer()
        text.append(Samples.now - .seconds(seconds), in: Samples.style())
        #expect(text.string == expected)
    }
}
