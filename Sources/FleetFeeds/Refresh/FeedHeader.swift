import FleetCore
import JSON

/// Common header of all GBFS feeds.
struct FeedHeader: Equatable {
    /// Header paths for a scan; they come before any others.
    static let paths = ["last_updated", "ttl", "version"]

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
        case 0: lastUpdated = Timestamp(lenient: field)
        case 1: ttlSeconds = Double(lenient: field).map { max(0, $0) }
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

    private static func plainVersion(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: false
            }
        }
        return isPlain && text.utf8.count <= 16 ? text : nil
    }
}
