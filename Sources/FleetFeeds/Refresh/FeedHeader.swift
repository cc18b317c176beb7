import FleetCore
import JSON

/// Common header of all feeds of GBFS and MDS.
struct FeedHeader: Equatable {
    /// Header paths for a scan; they come before any others.
    ///
    /// Some feeds have the time and the lifetime inside the data.
    static let paths = ["last_updated", "ttl", "version", "data.last_updated", "data.ttl"]

    /// Maximum time to live that is honored, in seconds.
    static let maxTTL = 3600.0

    /// Time of the last change of the data (`last_updated`).
    var lastUpdated: Timestamp?
    /// Time to live of the data (`ttl`) in seconds, 0 or more.
    var ttlSeconds: Double?
    /// Declared version (`version`), if it is plausible.
    var version: String?

    /// Reads a header of a scan, by its index in `paths`.
    mutating func read(_ index: Int, _ field: JSONField) {
        switch index {
        case 0: lastUpdated = Self.time(field) ?? lastUpdated
        case 1: ttlSeconds = Double(lenient: field).map { max(0, $0) } ?? ttlSeconds
        case 3: lastUpdated = lastUpdated ?? Self.time(field)
        case 4: ttlSeconds = ttlSeconds ?? Double(lenient: field).map { max(0, $0) }
        case 2: version = String(lenient: field).flatMap(Self.plainVersion)
        default: break
        }
    }

    /// Returns the remaining time to live.
    ///
    /// `last_updated + ttl − now`, clamped to 0…`ttl`, so that a server clock that is ahead delays
    /// nobody; never more than an hour. Without `last_updated` it is the whole `ttl`.
    func freshFor(at now: Timestamp) -> Duration {
        guard let ttlSeconds else { return .zero }
        let age = lastUpdated.map { max(0, (now - $0).seconds) } ?? 0
        return Duration(clampingSeconds: min(max(0, ttlSeconds - age), Self.maxTTL))
    }

    /// Reads a time, also one inside an object.
    private static func time(_ field: JSONField) -> Timestamp? {
        guard field.kind == .container else { return Timestamp(lenient: field) }
        let members = JSONValue(field)?.object?.members ?? []
        return members.prefix(10).lazy.compactMap { Timestamp(lenient: $0.value) }.first
    }

    private static func plainVersion(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { $0.isLetterOrDigit || ".-".utf8.contains($0) }
        return isPlain && text.utf8.count <= 16 ? text : nil
    }
}

extension FeedHeader {
    /// Creates the header of a document that was found unchanged.
    init(_ document: FeedCacheState.Document) {
        self.init(lastUpdated: document.lastUpdated, ttlSeconds: document.ttlSeconds)
    }
}

extension FeedDescription {
    /// Sets the format, and the data of the header.
    mutating func describe(_ header: FeedHeader, format: String) {
        self.format = format
        lastUpdated = header.lastUpdated
        ttlSeconds = header.ttlSeconds
    }
}

extension FeedCacheState.Document {
    /// Whether the document is on the web; others are never fresh.
    var isWeb: Bool { address.hasPrefix("http://") || address.hasPrefix("https://") }

    /// Whether the document is still fresh.
    ///
    /// No document is fresh for more than an hour, so a later time comes from a clock that was
    /// ahead.
    func isFresh(at now: Timestamp) -> Bool {
        guard let freshUntil else { return false }
        return freshUntil > now && freshUntil <= now + .seconds(FeedHeader.maxTTL)
    }

    /// Returns the time until the document is due, at most an hour.
    func freshFor(at now: Timestamp) -> Duration {
        let remaining = freshUntil.map { $0 - now } ?? .zero
        return min(max(.zero, remaining), .seconds(FeedHeader.maxTTL))
    }

    /// Returns the document, just read, with the freshness of its header, or a longer one.
    func updated(
        by header: FeedHeader, at now: Timestamp, freshForAtLeast minimum: Duration = .zero
    ) -> Self {
        guard isWeb else { return self }
        var document = self
        document.lastUpdated = header.lastUpdated
        document.ttlSeconds = header.ttlSeconds
        document.freshUntil = now + max(header.freshFor(at: now), minimum)
        return document
    }

    /// Returns the document, found unchanged, which is fresh for its ttl again, or for longer.
    func revalidated(at now: Timestamp, freshForAtLeast minimum: Duration = .zero) -> Self {
        guard isWeb, ttlSeconds != nil || minimum > .zero else { return self }
        var document = self
        let ttl = min(max(0, ttlSeconds ?? 0), FeedHeader.maxTTL)
        document.freshUntil = now + max(Duration(clampingSeconds: ttl), minimum)
        return document
    }
}
