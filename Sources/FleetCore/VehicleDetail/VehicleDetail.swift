/// All data on one vehicle, and its snapshot.
public struct VehicleDetail: Equatable, Sendable {
    /// Name of the source, or its location without secrets.
    public var source: String
    /// Description of the feed.
    public var feed: FeedDescription
    /// Time at which the snapshot was received.
    public var fetchedAt: Timestamp
    /// Whether a newer snapshot was due but could not be loaded.
    public var isStale: Bool
    /// Whether the vehicle IDs of the feed rotate.
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

    /// Returns the detail in a format, with a final line end; the style applies to text only.
    public func written(as format: ReportFormat, style: TableStyle) -> UTF8Buffer {
        switch format {
        case .text: text(style: style)
        case .json: json
        }
    }

    private var json: UTF8Buffer {
        var object = JSONObjectWriter()
        object.add("source", source)
        object.add("simulated", feed.isSimulated)
        object.add("last_updated", feed.lastUpdated)
        object.add("fetched_at", fetchedAt)
        object.add("stale", isStale)
        var text = object.unclosed
        text.appendName("vehicle")
        text.appendJSON(vehicle, rotation: rotation, withMeasurements: true)
        text.append("}\n")
        return text
    }
}
