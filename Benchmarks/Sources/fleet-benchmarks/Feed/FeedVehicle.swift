/// Generated vehicle of a GBFS 2.3 `free_bike_status.json`.
struct FeedVehicle {
    /// The `bike_id`, a random UUID.
    let id: String
    let type: VehicleType

    private let number: Int
    private var random: SplitMix64

    /// Creates the vehicle of a number; the result is deterministic.
    init(number: Int) {
        self.number = number
        random = SplitMix64(seed: UInt64(number) &* 0x2545_f491_4f6c_dd1d)
        id = Self.uuid(random.next(), random.next())
        type = VehicleType.allCases[number % VehicleType.allCases.count]
    }

    /// Returns the vehicle as an object of the feed.
    /// - Parameter hasMoved: Whether it has moved and sent a new report.
    func json(hasMoved: Bool) -> String {
        var random = random
        let latitude = 48_800_000 + random.next(below: 100_000) + (hasMoved ? 500 : 0)
        let longitude = 2_300_000 + random.next(below: 100_000)
        let reported = FeedFile.firstUpdate - Int(random.next(below: 100_000))
        let charge = random.next(below: 101)
        return #"{"bike_id":"\#(id)","lat":\#(Self.degrees(latitude))"#
            + #","lon":\#(Self.degrees(longitude))"#
            + #","is_reserved":\#(random.next(below: 20) == 0)"#
            + #","is_disabled":\#(random.next(below: 30) == 0)"#
            + #","vehicle_type_id":"\#(type.rawValue)""#
            + #","last_reported":\#(reported + (hasMoved ? 200_000 : 0))"#
            + #","current_range_meters":\#(charge * 400)"#
            + #","current_fuel_percent":\#(Self.fraction(charge))"#
            + station(random.next(below: 8))
            + #","pricing_plan_id":"standard-\#(type.rawValue)""#
            + #","rental_uris":{"android":"https://rent.example/android?v=\#(id.prefix(8))""#
            + #","ios":"https://rent.example/ios?v=\#(id.prefix(8))"}}"#
    }

    private func station(_ random: UInt64) -> String {
        random == 0 ? #","station_id":"station-\#(number % 500)""# : ""
    }

    private static func uuid(_ high: UInt64, _ low: UInt64) -> String {
        let version = (high & ~0xf000) | 0x4000
        let variant = (low & ~(0b11 << 62)) | (0b10 << 62)
        let digits = hexadecimal(version) + hexadecimal(variant)
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
            String(digits.dropFirst(range.lowerBound).prefix(range.count))
        }.joined(separator: "-")
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func degrees(_ millionths: UInt64) -> String {
        let fraction = String(millionths % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.count)
        return "\(millionths / 1_000_000).\(zeros)\(fraction)"
    }

    private static func fraction(_ percent: UInt64) -> String {
        percent == 100 ? "1.0" : "0." + (percent < 10 ? "0" : "") + String(percent)
    }
}
