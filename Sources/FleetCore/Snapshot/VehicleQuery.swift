/// Which vehicles of a snapshot are wanted, and in which order.
public struct VehicleQuery: Equatable, Sendable {
    /// What the list is narrowed to.
    public var filter = Filter()
    /// The order.
    public var order = VehicleOrder.id
    /// How many at most; `nil` is all.
    public var limit: Int?

    /// Asks for all vehicles, by code.
    public init() {}
}

/// How many vehicles a query concerns.
public struct VehicleCounts: Equatable, Sendable {
    /// All vehicles of the snapshot.
    public var total: Int
    /// Those that pass the filter, whatever the limit.
    public var matching: Int
    /// Those left out only because their charge is unknown.
    public var unknownBattery: Int

    /// Creates the counts.
    public init(total: Int, matching: Int, unknownBattery: Int) {
        self.total = total
        self.matching = matching
        self.unknownBattery = unknownBattery
    }
}

/// How many vehicles have one color.
public struct ColorCount: Equatable, Sendable {
    /// The color as the feed wrote it; `nil` is unknown.
    public var color: VehicleColor?
    /// How many vehicles have it.
    public var count: Int

    /// Creates a count.
    public init(color: VehicleColor?, count: Int) {
        self.color = color
        self.count = count
    }
}
