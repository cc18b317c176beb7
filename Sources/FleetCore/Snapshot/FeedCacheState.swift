/// The state of a feed between requests, for conditional requests and cached documents.
public struct FeedCacheState: Equatable, Sendable, Codable {
    /// One address that was read, with its validators for conditional requests (RFC 9110, section
    /// 13.1).
    public struct Document: Equatable, Sendable, Codable {
        /// The requested address.
        public var address: String
        /// The `ETag` of the response.
        public var entityTag: String?
        /// The `Last-Modified` of the response.
        public var lastModified: String?
        /// The time of its last change (`last_updated`).
        public var lastUpdated: Timestamp?
        /// The time it stays fresh after each request (`ttl`), in seconds.
        public var ttlSeconds: Double?
        /// The end of its freshness by `ttl`, when it is requested again.
        public var freshUntil: Timestamp?

        /// Creates the state of a document.
        public init(
            address: String, entityTag: String? = nil, lastModified: String? = nil,
            freshUntil: Timestamp? = nil
        ) {
            self.address = address
            self.entityTag = entityTag
            self.lastModified = lastModified
            self.freshUntil = freshUntil
        }

        private enum CodingKeys: String, CodingKey {
            case address, entityTag, lastModified, lastUpdated, ttlSeconds
            case freshUntil = "goodUntil"
        }
    }

    /// The location of the source; the state is void for any other location.
    public var location: String
    /// The vehicle feed; for a site feed the document that every refresh requests.
    public var vehicles: Document
    /// The discovery document that lists the vehicle feed, if any.
    public var discovery: Document?
    /// The vehicle types, as last read.
    public var vehicleTypes: SideFeed<[VehicleType]>?
    /// The name and time zone of the system, as last read.
    public var system: SideFeed<SystemInformation>?
    /// The stations (`station_information.json`), as last read; without content if there are too
    /// many to store.
    public var stationInformation: SideFeed<[Site]>?
    /// The status of the stations (`station_status.json`), likewise.
    public var stationStatus: SideFeed<[Site]>?
    /// The selected GBFS version, such as `2.3`.
    public var version: String?
    /// The user's colors at the time of the stored snapshot, by type.
    public var colorMap: [String: String] = [:]

    /// Creates the state of a feed without discovery.
    public init(location: String, vehicles: Document) {
        self.location = location
        self.vehicles = vehicles
    }
}

/// A document joined to the vehicles, with its content.
///
/// Only the extensions constrain the content: the runtime searches the whole program for every
/// conformance that a generic type itself requires.
public struct SideFeed<Content: Sendable>: Sendable {
    /// The document.
    public var document: FeedCacheState.Document
    /// The parsed content.
    public var content: Content
    /// The version of the parsed content.
    ///
    /// If an older program parsed fewer members, the document is requested in full.
    public var edition: Int?

    /// Creates a side feed of the latest edition.
    public init(document: FeedCacheState.Document, content: Content) {
        self.document = document
        self.content = content
        edition = Self.latestEdition
    }

    /// The current edition; 2 added the picture links, 3 the rental apps.
    public static var latestEdition: Int { 3 }
}

extension SideFeed: Equatable where Content: Equatable {}

extension SideFeed: Codable where Content: Codable {}

/// The content of `system_information.json`.
public struct SystemInformation: Equatable, Sendable, Codable {
    /// The name of the system (`name`).
    public var name: String?
    /// An IANA time zone name (`timezone`).
    public var timeZone: String?
    /// The link to the brand image (`brand_assets.brand_image_url`, 2.3 and later), unresolved.
    public var brandImageLink: String?
    /// The system's apps (`rental_apps`).
    public var rentalApps: RentalApps?

    /// Creates the information.
    public init(name: String? = nil, timeZone: String? = nil, brandImageLink: String? = nil) {
        self.name = name
        self.timeZone = timeZone
        self.brandImageLink = brandImageLink
    }
}
