import Testing

@testable import FleetCore

@Suite("Vehicles")
struct VehicleTests {
    @Test(
        "Disabled takes precedence over reserved, and neither value means unknown",
        arguments: [
            (nil, nil, .unknown), (false, false, .available), (false, nil, .available),
            (nil, false, .available), (true, false, .reserved), (true, nil, .reserved),
            (false, true, .disabled), (true, true, .disabled), (nil, true, .disabled),
        ] as [(Bool?, Bool?, VehicleState)])
    func state(isReserved: Bool?, isDisabled: Bool?, expected: VehicleState) {
        #expect(VehicleState(isReserved: isReserved, isDisabled: isDisabled) == expected)
    }

    @Test("A state that the feed names is kept, and has the booleans of GBFS")
    func namedState() {
        var vehicle = Vehicle(id: "a")
        for state in VehicleState.allCases {
            vehicle.setState(state)
            #expect(vehicle.state == state)
            let flags = VehicleState(
                isReserved: vehicle.isReserved, isDisabled: vehicle.isDisabled)
            #expect(
                flags
                    == (state.isInUse
                        ? .reserved : VehicleState.common.contains(state) ? state : .disabled))
        }
        vehicle.setState(nil)
        #expect(vehicle.state == .unknown && vehicle.isDisabled == nil)
    }

    @Test("The label of a vehicle has its code, or else its ID")
    func label() {
        var vehicle = Vehicle(id: "5f7e1d2a")
        #expect(vehicle.labelText == "5f7e1d2a")
        vehicle.code = "NL 2001"
        #expect(vehicle.labelText == "NL 2001")
    }

    @Test(
        "A charge is clamped to 0…100 percent",
        arguments: [(50, 50), (-1, 0), (101, 100), (.infinity, 100)] as [(Double, Double)])
    func battery(percent: Double, expected: Double) {
        #expect(Battery(percent: percent)?.percent == expected)
    }

    @Test("A NaN charge is nil")
    func batteryOfNaN() {
        #expect(Battery(percent: .nan) == nil)
    }

    @Test(
        "A position is within the valid range",
        arguments: [
            (90, 180, true), (-90, -180, true), (90.1, 0, false), (0, 180.1, false),
            (.nan, 0, false),
            (0, .infinity, false),
        ] as [(Double, Double, Bool)])
    func position(latitude: Double, longitude: Double, isValid: Bool) {
        #expect((Position(latitude: latitude, longitude: longitude) != nil) == isValid)
    }

    @Test("Distances agree with known ones, across the date line and to the antipodes")
    func distance() throws {
        func position(_ latitude: Double, _ longitude: Double) throws -> Position {
            try #require(Position(latitude: latitude, longitude: longitude))
        }
        let quarter = 6_371_008.8 * Double.pi / 2
        let pole = try position(90, 17)
        #expect(abs(pole.distance(to: try position(0, -120)) - quarter) < 1e-3)
        #expect(abs(pole.distance(to: try position(-90, 3)) - 2 * quarter) < 1)
        // Paris to London, 343.5 km according to published great-circle tables.
        let paris = try position(48.8566, 2.3522)
        #expect(abs(paris.distance(to: try position(51.5074, -0.1278)) - 343_500) < 200)
        let west = try position(0, 179.5)
        #expect(abs(west.distance(to: try position(0, -179.5)) - 111_195) < 1)
        #expect(paris.distance(to: paris) == 0)
    }

    @Test("The link for a QR code is web before Android before iOS")
    func links() {
        #expect(RentalURIs(web: nil, android: nil, ios: nil) == nil)
        #expect(RentalURIs(web: "w", android: "a", ios: "i")?.preferred == "w")
        #expect(RentalURIs(web: nil, android: "a", ios: "i")?.preferred == "a")
        #expect(RentalURIs(web: nil, android: nil, ios: "i")?.preferred == "i")
    }
}
