/// All data on one vehicle, and its snapshot.
public struct VehicleDetail: Equatable, Sendable {
    /// Name of the source, or its location without secrets.
    public var source: String
    /// Description of the feed.
    public var feed: FeedDescription
    /// Time at which the snapshot was received.
    public var fetchedAt: Timestamp
    /// The time in the history that the detail is of; `nil` for the present.
    public var moment: PastMoment?
    /// Whether a newer snapshot was due but could not be loaded.
    public var isStale: Bool
    /// Whether the vehicle IDs of the feed rotate.
    public var rotation: IDRotation
    /// The vehicle.
    public var vehicle: Vehicle
    /// Time at which the vehicle was last seen; `nil` while it is in the feed.
    public var lastSeen: Timestamp?
    /// Addresses of the pictures that the feed links, for JSON.
    public var pictures = PictureAddresses()
    /// What the documents of its system say about it.
    public var context = Context()
    /// The recorded past, for JSON; `nil` if it was not asked for.
    public var past: VehiclePast?

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
        case .text: DetailLine.text(lines(style: style), isColored: style.isColored)
        case .json: json
        }
    }

    /// Returns the detail as text in lines of at most `columns` columns.
    public func text(style: TableStyle, columns: Int) -> UTF8Buffer {
        DetailLine.text(lines(style: style), isColored: style.isColored, width: columns)
    }

    private var json: UTF8Buffer {
        var object = JSONObjectWriter()
        object.add("source", source)
        object.add("simulated", feed.isSimulated)
        object.add("last_updated", feed.lastUpdated)
        object.add("fetched_at", fetchedAt)
        object.add("stale", isStale)
        moment?.add(to: &object)
        object.add("last_seen", lastSeen)
        object.add(pictures)
        addContext(to: &object)
        object.add("past", past?.jsonObject)
        var text = object.unclosed
        text.appendName("vehicle")
        text.appendJSON(
            vehicle,
            in: ListedSource(rotation: rotation, regions: feed.regionNames, locatingFeed: feed),
            VehicleProperty.detailed)
        text.append("}\n")
        return text
    }

    /// Returns the detail as lines of a name and a value, alarms first.
    public func lines(style: TableStyle) -> [DetailLine] {
        facts(at: style.now, time: style.localTime).compactMap { $0.line(style: style) }
    }
}
