/// All vehicles of a source at one time, as they were read.
public struct Snapshot: Sendable {
    /// The vehicles, in the order of the feed; no two have the same code.
    public var vehicles: [Vehicle]
    /// The sites, if it is a snapshot of these; it then has no vehicles.
    public var sites: [Site] = []
    /// How many vehicles there are; `vehicles` may be those of some kinds only, if no others were
    /// asked for.
    public var total: Int
    /// What the feed says of itself.
    public var feed: FeedDescription
    /// What was left out or mended while reading.
    public var reading: ReadingReport

    /// Creates a snapshot; `total` is the count of `vehicles` unless it is given.
    public init(
        vehicles: [Vehicle], total: Int? = nil, feed: FeedDescription, reading: ReadingReport
    ) {
        self.vehicles = vehicles
        self.total = total ?? vehicles.count
        self.feed = feed
        self.reading = reading
    }

    /// Creates a snapshot of sites; `total` is their count.
    public init(sites: [Site], feed: FeedDescription, reading: ReadingReport) {
        self.init(vehicles: [], total: sites.count, feed: feed, reading: reading)
        self.sites = sites
    }
}

/// What a feed says of itself, and how it was read.
public struct FeedDescription: Equatable, Sendable, Codable {
    /// When the feed was last changed (`last_updated`).
    public var lastUpdated: Timestamp?
    /// How long the data is good (`ttl`), in seconds, 0 or more.
    public var ttlSeconds: Double?
    /// The format, such as `GBFS 2.3` or `vehicles document`.
    public var format: String
    /// The name of the system (`system_information.json`, `name`).
    public var systemName: String?
    /// The system's time zone, an IANA name (`system_information.json`, `timezone`).
    public var timeZone: String?
    /// Whether the vehicles are made up by the embedded simulation.
    public var isSimulated = false
    /// Whether the feed changes the codes of its vehicles, as far as the feed itself tells.
    public var rotation: IDRotation = .unknown

    /// Creates a description of which only the format is known.
    public init(format: String) {
        self.format = format
    }
}

/// Whether a feed changes the codes of its vehicles after trips, as GBFS 2.0 and later ask.
public enum IDRotation: String, CaseIterable, Sendable, Codable {
    /// The codes change: a printed code goes stale.
    case yes
    /// The codes stay.
    case no
    /// Not known yet.
    case unknown

    /// Judges by how many of the vehicles of an earlier snapshot are still there.
    ///
    /// Half of at least 20 gone within a day is more than a fleet replaces: the codes change. Four in
    /// five still there after a day: they stay. Anything else leaves the question open (`nil`).
    public static func judged(survivors: Int, of total: Int, after age: Duration) -> IDRotation? {
        guard total >= 20 else { return nil }
        let share = Double(survivors) / Double(total)
        if age <= .seconds(86_400), share < 0.5 { return .yes }
        if age >= .seconds(86_400), share >= 0.8 { return .no }
        return nil
    }
}
