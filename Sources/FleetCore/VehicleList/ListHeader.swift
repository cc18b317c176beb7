/// Header of a list of vehicles, of one source or of several: everything but the vehicles.
public struct ListHeader: Equatable, Sendable {
    /// Name of the source, or its location without secrets; of several, the names.
    public var source: String
    /// Description of the feed.
    public var feed: FeedDescription
    /// Time at which the snapshot was received.
    public var fetchedAt: Timestamp
    /// The time in the history that the list is of; `nil` for the present.
    public var moment: PastMoment?
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
    /// The notices of the system that hold now.
    public var alerts: [SystemAlert] = []
    /// The headers of several sources; `nil` in a list of one.
    private var parts: [ListHeader]?
    /// The sources of a list of several that could not be read.
    public private(set) var unread: [UnreadSource] = []

    /// Creates the header of the vehicles that a query selects in a snapshot; set alerts, colors and
    /// types afterwards.
    /// - Parameters:
    ///   - source: Name of the source, or its location without secrets.
    ///   - rotation: Whether its IDs rotate, by its settings and the feed.
    ///   - moment: The time in the history that the snapshot is of; `nil` for the present.
    public init(
        of query: VehicleQuery, in info: SnapshotInfo, from source: String,
        counts: VehicleCounts, isStale: Bool, rotation: IDRotation = .unknown,
        at moment: PastMoment? = nil
    ) {
        self.init(
            source: source, feed: info.feed, fetchedAt: info.fetchedAt, isStale: isStale,
            counts: counts)
        apply(query)
        (self.rotation, self.moment) = (rotation, moment)
        skipped = info.parseReport.skipped
    }

    mutating func apply(_ query: VehicleQuery) {
        (filter, hasSavedColors, order) = (query.filter, query.hasSavedColors, query.order)
        (origin, limit) = (query.origin, query.limit)
    }

    /// Creates a header of given counts.
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

    /// Creates the header of a list of several sources.
    /// - Parameters:
    ///   - parts: The headers of the sources, at least one.
    ///   - query: The selection that all of them share, without saved colors.
    public init(_ parts: [ListHeader], unread: [UnreadSource] = [], of query: VehicleQuery) {
        let updatedAt = parts.map(\.updatedAt).min() ?? Timestamp(milliseconds: 0)
        var feed = FeedDescription(format: "several")
        feed.lastUpdated = updatedAt
        feed.isSimulated = parts.allSatisfy(\.isSimulated)
        self.init(
            source: parts.map(\.source).joined(separator: ", "), feed: feed,
            fetchedAt: parts.map(\.fetchedAt).min() ?? updatedAt,
            isStale: parts.contains(where: \.isStale),
            counts: VehicleCounts(
                total: parts.map(\.counts.total).reduce(0, +),
                matching: parts.map(\.counts.matching).reduce(0, +),
                unknownBattery: parts.map(\.counts.unknownBattery).reduce(0, +)))
        (self.parts, self.unread) = (parts, unread)
        apply(query)
        skipped = parts.map(\.skipped).reduce(0, +)
        // A source without this list has all of the selected colors.
        let colors = parts.compactMap(\.colors)
        if colors.count == parts.count { self.colors = colors.flatMap(\.self) }
    }

    /// The headers of the sources that the list is of: itself, or those of several.
    public var sources: [ListHeader] { parts ?? [self] }

    /// The members of ``sources`` that the rows of their vehicles need.
    var listedSources: [ListedSource] {
        let origin = distanceOrigin
        return sources.map {
            ListedSource(
                name: $0.source, rotation: $0.rotation, origin: origin,
                regions: $0.feed.regionNames,
                locatingFeed: $0.feed.hasStationLocations == true ? $0.feed : nil)
        }
    }

    /// The properties of all sources, each name once.
    var properties: [CustomProperty] {
        sources.flatMap { $0.feed.properties ?? [] }.reduce(into: []) { all, property in
            if !all.contains(where: { ByteOrder.equal($0.name, property.name) }) {
                all.append(property)
            }
        }
    }

    /// Whether the list shows the source of each vehicle.
    public var hasSeveralSources: Bool { parts != nil }

    /// The feeds and origin, on which the columns depend.
    var contents: ListContents {
        ListContents(
            sources.map(\.feed), hasSeveralSources: hasSeveralSources,
            hasDistance: distanceOrigin != nil)
    }

    /// Time of the data: that of the feed, or else of the request.
    var updatedAt: Timestamp { feed.lastUpdated ?? fetchedAt }

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
        if let parts {
            object.add("sources", parts.map(\.json) + unread.map(\.json))
        } else {
            addSource(to: &object)
        }
        object.add("filter", FilterSummary(filter).json)
        addCounts(to: &object)
    }

    private func addSource(to object: inout JSONObjectWriter) {
        object.add("source", source)
        object.add("simulated", isSimulated)
        object.add("last_updated", feed.lastUpdated)
        object.add("fetched_at", fetchedAt)
        object.add("stale", isStale)
        moment?.add(to: &object)
        object.add("alerts", alerts.isEmpty ? nil : alerts.map(\.json))
    }

    private func addCounts(to object: inout JSONObjectWriter) {
        object.add("total", counts.total)
        object.add("skipped", skipped)
    }

    /// The source and its counts, for a list of several.
    private var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        addSource(to: &object)
        addCounts(to: &object)
        object.add("matching", counts.matching)
        return object
    }
}

/// A source of a list of several that could not be read.
public struct UnreadSource: Equatable, Sendable {
    /// Name of the source, or its location without secrets.
    public let source: String
    /// The cause, in one line.
    public let cause: String

    /// Creates the record of a failure.
    public init(_ source: String, cause: String) { (self.source, self.cause) = (source, cause) }

    fileprivate var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("source", source)
        object.add("error", cause)
        return object
    }
}

extension ListHeader {
    /// The selected types that no vehicle of the snapshot has.
    var missingTypes: [String] {
        if let parts {
            let missing = parts.map(\.missingTypes)
            return filter.types.filter { type in missing.allSatisfy { $0.contains(type) } }
        }
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
        let all = sources.flatMap { source in (source.types ?? []).map { (source.feed, $0) } }
        for (feed, type) in all {
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

/// What the lines of a source's vehicles need of a ``ListHeader``, which is too large to copy for
/// each of them.
struct ListedSource {
    /// Name of the source; `nil` if it is not listed.
    var name: String?
    var rotation = IDRotation.unknown
    /// Position that distances are measured from; `nil` for no distances.
    var origin: Position?
    /// Names of the regions by their IDs.
    var regions: [String: String]?
    /// The feed, if vehicles have the locations of their stations.
    var locatingFeed: FeedDescription?
}
