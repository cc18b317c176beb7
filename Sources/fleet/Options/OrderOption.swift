import ArgumentParser
import FleetCore

/// In which order vehicles are shown.
struct OrderOption: ParsableArguments {
    @Option(
        help:
            "The order: the least first, for last_reported the latest; by distance with --near alone."
    )
    var sort: OrderName?

    /// The order of what a filter lets pass: by distance if a place is given and nothing else is said.
    func order(of filter: FilterOptions) throws -> VehicleOrder {
        let isOrderedByPlace = filter.near != nil && filter.within == nil
        let name = sort ?? (isOrderedByPlace ? .distance : .id)
        return try name.order(from: filter.near?.position)
    }
}
