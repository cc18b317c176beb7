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
    /// By a property of the source: numbers before texts, unknown last.
    case property(String)

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
                rank: rank(of: vehicles[index], isReversed), text: text(of: vehicles[index]),
                prefix: ByteOrder.prefix(of: vehicles[index].id), index: index)
        }
        keys.sort { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.text != right.text {
                return ByteOrder.precedes(left.text, right.text) != isReversed
            }
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            return ByteOrder.precedes(vehicles[left.index].id, vehicles[right.index].id)
        }
        let sorted = keys.map(\.index)
        return self == .id && isReversed ? sorted.reversed() : sorted
    }

    private struct SortKey {
        let rank: Double
        let text: String
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
            case .property(let name):
                vehicle.properties.value(named: name).map(Self.rank(ofProperty:))
            }
        guard let rank, !rank.isNaN else { return .infinity }
        return isReversed ? -rank : rank
    }
}

extension VehicleOrder {
    /// The rank of properties that are no numbers.
    package static let textRank = 1e300
    /// Maximum length of a number in a property.
    package static let maxDigits = 15

    /// Returns the number that a property is: digits, possibly with a point; otherwise the rank of
    /// all texts.
    private static func rank(ofProperty text: String) -> Double {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isNumber =
            text.utf8.count <= maxDigits && parts.count <= 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) }
            }
        return isNumber ? Double(text) ?? textRank : textRank
    }

    /// Returns the text that vehicles of the same rank are ordered by, before their IDs.
    fileprivate func text(of vehicle: Vehicle) -> String {
        if case .property(let name) = self {
            vehicle.properties.value(named: name) ?? ""
        } else {
            ""
        }
    }

    fileprivate var isByProperty: Bool { if case .property = self { true } else { false } }

    /// Returns the order by the name that a property has in a feed; by an empty one, under which no
    /// vehicle has a value, if it does not have it or it is not to be seen.
    package func resolved(in feed: FeedDescription) -> VehicleOrder {
        guard case .property(let name) = self else { return self }
        return .property(CustomProperty.named(name, in: feed.properties ?? [])?.name ?? "")
    }
}

/// The position of a vehicle in an ordered list: its sort value and its ID.
public struct ListPosition: Comparable, Sendable {
    /// The primary sort value, infinite if it is unknown; 0 in a list by ID.
    public let rank: Double
    /// The property that vehicles of the same rank are ordered by; `nil` in other orders.
    package let property: String?
    /// The ID of the vehicle.
    public let id: String
    private let isReversed: Bool

    init(rank: Double, property: String?, id: String, isReversed: Bool) {
        (self.rank, self.property, self.id, self.isReversed) = (rank, property, id, isReversed)
    }

    /// Returns whether the first position is nearer to the beginning of the list.
    public static func < (left: ListPosition, right: ListPosition) -> Bool {
        if left.rank != right.rank { return left.rank < right.rank }
        if let property = left.property, let other = right.property, property != other {
            return ByteOrder.precedes(property, other) != left.isReversed
        }
        return left.isReversed && left.property == nil
            ? ByteOrder.precedes(right.id, left.id) : ByteOrder.precedes(left.id, right.id)
    }

    /// Returns whether both are the same position.
    public static func == (left: ListPosition, right: ListPosition) -> Bool {
        left.rank == right.rank && ByteOrder.equal(left.id, right.id)
    }

    /// The position as text: the sort value, a property and the ID, with commas between them.
    public var text: String {
        "\(rank),\(property.map { PercentEncoding.encoded($0) + "," } ?? "")\(id)"
    }
}

extension VehicleQuery {
    /// Returns the position of a vehicle in the list of this query.
    public func position(of vehicle: Vehicle) -> ListPosition {
        ListPosition(
            rank: order.rank(of: vehicle, isReversed),
            property: order.isByProperty ? order.text(of: vehicle) : nil, id: vehicle.id,
            isReversed: isReversed && (order == .id || order.isByProperty))
    }

    /// Parses the text of a position in the list of this query; returns `nil` if it is not one.
    public func position(_ text: String) -> ListPosition? {
        guard let comma = text.firstIndex(of: ","), let rank = Double(text[..<comma]), !rank.isNaN
        else { return nil }
        var rest = text[text.index(after: comma)...]
        var property: String?
        if order.isByProperty {
            guard let end = rest.firstIndex(of: ",") else { return nil }
            property = PercentEncoding.decoded(String(rest[..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return ListPosition(
            rank: rank, property: property, id: String(rest),
            isReversed: isReversed && (order == .id || order.isByProperty))
    }
}
