import FleetCore
import FleetSQL
import FleetService

/// The vehicle types and zones of some sources, among which forms choose.
struct SourceChoices: Sendable {
    /// Most types and zones that are offered.
    private static let maxCount = 500

    /// Values that the sources know, with their labels, in the order of the labels.
    private(set) var types: [(value: String, label: String)] = []
    /// Names in the order of the feeds.
    private(set) var zones: [(value: String, label: String)] = []

    /// - Parameter keys: The keys of the stored vehicles.
    init(of keys: [SourceKey], in reader: any SnapshotReader) throws {
        var (types, zones) = ([String: String](), Set<String>())
        for key in keys {
            guard let feed = try reader.info(of: key)?.feed else { continue }
            for (value, label) in try Self.types(of: key, feed, in: reader) {
                types[value] = types[value] ?? label
            }
            for name in try reader.zoneNames(of: key) where zones.insert(name).inserted {
                self.zones.append((name, TerminalText.limited(name)))
            }
        }
        self.zones = Array(self.zones.prefix(Self.maxCount))
        let labelled = types.map { (value: $0.key, label: TerminalText.limited($0.value)) }
        let sorted = labelled.sorted { one, other in
            (one.label, one.value) < (other.label, other.value)
        }
        self.types = Array(sorted.prefix(Self.maxCount))
    }

    /// Returns the types of the vehicles of a source; a name that several of its types share is
    /// replaced by their IDs.
    private static func types(
        of key: SourceKey, _ feed: FeedDescription, in reader: any SnapshotReader
    ) throws -> [(String, String)] {
        var names: [String: String] = [:]
        for facet in try reader.facetCounts(of: key) {
            guard let id = facet.typeID ?? facet.formFactor else { continue }
            names[id] = feed.typeName(ofType: id, formFactor: facet.formFactor) ?? id
        }
        let counts = Dictionary(names.values.map { ($0, 1) }, uniquingKeysWith: +)
        return names.map { id, name in
            counts[name, default: 0] > 1
                ? (id, "\(name) (\(id))") : (feed.typeNames?[id] ?? id, name)
        }
    }
}

extension UserRequest {
    /// The vehicle types and zones of all sources of the person.
    var choices: SourceChoices {
        get async throws {
            let keys = sources.map(\.vehicles)
            return try await environment.snapshots.read { try SourceChoices(of: keys, in: $0) }
        }
    }
}
