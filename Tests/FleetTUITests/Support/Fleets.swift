import FleetCore

/// Sample fleets.
enum Fleets {
    /// 2026-01-31T12:00:00Z.
    static let noon = Timestamp(seconds: 1_769_860_800)

    /// Vehicles `V-000`, `V-001`, … near Oslo, with four colors, two form factors and all states.
    static func town(_ count: Int) -> [Vehicle] {
        (0..<count).map { number in
            let digits = String(number)
            var vehicle = Vehicle(
                id: "V-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits)
            vehicle.color = VehicleColor(["red", "BlueRed", "yellow", "navy blue"][number % 4])
            vehicle.isReserved = number % 5 == 1
            vehicle.isDisabled = number % 7 == 3
            vehicle.formFactor = number % 3 == 0 ? "bicycle" : "scooter_standing"
            vehicle.battery = Battery(percent: Double(number * 37 % 101))
            vehicle.currentRangeMeters = Double(number * 731 % 40_000)
            vehicle.position = Position(
                latitude: 59.9 + Double(number * 7 % 50) / 1000,
                longitude: 10.7 + Double(number * 11 % 50) / 500)
            vehicle.lastReported = noon - .seconds(120)
            return vehicle
        }
    }
}
