/// What is remembered of a feed between two requests, so that the next one need not ask for all.
public struct FeedMemory: Equatable, Sendable, Codable {
    /// One address that was read, and how to ask whether it changed (RFC 9110, section 13.1).
    public struct Document: Equatable, Sendable, Codable {
        /// The address, as it was asked for.
        public var address: String
        /// The response's `ETag`.
        public var entityTag: String?
        /// The response's `Last-Modified`.
        public var lastModified: String?
        /// When it was last changed (`last_updated`), as it said when it was read.
        public var lastUpdated: Timestamp?
        /// How long it is good each time it was read or did not change (`ttl`), in seconds.
        public var ttlSeconds: Double?
        /// When it is to be asked for again, by its ttl.
        public var goodUntil: Timestamp?

        /// Creates the memory of a document.
        public init(
            address: String, entityTag: String? = nil, lastModified: String? = nil,
            goodUntil: Timestamp? = nil
        ) {
            self.address = address
            self.entityTag = entityTag
            self.lastModified = lastModified
            self.goodUntil = goodUntil
        }
    }

    /// The location that all this was found by; of another location nothing holds.
    public var location: String
    /// The vehicle feed; of a feed of sites the document that is asked for each time.
    public var vehicles: Document
    /// The document that told of the vehicle feed, if any.
    public var discovery: Document?
    /// The types, as they were last read, and where.
    public var vehicleTypes: SideFeed<[VehicleType]>?
    /// The system's name and time zone, as they were last read, and where.
    public var system: SideFeed<SystemInformation>?
    /// The stations (`station_information.json`), as they were last read, and where; without content
    /// if there are too many to be remembered.
    public var stationInformation: SideFeed<[Site]>?
    /// What the stations have (`station_status.json`), likewise.
    public var stationStatus: SideFeed<[Site]>?
    /// The GBFS version that was chosen, such as `2.3`.
    public var version: String?
    /// The colors that the user gave when the stored snapshot was read, by type.
    public var colorMap: [String: String] = [:]

    /// Creates the memory of a feed that stands alone.
    public init(location: String, vehicles: Document) {
        self.location = location
        self.vehicles = vehicles
    }
}

/// A document joined to the vehicles, and what it said.
public struct SideFeed<Content: Equatable & Sendable & Codable>: Equatable, Sendable, Codable {
    /// Where it was read.
    public var document: FeedMemory.Document
    /// What it said.
    public var content: Content
    /// How much of the document the content holds; what an older program read may hold less than
    /// this one reads, and then the document is asked for in full.
    public var edition: Int?

    /// Creates the memory of a side feed, all of which was read.
    public init(document: FeedMemory.Document, content: Content) {
        self.document = document
        self.content = content
        edition = Self.latestEdition
    }

    /// The edition of what is read now; 2 is the one with the links of pictures.
    public static var latestEdition: Int { 2 }
}

/// What `system_information.json` tells of a system.
public struct SystemInformation: Equatable, Sendable, Codable {
    /// The name of the system (`name`).
    public var name: String?
    /// An IANA time zone name (`timezone`).
    public var timeZone: String?
    /// Where the picture of the brand is (`brand_assets.brand_image_url`, 2.3 and later), as the feed
    /// wrote it.
    public var brandImageLink: String?

    /// Creates the information; all of it may be unknown.
    public init(name: String? = nil, timeZone: String? = nil, brandImageLink: String? = nil) {
        self.name = name
        self.timeZone = timeZone
        self.brandImageLink = brandImageLink
    }
}
