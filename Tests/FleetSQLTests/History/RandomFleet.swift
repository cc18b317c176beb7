import FleetCore

/// A fleet that changes at random, as its feed had it at each time.
struct RandomFleet {
    var fleets: [(seconds: Double, vehicles: [Vehicle])] = []

    init(_ count: Int, of vehicles: Int, every interval: Double) {
        var random = SystemRandomNumberGenerator()
        var fleet: [String: Vehicle] = [:]
        for round in 0..<count {
            for index in 0..<vehicles {
                let id = "v\(index)"
                switch Int.random(in: 0..<10, using: &random) {
                case 0: fleet[id] = nil
                case 1...3: fleet[id] = Self.vehicle(id, &random)
                default: break
                }
            }
            let listed = fleet.values.sorted { $0.id < $1.id }
            fleets.append((Double(round) * interval, listed))
        }
    }

    private static func vehicle(
        _ id: String, _ random: inout SystemRandomNumberGenerator
    ) -> Vehicle {
        var vehicle = Vehicle(id: id)
        if Bool.random(using: &random) {
            vehicle.position = Position(
                latitude: Double(Int.random(in: -9_000_0000...9_000_0000, using: &random))
                    / 1e6,
                longitude: Double(Int.random(in: -18_000...18_000, using: &random)) / 100)
        }
        if Bool.random(using: &random) {
            vehicle.isReserved = Bool.random(using: &random)
            vehicle.isDisabled = false
        }
        if Bool.random(using: &random) {
            vehicle.battery = Battery(
                percent: Double(Int.random(in: 0...100, using: &random)),
                isEstimated: Bool.random(using: &random))
        }
        vehicle.typeID = ["a", "b", nil].randomElement(using: &random) ?? nil
        vehicle.color = VehicleColor(["red", "blue"].randomElement(using: &random) ?? "red")
        vehicle.stationID = ["s", nil].randomElement(using: &random) ?? nil
        return vehicle
    }
}
