/// Header of a list of vehicles: everything but the vehicles.
public struct ListHeader: Equatable, Sendable {
    /// Name of the source, or its location without secrets.
    public var source: String
    /// Description of the feed.
    public var feed: FeedDescription
    /// Time at which the snapshot was received.
    public var fetchedAt: Timestamp
    /// Whether a newer snapshot was due but could not be loaded.
    public var isStale: Bool
    /// Filter of the list.
    public var filter = Filter()
    /// Whether the colors of the filter are saved ones, which the user did not enter now.
    public var hasSavedColors = false
    /// Order of the list; an order by distance also shows the distance.
    public var order = VehicleOrder.id
    /// Position given to measure distances from, in any order.
    public var origin: Position?
    /// Maximum number of listed vehicles; `nil` means all.
    public var limit: Int?
    /// Vehicle counts: total and matching.
    public var counts: VehicleCounts
    /// Number of unreadable vehicles in the feed.
    public var skipped = 0
    /// Whether the vehicle IDs of the feed rotate.
    public var rotation = IDRotation.unknown
    /// Colors in the whole snapshot, to suggest if the list is empty or a selected color is
    /// missing.
    public var colors: [ColorCount]?
    /// Types in the whole snapshot, to suggest if a selected type is missing; `nil` if none is
    /// selected.
    public var types: [TypeCount]?

    /// Creates a header; set filter, order, limit, skipped, rotation, colors and types afterwards.
    public init(
        source: String, feed: FeedDescription, fetchedAt: Timestamp, isStale: Bool,
        counts: VehicleCounts
    ) {
        self.source = source
        self.feed = feed
        self.fetchedAt = fetchedAt
        self.isStale = isStale
        self.counts = counts
    }

    /// The selected colors that vehicles of the snapshot have.
    public var existingColors: ColorFilter {
        colors.map { filter.color.limited(to: $0) } ?? filter.color
    }

    /// Whether the vehicles come from the embedded simulation.
    public var isSimulated: Bool { feed.isSimulated }

    /// Number of vehicles in the list.
    public var shown: Int { min(max(limit ?? .max, 0), counts.matching) }

    /// Position from which distances are measured, if the list shows distances.
    var distanceOrigin: Position? {
        if case .distance(let origin) = order { return origin }
        return origin ?? filter.area?.center
    }
}

extension ListHeader {
    /// Adds the header as members of a JSON object.
    func add(to object: inout JSONObjectWriter) {
        object.add("source", source)
        object.add("simulated", isSimulated)
        object.add("last_updated", feed.lastUpdated)
        object.add("fetched_at", fetchedAt)
        object.add("stale", isStale)
        object.add("filter", FilterSummary(filter).json)
        object.add("total", counts.total)
        object.add("skipped", skipped)
    }
}

extension ListHeader {
    /// The selected types that no vehicle of the snapshot has.
    var missingTypes: [String] {
        guard let types else { return [] }
        return filter.types.filter { type in
            let selected = Filter.ofType(type, in: feed)
            return !types.contains { selected.matchesType($0.typeID, $0.formFactor) }
        }
    }

    /// The types of the snapshot as a filter accepts them, most frequent first: form factors with
    /// the names of their types, or names and IDs of types without a form factor.
    var typeTexts: [String] {
        var groups: [String: (count: Int, names: [String: Int])] = [:]
        for type in types ?? [] {
            let name = type.typeID.flatMap { feed.typeNames?[$0] }
            guard let key = type.formFactor ?? name ?? type.typeID else { continue }
            groups[key, default: (0, [:])].count += type.count
            if type.formFactor != nil, let name {
                groups[key, default: (0, [:])].names[name, default: 0] += type.count
            }
        }
        let names = groups.mapValues { CountText.list($0.names).joined(separator: ", ") }
        return CountText.list(groups.mapValues(\.count)) { key in
            names[key].flatMap { $0.isEmpty ? nil : " (\($0))" } ?? ""
        }
    }
}
