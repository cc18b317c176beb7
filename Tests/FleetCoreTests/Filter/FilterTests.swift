import Testing

@testable import FleetCore

@Suite("Filters")
struct FilterTests {
    private func passes(_ vehicle: Vehicle = Samples.full(), _ set: (inout Filter) -> Void) -> Bool
    {
        var filter = Filter()
        set(&filter)
        return filter.matches(vehicle)
    }

    @Test("a filter without parts lets everything pass")
    func open() {
        #expect(passes { _ in })
        #expect(passes(Vehicle(id: "bare")) { _ in })
    }

    @Test(
        "a type is an identifier, a form factor or the first word of one",
        arguments: [
            ("type-1", true), ("TYPE-1", true), ("scooter_standing", true), ("scooter", true),
            ("Scooter", true), ("scoot", false), ("scooter_", false), ("standing", false),
            ("type", false), ("", false),
        ])
    func types(wanted: String, expected: Bool) {
        #expect(passes { $0.types = ["car", wanted] } == expected)
        #expect(!passes(Vehicle(id: "bare")) { $0.types = [wanted] })
    }

    @Test("only the wanted states pass", arguments: VehicleState.allCases)
    func states(state: VehicleState) {
        #expect(passes { $0.states = [state] } == (state == .available))
        #expect(passes(Vehicle(id: "bare")) { $0.states = [state] } == (state == .unknown))
    }

    @Test("a charge passes between its limits, both included, and never when unknown")
    func battery() {
        #expect(passes { $0.battery = BatteryRange(minimum: 68, maximum: 68) })
        #expect(!passes { $0.battery = BatteryRange(minimum: 68.1, maximum: nil) })
        #expect(!passes { $0.battery = BatteryRange(minimum: nil, maximum: 67.9) })
        #expect(
            !passes(Vehicle(id: "bare")) { $0.battery = BatteryRange(minimum: 0, maximum: nil) })
        #expect(BatteryRange(minimum: nil, maximum: nil) == nil)
    }

    @Test("an area takes what is within its radius, and nothing without a position")
    func area() throws {
        let place = try #require(Position(latitude: 48.856614, longitude: 2.35))
        #expect(passes { $0.area = Area(center: place, radiusMeters: 170) })
        #expect(!passes { $0.area = Area(center: place, radiusMeters: 150) })
        #expect(!passes(Vehicle(id: "bare")) { $0.area = Area(center: place, radiusMeters: 1e9) })
    }

    @Test(
        "a search finds text of the code, type, form, station and color, in either case",
        arguments: [
            ("dcs", true), ("S-F", true), ("TYPE-1", true), ("standing", true), ("ion-7", true),
            ("blueRED", true), ("", true), ("electric", false), ("dcs-feo-", false),
        ])
    func search(text: String, expected: Bool) {
        #expect(passes { $0.search = text } == expected)
    }

    @Test(
        "a station takes the vehicles that are there, by the very bytes of its identifier",
        arguments: [
            ("station-7", true), ("STATION-7", false), ("station-", false), ("station-71", false),
            ("", false),
        ])
    func station(id: String, expected: Bool) {
        #expect(passes { $0.station = id } == expected)
        #expect(!passes(Vehicle(id: "bare")) { $0.station = id })
        var vehicle = Vehicle(id: "a")
        vehicle.stationID = "e\u{301}"
        #expect(passes(vehicle) { $0.station = "e\u{301}" })
        #expect(!passes(vehicle) { $0.station = "é" })
    }

    @Test("a vehicle must pass every part")
    func all() throws {
        let red = try #require(ColorFilter(["red"]))
        #expect(
            passes {
                $0.color = red; $0.types = ["scooter"]; $0.states = [.available]
            })
        #expect(
            !passes {
                $0.color = red; $0.types = ["car"]
            })
    }

    @Test("ASCII letters alone are alike in either case")
    func asciiCase() {
        #expect(ASCIICase.equal("aZ[", "Az["))
        #expect(!ASCIICase.equal("[", "{"))
        #expect(!ASCIICase.equal("É", "é"))
        #expect(!ASCIICase.equal("e\u{301}", "\u{E9}"))
        #expect(ASCIICase.hasPrefix("abc", "AB"))
        #expect(!ASCIICase.hasPrefix("a", "ab"))
        #expect(ASCIICase.contains("xABy", "aby"))
        #expect(!ASCIICase.contains("", "a"))
        #expect(ASCIICase.contains("", ""))
    }
}
