/// A selection of the vehicles of a snapshot, with an order.
public struct VehicleQuery: Equatable, Sendable {
    /// The filter.
    public var filter = Filter()
    /// The order.
    public var order = VehicleOrder.id
    /// The maximum number of vehicles; `nil` means all.
    public var limit: Int?

    /// Creates a query for all vehicles, by ID.
    public init() {}
}

/// The numbers of vehicles of a query.
public struct VehicleCounts: Equatable, Sendable {
    /// All vehicles of the snapshot.
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
