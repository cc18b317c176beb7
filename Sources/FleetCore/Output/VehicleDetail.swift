/// Everything known of one vehicle, and of the snapshot that it is from.
public struct VehicleDetail: Equatable, Sendable {
    /// The source's name, or its location without secrets.
    public var source: String
    /// What the feed says of itself.
    public var feed: FeedDescription
    /// When the snapshot was received.
    public var fetchedAt: Timestamp
    /// Whether a newer snapshot was wanted and could not be had.
    public var isStale: Bool
    /// Whether the feed changes the codes of its vehicles.
    public var rotation: IDRotation
    /// The vehicle.
    public var vehicle: Vehicle

    /// Creates the detail of a vehicle.
    public init(
        source: String, feed: FeedDescription, fetchedAt: Timestamp, isStale: Bool,
        rotation: IDRotation, vehicle: Vehicle
    ) {
        self.source = source
        self.feed = feed
        self.fetchedAt = fetchedAt
        self.isStale = isStale
        self.rotation = rotation
        self.vehicle = vehicle
    }

    /// The detail in a format, to its last line end; the style concerns text only.
    public func written(as format: ReportFormat, style: TableStyle) -> ByteText {
        switch format {
        case .text: text(style: style)
        case .json: json
        }
    }

    private var json: ByteText {
        var object = JSONObject()
        object.add("source", source)
        object.add("simulated", feed.isSimulated)
        object.add("last_updated", feed.lastUpdated)
        object.add("fetched_at", fetchedAt)
        object.add("stale", isStale)
        var text = object.open
        text.appendName("vehicle")
        text.appendJSON(vehicle, rotation: rotation, withMeasurements: true)
        text.append("}\n")
        return text
    }
}
