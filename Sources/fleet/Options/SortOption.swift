import ArgumentParser
import FleetCore

/// Option for the order of vehicles.
struct SortOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sort ascending (last_reported: newest first). (default: id, or distance with --near but "
                + "not --within)", valueName: "field"))
    var sort: SortField?

    /// Returns the order of the filtered vehicles, by default by ID or by the distance from `--near`.
    func order(of filter: FilterOptions) throws -> VehicleOrder {
        let isByDistance = filter.near != nil && filter.within == nil
        let field = sort ?? (isByDistance ? .distance : .id)
        return try field.order(from: filter.near?.position)
    }
}
