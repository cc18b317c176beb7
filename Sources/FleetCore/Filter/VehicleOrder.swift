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

    /// Orders vehicles.
    public func sort(_ vehicles: inout [Vehicle]) {
        switch self {
        case .id: vehicles.sort { ByteOrder.precedes($0.id, $1.id) }
        case .battery: sort(&vehicles) { $0.battery?.percent }
        case .range: sort(&vehicles) { $0.currentRangeMeters }
        case .distance(let place): sort(&vehicles) { $0.position.map(place.distance(to:)) }
        case .lastReported: sort(&vehicles) { $0.lastReported.map { -$0.seconds } }
        }
    }

    private func sort(_ vehicles: inout [Vehicle], by key: (Vehicle) -> Double?) {
        // What is no number would have no place in any order.
        let keyed = vehicles.map { vehicle in
            (key: key(vehicle).flatMap { $0.isNaN ? nil : $0 } ?? .infinity, vehicle: vehicle)
        }
        vehicles = keyed.sorted {
            $0.key != $1.key ? $0.key < $1.key : ByteOrder.precedes($0.vehicle.id, $1.vehicle.id)
        }.map(\.vehicle)
    }
}

/// Comparison of texts by their UTF-8 bytes, as SQLite's BINARY collation does.
public enum ByteOrder {
    /// Whether `left` comes before `right`.
    public static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Whether the two are the same bytes; Swift's `==` also equates canonically equivalent texts.
    public static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }
}
