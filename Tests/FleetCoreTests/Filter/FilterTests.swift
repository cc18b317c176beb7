import Testing

@testable import FleetCore

@Suite("Filters")
struct FilterTests {
    private func matches(
        _ vehicle: Vehicle = Samples.full(), _ set: (inout Filter) -> Void
    ) -> Bool {
        var filter = Filter()
        set(&filter)
        return filter.matches(vehicle)
    }

    @Test("An empty filter matches every vehicle")
    func open() {
        #expect(matches { _ in })
        #expect(matches(Vehicle(id: "bare")) { _ in })
    }

    @Test(
        "A type is an ID, a form factor or the first word of one",
        arguments: [
            ("type-1", true), ("TYPE-1", true), ("scooter_standing", true), ("scooter", true),
            ("Scooter", true), ("scoot", false), ("scooter_", false), ("standing", false),
            ("type", false), ("", false),
        ])
    func types(type: String, expected: Bool) {
        #expect(matches { $0.types = ["car", type] } == expected)
        #expect(!matches(Vehicle(id: "bare")) { $0.types = [type] })
    }

    @Test("Only the selected states match", arguments: VehicleState.allCases)
    func states(state: VehicleState) {
        #expect(matches { $0.states = [state] } == (state == .available))
        #expect(matches(Vehicle(id: "bare")) { $0.states = [state] } == (state == .unknown))
    }

    @Test("A charge matches between the limits, both included, and never if unknown")
    func battery() {
        #expect(matches { $0.battery = BatteryRange(minimum: 68, maximum: 68) })
        #expect(!matches { $0.battery = BatteryRange(minimum: 68.1, maximum: nil) })
        #expect(!matches { $0.battery = BatteryRange(minimum: nil, maximum: 67.9) })
        #expect(
            !matches(Vehicle(id: "bare")) { $0.battery = BatteryRange(minimum: 0, maximum: nil) })
        #expect(BatteryRange(minimum: nil, maximum: nil) == nil)
    }

    @Test("An area matches vehicles within its radius, none without a position")
    func area() throws {
        let center = try #require(Position(latitude: 48.856614, longitude: 2.35))
        #expect(matches { $0.area = Area(center: center, radiusMeters: 170) })
        #expect(!matches { $0.area = Area(center: center, radiusMeters: 150) })
        #expect(!matches(Vehicle(id: "bare")) { $0.area = Area(center: center, radiusMeters: 1e9) })
    }

    @Test(
        "A search matches the ID, type, form factor, station and color, ignoring case",
        arguments: [
            ("dcs", true), ("S-F", true), ("TYPE-1", true), ("standing", true), ("ion-7", true),
            ("blueRED", true), ("", true), ("electric", false), ("dcs-feo-", false),
        ])
    func search(text: String, expected: Bool) {
        #expect(matches { $0.search = text } == expected)
    }

    @Test(
        "A station matches its vehicles, comparing the ID byte by byte",
        arguments: [
            ("station-7", true), ("STATION-7", false), ("station-", false), ("station-71", false),
            ("", false),
        ])
    func station(id: String, expected: Bool) {
        #expect(matches { $0.station = id } == expected)
        #expect(!matches(Vehicle(id: "bare")) { $0.station = id })
        var vehicle = Vehicle(id: "a")
        vehicle.stationID = "e\u{301}"
        #expect(matches(vehicle) { $0.station = "e\u{301}" })
        #expect(!matches(vehicle) { $0.station = "é" })
    }

    @Test("A vehicle must match every part")
    func all() throws {
        let red = try #require(ColorFilter(["red"]))
        #expect(
            matches {
                $0.color = red; $0.types = ["scooter"]; $0.states = [.available]
            })
        #expect(
            !matches {
                $0.color = red; $0.types = ["car"]
            })
    }
}
