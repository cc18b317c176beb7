import ArgumentParser
import FleetCore

/// The orders by which a list can be sorted.
enum OrderName: String, CaseIterable, ExpressibleByArgument, Sendable {
    case id
    case battery
    case range
    case distance
    case lastReported = "last_reported"

    /// The order; a distance is taken from a place.
    func order(from place: Position?) throws -> VehicleOrder {
        switch self {
        case .id: return .id
        case .battery: return .battery
        case .range: return .range
        case .lastReported: return .lastReported
        case .distance:
            guard let place else {
                throw ValidationError("--sort distance needs a place: --near LAT,LON")
            }
            return .distance(from: place)
        }
    }
}
