/// The order in which a list shows vehicles; equal ones are ordered by code, byte by byte.
public enum VehicleOrder: Hashable, Sendable {
    /// By code.
    case id
    /// The least charge first, unknown last.
    case battery
    /// The least range first, unknown last.
    case range
    /// The nearest to a place first, without position last.
    case distance(from: Position)
    /// The latest report first, unknown last.
    case lastReported

    /// Puts the places of some vehicles in order.
    ///
    /// A fleet is large and a vehicle too, so what is moved about is not the vehicles but a short key
    /// of each: its rank, and the beginning of its code.
    func sorted(_ places: [Int], of vehicles: [Vehicle]) -> [Int] {
        var keys = places.map { place in
            SortKey(
                rank: rank(of: vehicles[place]), prefix: ByteOrder.prefix(of: vehicles[place].id),
                place: place)
        }
        keys.sort { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            return ByteOrder.precedes(vehicles[left.place].id, vehicles[right.place].id)
        }
        return keys.map(\.place)
    }

    private struct SortKey {
        let rank: Double
        let prefix: UInt64
        let place: Int
    }

    /// What comes before the code; what is not known, or is no number, comes last.
    private func rank(of vehicle: Vehicle) -> Double {
        let rank: Double? =
            switch self {
            case .id: 0
            case .battery: vehicle.battery?.percent
            case .range: vehicle.currentRangeMeters
            case .distance(let place): vehicle.position.map(place.distance(to:))
            case .lastReported: vehicle.lastReported.map { -$0.seconds }
            }
        guard let rank, !rank.isNaN else { return .infinity }
        return rank
    }
}
