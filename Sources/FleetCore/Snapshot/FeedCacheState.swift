import Foundation

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
    /// The document that every refresh requests.
    public var main: Document
    /// The discovery document that lists the other documents, if any.
    public var discovery: Document?
    /// The documents that the discovery document links to, as last read, by their names in GBFS.
    public var documents: [String: StoredDocument] = [:]
    /// The selected GBFS version, such as `2.3`.
    public var version: String?
    /// The version of MDS that the service was asked for last, such as `2.0`; `nil` for none.
    public var mdsVersion: String?
    /// The user's colors at the time of the stored snapshot, by type.
    public var colorMap: [String: String] = [:]
    /// The language in which texts were read; the state is void for another one.
    public var language: String?
    /// The digest of the asset list and of the sightings that the stored snapshot was joined with.
    ///
    /// The state is void for others. It is `nil` if nothing is known about it.
    public var joined: String?
    /// The rows of the asset list as text, for a time when the list cannot be read.
    public var assets: String?

    /// Creates the state of a feed without discovery.
    public init(location: String, main: Document) {
        self.location = location
        self.main = main
    }

    /// Returns the content of a document, as last read; `nil` if it is not stored.
    public func content<Content: Decodable>(of name: DocumentName<Content>) -> Content? {
        documents[name.text]?.content.flatMap(name.content)
    }
}

/// The name of a document in GBFS, with the type of its parsed content.
///
/// Only extensions constrain the content: the runtime searches the whole program for every
/// conformance that a generic type itself requires.
public struct DocumentName<Content: Sendable>: Sendable {
    /// The name in the discovery document.
    public let text: String

    /// Creates a name.
    public init(_ text: String) {
        self.text = text
    }
}

extension DocumentName where Content: Codable {
    /// Returns the JSON of a content; equal contents have equal texts.
    public func stored(_ content: Content) -> String? {
        (try? StoredJSON.encoder(sorted: true).encode(content)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

extension DocumentName where Content: Decodable {
    /// Returns the content of a JSON text; `nil` if it is not of this type.
    public func content(of stored: String) -> Content? {
        try? StoredJSON.decoder.decode(Content.self, from: Data(stored.utf8))
    }
}

extension DocumentName<[VehicleType]> {
    /// `vehicle_types.json` (2.1 and later).
    public static var vehicleTypes: Self { Self("vehicle_types") }
}

extension DocumentName<SystemInformation> {
    /// `system_information.json`.
    public static var systemInformation: Self { Self("system_information") }
}

extension DocumentName<[Site]> {
    /// `station_information.json`.
    public static var stationInformation: Self { Self("station_information") }
    /// `station_status.json`.
    public static var stationStatus: Self { Self("station_status") }
}

/// A document that the discovery document links to.
public struct StoredDocument: Equatable, Sendable, Codable {
    /// The document.
    public var document: FeedCacheState.Document
    /// The parsed content as JSON; `nil` if it is not stored, since it is too large.
    public var content: String?
    /// The version of the parsed content.
    ///
    /// If an older program parsed fewer members, the document is requested in full.
    public var edition: Int?

    /// Creates a document of the latest edition.
    public init(document: FeedCacheState.Document, content: String?) {
        self.document = document
        self.content = content
        edition = Self.latestEdition
    }

    /// The current edition; 2 added the picture links, 3 the rental apps, 4 the prices of types,
    /// 5 the names and locations of stations.
    public static var latestEdition: Int { 5 }

    /// The edition of a document if only its address is known.
    public static var unreadEdition: Int { 0 }

    /// Whether the document has ever been read.
    public var wasRead: Bool { edition != Self.unreadEdition }
}

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
