/// The order of a vehicle list; ties are ordered by ID, byte by byte.
public enum VehicleOrder: Hashable, Sendable {
    /// By ID.
    case id
    /// Lowest charge first, unknown last.
    case battery
    /// Shortest range first, unknown last.
    case range
    /// Nearest to a position first, without a position last.
    case distance(from: Position)
    /// Latest report first, unknown last.
    case lastReported

    /// Returns the indices of vehicles in this order, or with the values in reverse order; unknown
    /// values are last in both.
    ///
    /// Fleets and vehicles are large, so it sorts short keys instead of vehicles: the rank and the
    /// beginning of the ID.
    func sorted(
        _ indices: [Int], of vehicles: [Vehicle], isReversed: Bool = false
    ) -> [Int] {
        var keys = indices.map { index in
            SortKey(
                rank: rank(of: vehicles[index], isReversed),
                prefix: ByteOrder.prefix(of: vehicles[index].id), index: index)
        }
        keys.sort { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            return ByteOrder.precedes(vehicles[left.index].id, vehicles[right.index].id)
        }
        let sorted = keys.map(\.index)
        return self == .id && isReversed ? sorted.reversed() : sorted
    }

    private struct SortKey {
        let rank: Double
        let prefix: UInt64
        let index: Int
    }

    /// Returns the primary sort value; unknown values and NaN come last.
    fileprivate func rank(of vehicle: Vehicle, _ isReversed: Bool) -> Double {
        let rank: Double? =
            switch self {
            case .id: 0
            case .battery: vehicle.battery?.percent
            case .range: vehicle.currentRangeMeters
            case .distance(let origin): vehicle.position.map(origin.distance(to:))
            case .lastReported: vehicle.lastReported.map { -$0.seconds }
            }
        guard let rank, !rank.isNaN else { return .infinity }
        return isReversed ? -rank : rank
    }
}

/// The position of a vehicle in an ordered list: its sort value and its ID.
public struct ListPosition: Comparable, Sendable {
    /// The primary sort value, infinite if it is unknown; 0 in a list by ID.
    public let rank: Double
    /// The ID of the vehicle.
    public let id: String
    private let isReversed: Bool

    init(rank: Double, id: String, isReversed: Bool) {
        (self.rank, self.id, self.isReversed) = (rank, id, isReversed)
    }

    /// Returns whether the first position is nearer to the beginning of the list.
    public static func < (left: ListPosition, right: ListPosition) -> Bool {
        if left.rank != right.rank { return left.rank < right.rank }
        return left.isReversed
            ? ByteOrder.precedes(right.id, left.id) : ByteOrder.precedes(left.id, right.id)
    }

    /// Returns whether both are the same position.
    public static func == (left: ListPosition, right: ListPosition) -> Bool {
        left.rank == right.rank && ByteOrder.equal(left.id, right.id)
    }

    /// The position as text: the sort value, a comma and the ID.
    public var text: String { "\(rank),\(id)" }
}

extension VehicleQuery {
    /// Returns the position of a vehicle in the list of this query.
    public func position(of vehicle: Vehicle) -> ListPosition {
        ListPosition(
            rank: order.rank(of: vehicle, isReversed), id: vehicle.id,
            isReversed: order == .id && isReversed)
    }

    /// Parses the text of a position in the list of this query; returns `nil` if it is not one.
    public func position(_ text: String) -> ListPosition? {
        guard let comma = text.firstIndex(of: ","), let rank = Double(text[..<comma]), !rank.isNaN
        else { return nil }
        return ListPosition(
            rank: rank, id: String(text[text.index(after: comma)...]),
            isReversed: order == .id && isReversed)
    }
}
