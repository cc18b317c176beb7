import ArgumentParser
import FleetCore
import FleetSession

extension ArgumentHelp {
    /// Help of `--sort`.
    static let sort = ArgumentHelp(
        "Sort ascending (last_reported: newest first). (default: id, or distance with --near)",
        valueName: "field")
}

/// Option for the order of vehicles.
struct SortOption: ParsableArguments {
    @Option(help: .sort)
    var sort: SortField?
}

/// Options for the order and the maximum number of vehicles in a list.
struct OrderOptions: ParsableArguments {
    @Option(help: .sort)
    var sort: SortField?

    @Flag(help: "Reverse the order; vehicles without the value stay last.")
    var reverse = false

    @Option(help: ArgumentHelp("List at most this many vehicles.", valueName: "n"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit must be 0 or more") }
    }
}

/// Field that a list is sorted by.
enum SortField: String, CaseIterable, ExpressibleByArgument, Sendable {
    case id
    case battery
    case range
    case distance
    case lastReported = "last_reported"

    /// Returns the order of the filtered vehicles, by default by ID or by the distance from `--near`.
    static func order(_ field: SortField?, of filter: FilterOptions) throws -> VehicleOrder {
        let field = field ?? (filter.near == nil ? .id : .distance)
        return try field.order(from: filter.near?.position)
    }

    /// Returns the order of vehicles; `location` is the origin of distances.
    private func order(from location: Position?) throws -> VehicleOrder {
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
