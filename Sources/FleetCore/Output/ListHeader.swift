/// What heads a list of vehicles: everything but the vehicles.
public struct ListHead: Equatable, Sendable {
    /// The source's name, or its location without secrets.
    public var source: String
    /// What the feed says of itself.
    public var feed: FeedDescription
    /// When the snapshot was received.
    public var fetchedAt: Timestamp
    /// Whether a newer snapshot was wanted and could not be had.
    public var isStale: Bool
    /// What the list is narrowed to.
    public var filter = Filter()
    /// The order of the list; one by distance shows the distance.
    public var order = VehicleOrder.id
    /// How many vehicles are listed at most; `nil` is all.
    public var limit: Int?
    /// How many vehicles the list concerns.
    public var counts: VehicleCounts
    /// How many vehicles of the feed could not be read.
    public var skipped = 0
    /// Whether the feed changes the codes of its vehicles.
    public var rotation = IDRotation.unknown
    /// The colors of the whole snapshot, to say what there is when a list is empty.
    public var colors: [ColorCount]?

    /// Creates a head; filter, order, limit, skipped, rotation and colors are set afterwards.
    public init(
        source: String, feed: FeedDescription, fetchedAt: Timestamp, isStale: Bool,
        counts: VehicleCounts
    ) {
        self.source = source
        self.feed = feed
        self.fetchedAt = fetchedAt
        self.isStale = isStale
        self.counts = counts
    }

    /// Whether the vehicles are made up by the embedded simulation.
    public var isSimulated: Bool { feed.isSimulated }

    /// How many vehicles the list shows.
    public var shown: Int { min(max(limit ?? .max, 0), counts.matching) }

    /// The place that distances are measured from, if the list is about one.
    var nearPlace: Position? {
        if case .distance(let place) = order { return place }
        return filter.area?.center
    }
}
