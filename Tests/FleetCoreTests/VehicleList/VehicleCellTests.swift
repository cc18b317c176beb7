import Testing

@testable import FleetCore

@Suite("Cells of vehicles")
struct VehicleCellTests {
    private static func cells(_ origin: Position? = nil) -> VehicleCells {
        VehicleCells(nil, source: "oslo", origin: origin) { time, text in
            text.append(ShortText.relativeTime(of: time, now: Samples.now))
        }
    }

    @Test("Each column has a text for a vehicle with all values", arguments: VehicleColumn.allCases)
    func full(column: VehicleColumn) throws {
        let origin = try #require(Position(latitude: 48.85, longitude: 2.35))
        var vehicle = Samples.full()
        (vehicle.code, vehicle.name, vehicle.regionID) = ("EX-1001", "Anna", "north")
        let cell = Self.cells(origin).cell(column, of: vehicle)
        #expect(cell.isKnown && !cell.text.isEmpty)
        #expect(cell.text.count <= column.usualWidth || column == .type)
    }

    @Test("An unknown value has no text, and is secondary", arguments: VehicleColumn.allCases)
    func bare(column: VehicleColumn) {
        let cell = Self.cells().cell(column, of: Vehicle(id: "bare"))
        guard ![.id, .source, .state].contains(column) else { return #expect(cell.isKnown) }
        #expect(cell == VehicleCell(text: "", tone: .muted))
    }

    @Test("No cell has a character that a terminal obeys")
    func hostile() {
        for vehicle in Samples.hostile {
            for column in VehicleColumn.allCases {
                let text = Self.cells().cell(column, of: vehicle).text
                #expect(text == TerminalText.escaped(text))
            }
        }
    }

    @Test(
        "An alarm is in place of the state, with its own tone; a fall comes first")
    func alarm() {
        var vehicle = Samples.full()
        vehicle.measurements = [
            Measurement(.temperature, .number(60), threshold: Threshold(maximum: 40)),
            Measurement(.tippedOver, .condition(false)),
        ]
        let hot = Self.cells().cell(.state, of: vehicle)
        #expect(hot.text == "temperature" && hot.tone == .alarm)
        #expect(hot.figure == .state(.available))
        vehicle.measurements[1] = Measurement(.tippedOver, .condition(true))
        #expect(Self.cells().cell(.state, of: vehicle).text == "tipped over +1")
        vehicle.measurements = [Measurement(.tippedOver, .condition(false))]
        #expect(Self.cells().cell(.state, of: vehicle).tone == .good)
    }

    @Test(
        "A table without selected fields has all columns but the station, the source if several, and code, name and region if vehicles have any"
    )
    func table() {
        for (hasDistance, hasSources) in [(false, false), (true, false), (true, true)] {
            var feed = FeedDescription(format: "GBFS 3.0")
            (feed.hasCodes, feed.hasRegions) = (hasSources, hasSources)
            feed.hasNames = hasSources
            let shown = VehicleTableColumn.all(
                in: ListContents(
                    [feed], hasSeveralSources: hasSources, hasDistance: hasDistance))
            let left = VehicleColumn.allCases.filter { !shown.contains(.column($0)) }
            let others: [VehicleColumn] =
                (hasDistance ? [] : [.distance]) + (hasSources ? [] : [.region]) + [.station]
                + (hasDistance ? [.location] : [])
            #expect(left == (hasSources ? [] : [.code, .name, .source]) + others)
        }
    }

    @Test("No two columns are equally important")
    func priorities() {
        let priorities = Set(VehicleColumn.allCases.map(\.priority))
        #expect(priorities.count == VehicleColumn.allCases.count)
    }

    @Test(
        "A charge is low where events call it low, and medium up to half as much again",
        arguments: [
            (0, ChargeLevel.low), (20, .low), (20.1, .medium), (30, .medium), (30.1, .good),
            (100, .good),
        ])
    func level(percent: Double, expected: ChargeLevel) {
        var vehicle = Vehicle(id: "a")
        vehicle.battery = Battery(percent: percent)
        let cell = Self.cells().cell(.battery, of: vehicle)
        #expect(cell.figure == .charge(percent, expected))
        #expect(cell.tone == (expected == .low ? .bad : .plain))
    }

    @Test("A source has its own bound, or none")
    func bound() {
        var vehicle = Vehicle(id: "a")
        vehicle.battery = Battery(percent: 10)
        func level(_ bound: Double?) -> VehicleCell.Figure? {
            VehicleCells(nil, origin: nil, lowBattery: bound).cell(.battery, of: vehicle).figure
        }
        #expect(level(10) == .charge(10, .low))
        #expect(level(8) == .charge(10, .medium))
        #expect(level(5) == .charge(10, .good))
        #expect(level(nil) == .charge(10, .good))
    }
}
