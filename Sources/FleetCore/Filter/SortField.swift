/// The field that a list of vehicles is sorted by.
public enum SortField: String, CaseIterable, Sendable {
    case id
    case battery
    case range
    case distance
    case lastReported = "last_reported"

    /// The name in the phrase of an order.
    var phrase: String { Language.current.word(rawValue) }

    /// Returns the order of vehicles; `nil` for distances without a location to measure them from.
    public func order(from location: Position?) -> VehicleOrder? {
        switch self {
        case .id: .id
        case .battery: .battery
        case .range: .range
        case .lastReported: .lastReported
        case .distance: location.map { .distance(from: $0) }
        }
    }
}
