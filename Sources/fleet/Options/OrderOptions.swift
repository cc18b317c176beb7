import ArgumentParser
import FleetCore

extension ArgumentHelp {
    /// Help of `--sort`.
    static let sort = ArgumentHelp(
        "Sort ascending (last_reported: newest first). (default: id, or distance with --near)",
        valueName: "field")

    /// Help of `--reverse`.
    static let reverse: Self = "Reverse the order; vehicles without the value stay last."

    /// Help of `--limit`.
    static let limit = ArgumentHelp("At most this many vehicles.", valueName: "n")
}

/// Option for the order of vehicles.
struct SortOption: ParsableArguments {
    @Option(help: .sort)
    var sort: SortField?
}

/// Options that narrow a list to some of the vehicles that match its filter, in an order.
struct SelectionOptions: ParsableArguments {
    @Flag(help: "Only favorites (see `fleet favorite`).")
    var favorites = false

    @Option(help: .sort)
    var sort: SortField?

    @Flag(help: .reverse)
    var reverse = false

    @Option(help: .limit)
    var limit: Int?

    func validate() throws {
        try Self.check(limit: limit)
    }

    /// Checks the value of `--limit`.
    static func check(limit: Int?) throws {
        if let limit, limit < 0 { throw ValidationError("--limit must be 0 or more") }
    }

    /// Whether any option is used.
    var isUsed: Bool { favorites || isOrdered }

    /// The first option that is used and that stations do not have; `nil` without one.
    var vehicleOption: String? {
        if favorites { return "--favorites" }
        guard let sort, sort != .id, sort != .distance else { return nil }
        return "--sort \(sort.rawValue)"
    }

    /// Whether an option for the order or the number of vehicles is used.
    var isOrdered: Bool { sort != nil || reverse || limit != nil }

    /// Returns the query for the selected vehicles.
    /// - Parameter ids: Typed IDs of vehicles; if empty, all that match the filter.
    func query(
        _ ids: [String], _ filter: FilterOptions, savedColors: ColorFilter
    ) throws -> VehicleQuery {
        var query = VehicleQuery()
        query.typedIDs = ids
        query.filter = try filter.filter(savedColors: savedColors)
        query.order = try filter.order(by: sort)
        query.origin = filter.near?.position
        query.isReversed = reverse
        query.limit = limit
        return query
    }
}
