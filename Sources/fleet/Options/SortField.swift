import ArgumentParser
import FleetCore

/// Field that a list is sorted by.
enum SortField: String, CaseIterable, ExpressibleByArgument, Sendable {
    case id
    case battery
    case range
    case distance
    case lastReported = "last_reported"

    /// Returns the order of vehicles; `location` is the origin of distances.
    func order(from location: Position?) throws -> VehicleOrder {
        switch self {
        case .id: return .id
        case .battery: return .battery
        case .range: return .range
        case .lastReported: return .lastReported
        case .distance:
            guard let location else {
                throw ValidationError("--sort distance needs --near LAT,LON")
            }
            return .distance(from: location)
        }
    }
}
