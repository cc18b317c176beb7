import Testing

@testable import FleetCore

@Suite("Vehicle details")
struct VehicleDetailTests {
    private func detail(_ vehicle: Vehicle) -> VehicleDetail {
        let header = Samples.header()
        return VehicleDetail(
            source: header.source, feed: header.feed, fetchedAt: header.fetchedAt, isStale: true,
            rotation: .yes, vehicle: vehicle)
    }

    private func text(_ vehicle: Vehicle, isColored: Bool = false) -> String {
        detail(vehicle).written(as: .text, style: Samples.style(isColored: isColored)).string
    }

    @Test("the text shows all known values once, and none that does not hold")
    func full() {
        #expect(
            text(Samples.full()) == """
                id             DCS-FEO
                state          available
                battery        68%
                range          12.3 km
                last reported  local 1714564710000 (1 min ago)
                location       48.856614, 2.352222
                station        station-7
                web link       https://example.com/rent?id=1
                android link   app://rent/1
                ios link       app:rent
                color          blue-red
                color in feed  BlueRed
                form factor    standing scooter
                propulsion     electric
                vehicle type   type-1
                source         demo
                feed           GBFS 2.3
                ID rotates     yes
                updated        local 1714564788000 (12 s ago)
                fetched        local 1714564790000 (10 s ago)
                stale          yes

                """)
    }

    @Test("on a screen, the age of a time comes first and survives a cut")
    func ages() {
        var style = Samples.style()
        style.clock = { _ in "14:02" }
        let text = detail(Samples.full()).written(as: .text, style: style).string
        #expect(text.contains("\nlast reported  1 min ago · 14:02\n"))
    }

    @Test("long values continue on further lines")
    func wrapping() {
        let line = DetailLine(name: "rules here", value: "Old Town: no parking, at most 6 km/h")
        #expect(line.wrapped(to: 40) == [line])
        #expect(
            line.wrapped(to: 22).map(\.value) == ["Old Town: no parking,", "at most 6 km/h"])
        #expect(line.wrapped(to: 22).map(\.name) == ["rules here", ""])
    }

    @Test("alarms come first, and what the state or the charge does not say has a line")
    func alarms() {
        var vehicle = Vehicle(id: "x")
        vehicle.isReserved = true
        vehicle.isDisabled = true
        vehicle.battery = Battery(percent: 40)
        vehicle.currentFuelPercent = 0.5
        vehicle.measurements = [
            Measurement(.speed, .number(0)), Measurement(.smoke, .condition(false)),
            Measurement(.tippedOver, .condition(true)),
        ]
        let lines = text(vehicle).split(separator: "\n").prefix(7)
        #expect(
            lines.joined(separator: "\n") == """
                id             x
                tipped over    yes (ALARM)
                state          disabled
                reserved       yes
                battery        40%
                fuel           50%
                speed          0 m/s
                """)
        #expect(text(vehicle, isColored: true).contains("\u{1B}[31myes (ALARM)"))
    }

    @Test("a detail has the facts of each property", arguments: VehicleProperty.allCases)
    func facts(property: VehicleProperty) {
        var vehicle = Samples.full()
        vehicle.code = "12"
        vehicle.regionID = "centre"
        vehicle.name = "Anna"
        vehicle.properties.append("A3", to: "Shelf")
        vehicle.stillSince = Samples.now - .seconds(3600)
        vehicle.measurements = [Measurement(.speed, .number(0))]
        let detail = detail(vehicle)
        let facts = detail.facts(at: Samples.now) { _ in "" }
        #expect(property.facts(of: detail).allSatisfy(facts.contains))
    }

    @Test("an unknown value has no line")
    func bare() {
        let names = text(Vehicle(id: "x")).split(separator: "\n").map { $0.prefix(14) }
        #expect(names.first == "id            ")
        #expect(!names.contains { $0.hasPrefix("battery") || $0.hasPrefix("location") })
    }

    @Test("the JSON contains the vehicle object of a list")
    func json() throws {
        for vehicle in Samples.hostile {
            let json = detail(vehicle).written(as: .json, style: Samples.style())
            var object = UTF8Buffer()
            object.appendJSON(
                vehicle, in: ListedSource(rotation: .yes), VehicleProperty.listed)
            #expect(json.string.hasSuffix(",\"vehicle\":" + object.string + "}\n"))
        }
        let json = detail(Samples.full()).written(as: .json, style: Samples.style())
        let members = #"["source","simulated","last_updated","fetched_at","stale","vehicle"]"#
        #expect(try Oracle.jq("keys_unsorted", input: json.bytes) == [members])
        #expect(try Oracle.jq(".vehicle.rotating_id", input: json.bytes) == [#""yes""#])
    }

    @Test("the JSON has the addresses of pictures in the fields of GBFS, and none for unknown ones")
    func pictures() throws {
        var detail = detail(Samples.full())
        detail.pictures = PictureAddresses(icon: "https://example.com/i\"con\u{1B}.svg")
        let text = detail.written(as: .json, style: Samples.style()).string
        #expect(
            text.contains(
                #","vehicle_type":{"vehicle_assets":{"icon_url":"https://example.com/i\"con\u001b.svg"}},"#
            ))
        #expect(!text.contains("brand_assets") && !text.contains("vehicle_image"))
    }

    @Test("no control character from a feed reaches the terminal", arguments: ReportFormat.allCases)
    func hostile(format: ReportFormat) {
        for vehicle in Samples.hostile {
            let bytes = detail(vehicle).written(as: format, style: Samples.style()).bytes
            let lines = String(decoding: bytes, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
            for line in lines { #expect(TerminalText.escaped(String(line)) == line) }
        }
    }

    @Test("colors appear only on request")
    func colors() {
        #expect(!text(Samples.full()).contains("\u{1B}"))
        let painted = text(Samples.full(), isColored: true)
        #expect(painted.contains("\u{1B}[32mavailable\u{1B}[0m"))
        #expect(painted.replacing(/\u{1B}\[[0-9;]*m/, with: "") == text(Samples.full()))
    }
}
