import FleetCore
import JSON

/// What every feed of GBFS says of itself beside its data.
struct FeedHeader: Equatable {
    /// The headers to ask a scan for, before any others.
    static let paths = ["last_updated", "ttl", "version"]

    /// The longest time that a feed's word is taken for.
    static let longestTTL = 3600.0

    /// When the data was last changed (`last_updated`).
    var lastUpdated: Timestamp?
    /// How long the data is good (`ttl`), in seconds, 0 or more.
    var ttlSeconds: Double?
    /// The version it declares (`version`), if that looks like one.
    var version: String?

    /// Takes a header of a scan, by its number among `paths`.
    mutating func take(_ index: Int, _ field: JSONField) {
        switch index {
        case 0: lastUpdated = Timestamp(lenient: field)
        case 1: ttlSeconds = Double(lenient: field).map { max(0, $0) }
        case 2: version = String(lenient: field).flatMap(Self.plainVersion)
        default: break
        }
    }

    /// What is left of the ttl at a time.
    ///
    /// `last_updated + ttl − now`, but at least 0 and at most the ttl itself, so that a clock that
    /// is ahead holds nobody up; never more than an hour. Without `last_updated` it is the ttl.
    func goodFor(at now: Timestamp) -> Duration {
        guard let ttlSeconds else { return .zero }
        let age = lastUpdated.map { max(0, (now - $0).seconds) } ?? 0
        return Duration(clampingSeconds: min(max(0, ttlSeconds - age), Self.longestTTL))
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
