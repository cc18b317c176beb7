/// A selection of the vehicles of a snapshot, with an order.
///
///     var query = VehicleQuery()
///     query.filter.battery = ValueRange(minimum: nil, maximum: 20)
///     query.order = .battery
///     query.limit = 10
///     try reader.forEachVehicle(query, of: key) { print($0.id) }
public struct VehicleQuery: Equatable, Sendable {
    /// The filter.
    public var filter = Filter()
    /// The typed IDs of vehicles to select, which the session resolves to ``Filter/ids``.
    public var typedIDs: [String] = []
    /// Values of the filter that come from something stored, such as a view or saved colors: one
    /// that the source does not have causes a warning instead of an error.
    public var storedValues: Set<ListedValue> = []
    /// Names of columns that must be properties of the source.
    public var listedColumns: [ListedValue] = []
    /// Whether the colors of the filter are saved ones, which the user did not enter now.
    public var hasSavedColors = false
    /// The order.
    public var order = VehicleOrder.id
    /// The position that distances are shown from, in any order.
    public var origin: Position?
    /// Whether the values of the order are reversed; unknown values stay last, ties stay ordered by
    /// ID.
    public var isReversed = false
    /// The position in the order after which the list begins, for the pages of a long one.
    public var after: ListPosition?
    /// Whether the list begins at that position instead.
    public var includesAfter = false
    /// Whether the list is read from that position towards its beginning: its vehicles are those
    /// before it, in the opposite order.
    public var isBackwards = false
    /// The maximum number of vehicles; `nil` means all.
    public var limit: Int?

    /// Creates a query for all vehicles in the public space, by ID.
    public init() {}

    /// The query for all vehicles in any state, by ID.
    public static let everything: VehicleQuery = {
        var query = VehicleQuery()
        query.filter = .everything
        return query
    }()

    /// Whether it may select or order by names that a feed has for something else.
    package var selectsByName: Bool {
        if case .property = order { true } else { filter.selectsByName }
    }

    /// Returns the query as it applies at a time.
    public func at(_ now: Timestamp) -> VehicleQuery {
        var query = self
        query.filter = filter.at(now)
        return query
    }
}

/// The numbers of vehicles of a query.
public struct VehicleCounts: Equatable, Sendable {
    /// All vehicles of the snapshot in the public space.
    public var total: Int
    /// The vehicles that match the filter, regardless of the limit.
    public var matching: Int
    /// The vehicles excluded only because their charge is unknown.
    public var unknownBattery: Int

    /// Creates the counts.
    public init(total: Int, matching: Int, unknownBattery: Int) {
        self.total = total
        self.matching = matching
        self.unknownBattery = unknownBattery
    }
}

/// The number of vehicles of one color.
public struct ColorCount: Equatable, Sendable {
    /// The color as written in the feed; `nil` if it is unknown.
    public var color: VehicleColor?
    /// The number of vehicles.
    public var count: Int

    /// Creates a count.
    public init(color: VehicleColor?, count: Int) {
        self.color = color
        self.count = count
    }
}

/// The number of vehicles with the same color, type and state.
public struct FacetCount: Equatable, Sendable {
    /// The color; `nil` if it is unknown.
    public var color: VehicleColor?
    /// The type (`vehicle_type_id`).
    public var typeID: String?
    /// The form factor of the type (`form_factor`).
    public var formFactor: String?
    /// The state.
    public var state: VehicleState
    /// The number of vehicles.
    public var count: Int

    /// Creates a count.
    public init(
        color: VehicleColor?, typeID: String?, formFactor: String?, state: VehicleState, count: Int
    ) {
        self.color = color
        self.typeID = typeID
        self.formFactor = formFactor
        self.state = state
        self.count = count
    }
}

extension VehicleQuery {
    /// Returns the indices of the selected vehicles in a snapshot, in order, and the counts.
    ///
    /// The snapshot must contain all vehicles that match the facets of the filter.
    public func selection(in snapshot: Snapshot) -> (indices: [Int], counts: VehicleCounts) {
        let vehicles = snapshot.vehicles
        var filter = filter.resolvingNames(in: snapshot.feed)
        filter.zones = filter.zones?.resolved(
            in: snapshot.documents.zones, at: snapshot.feed.lastUpdated)
        filter.rules = filter.rules?.resolved(
            in: snapshot.documents.zones, at: snapshot.feed.lastUpdated)
        let matching = vehicles.indices.filter { filter.matches(vehicles[$0]) }
        let counts = VehicleCounts(
            total: snapshot.listedTotal, matching: matching.count,
            unknownBattery: filter.countOfUnknownBattery(in: vehicles))
        var indices = order.resolved(in: snapshot.feed).sorted(
            matching, of: vehicles, isReversed: isReversed)
        if let after {
            indices.removeAll {
                let position = position(of: vehicles[$0])
                if includesAfter, position == after { return false }
                return isBackwards ? after <= position : position <= after
            }
        }
        if isBackwards { indices.reverse() }
        return (limit.map { Array(indices.prefix(max($0, 0))) } ?? indices, counts)
    }
}

extension Snapshot {
    /// The number of vehicles of each color, most common first.
    public var colorCounts: [ColorCount] {
        var counts: [VehicleColor?: Int] = [:]
        for vehicle in vehicles where vehicle.state.isInPublicSpace {
            counts[vehicle.color, default: 0] += 1
        }
        return counts.map { ColorCount(color: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.color?.name ?? "") < ($0.count, $1.color?.name ?? "") }
    }
}

extension Filter {
    /// Returns the number of vehicles excluded only because their charge is unknown.
    fileprivate func countOfUnknownBattery(in vehicles: [Vehicle]) -> Int {
        guard battery != nil else { return 0 }
        var others = self
        others.battery = nil
        return vehicles.count { $0.battery == nil && others.matches($0) }
    }
}
