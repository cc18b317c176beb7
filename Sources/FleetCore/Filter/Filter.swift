/// Part of a ``Filter``, one for each of its members.
///
/// A new part has a branch in each switch: whether a vehicle matches it (``Filter``), its member in
/// JSON and its phrase (`FilterSummary`), and its condition in SQL (`Filter+SQL.swift` in FleetSQL).
package enum FilterPart: CaseIterable {
    case color, types, states, battery, range, idle, alarms, area, box, zones, rules, regions
    case station, listed, ids, favorites, handled, conditions, search

    /// All parts; `allCases` would create a new array on each access.
    static let all = allCases
}

/// A filter of a vehicle list; a vehicle must match every part of it.
///
/// The store implements the same filter in SQL; a property test keeps the two equal. Text
/// comparison ignores the case of ASCII letters, as SQLite does.
///
///     var filter = Filter()
///     filter.color = ColorFilter(["red"])!
///     filter.matches(vehicle)
public struct Filter: Equatable, Sendable {
    /// The selected colors.
    public var color: ColorFilter = .all
    /// The selected types: a `vehicle_type_id`, a form factor, or the first word of one
    /// (`scooter`); names and words such as `bike` only once ``resolvingNames(in:)`` has added
    /// the types that they stand for.
    public var types: [String] = []
    /// The selected states; if empty, all in the public space match.
    public var states: Set<VehicleState> = []
    /// The charge in percent; a vehicle with an unknown charge never matches.
    public var battery: ValueRange?
    /// The remaining range in metres; a vehicle with an unknown range never matches.
    public var range: ValueRange?
    /// The time without a report, or without a move as far as the store knows.
    public var idle: IdlePeriod?
    /// The quantities of which one must be in alarm; if empty, all vehicles match.
    public var alarms: Set<Quantity> = []
    /// The area; a vehicle without a position never matches.
    public var area: Area?
    /// The rectangle on the map; a vehicle without a position never matches.
    public var box: BoundingBox?
    /// The areas; a vehicle outside all of them, or without a position, never matches.
    public var zones: ZoneFilter?
    /// The rules; a vehicle matches if one of them holds where it is, and never without a position.
    public var rules: RuleFilter?
    /// The IDs (`region_id`) of the selected regions; empty selects all vehicles.
    ///
    /// A name selects nothing until ``resolvingNames(in:)`` adds the IDs of its regions.
    public var regions: [String] = []
    /// The `station_id` of a site, compared byte by byte.
    public var station: String?
    /// Whether the vehicle has a row in the asset list beside the feed.
    public var isListed: Bool?
    /// The conditions on properties of the source; a vehicle must meet all of them.
    public var conditions: [PropertyCondition] = []
    /// Text that the ID, the code, the name, the type, the station, the color or a property must
    /// contain, or a ``SearchPattern`` that one of them must match.
    public var search: String?
    /// The IDs of the selected vehicles, to show only these.
    public var ids: VehicleIDs?
    /// The IDs of the favorites, to show only these.
    public var favorites: VehicleIDs?
    /// The IDs of vehicles that never match, because they are handled (`AttentionReport.Handling`).
    public var handled: VehicleIDs?

    /// Creates a filter that every vehicle in the public space matches.
    public init() {}

    /// The filter that every vehicle matches, in any state.
    public static let everything: Filter = {
        var filter = Filter()
        filter.states = Set(VehicleState.allCases)
        return filter
    }()

    /// Returns whether a vehicle matches.
    public func matches(_ vehicle: Vehicle) -> Bool {
        FilterPart.all.allSatisfy { matches(vehicle, $0) }
    }

    private func matches(_ vehicle: Vehicle, _ part: FilterPart) -> Bool {
        switch part {
        case .color: color.matches(vehicle.color)
        case .types: types.isEmpty || matchesType(vehicle.typeID, vehicle.formFactor)
        case .states: matchesState(vehicle.state)
        case .battery: battery?.contains(vehicle.battery?.percent) ?? true
        case .range: range?.contains(vehicle.currentRangeMeters) ?? true
        case .idle: idle?.contains(vehicle) ?? true
        case .alarms: alarms.isEmpty || hasSelectedAlarm(vehicle)
        case .area: area?.contains(vehicle.position) ?? true
        case .box: box?.contains(vehicle.position) ?? true
        case .zones: zones?.contains(vehicle.position) ?? true
        case .rules: rules?.contains(vehicle.position, ofType: vehicle.typeID) ?? true
        case .regions: Self.regions(regions, select: vehicle.regionID)
        case .station: station == nil || isAtStation(vehicle)
        case .listed: isListed.map { vehicle.isListed == $0 } ?? true
        case .ids: ids?.contains(vehicle.id) ?? true
        case .favorites: favorites?.contains(vehicle.id) ?? true
        case .handled: !(handled?.contains(vehicle.id) ?? false)
        case .conditions: conditions.allSatisfy { $0.holds(for: vehicle) }
        case .search: matchesSearch(vehicle)
        }
    }

    /// Returns whether a site matches the parts of the filter that apply to sites: its ID and its
    /// location.
    public func matches(_ site: Site) -> Bool {
        (area?.contains(site.position) ?? true) && (box?.contains(site.position) ?? true)
            && (station.map { ByteOrder.equal($0, site.id) } ?? true)
    }

    /// The part of the filter that selects facets: color, type and state.
    public var facets: Filter {
        var facets = Filter()
        facets.color = color
        facets.types = types
        facets.states = states
        return facets
    }

    /// Returns whether vehicles match as far as their color, type and state tell.
    public func matches(_ facets: FacetCount) -> Bool {
        color.matches(facets.color)
            && (types.isEmpty || matchesType(facets.typeID, facets.formFactor))
            && matchesState(facets.state)
    }

    /// Returns whether a state is selected.
    package func matchesState(_ state: VehicleState) -> Bool {
        states.isEmpty ? state.isInPublicSpace : states.contains(state)
    }

    /// Returns whether one of the types is that of an ID and a form factor.
    package func matchesType(_ id: String?, _ formFactor: String?) -> Bool {
        types.contains { type in
            id.map { ASCIICase.equal($0, type) } ?? false
                || formFactor.map { Self.enumValue($0, matches: type) } ?? false
        }
    }

    /// Returns whether a value such as `scooter_standing` is a type, or begins with its word.
    static func enumValue(_ value: String, matches type: String) -> Bool {
        ASCIICase.equal(value, type) || ASCIICase.hasPrefix(value, type + "_")
    }

    private func hasSelectedAlarm(_ vehicle: Vehicle) -> Bool {
        vehicle.measurements.contains { $0.state == .alarm && alarms.contains($0.quantity) }
    }

    /// Returns whether one of some regions is that of an ID; no regions select everything.
    static func regions(_ regions: [String], select id: String?) -> Bool {
        regions.isEmpty || id.map { id in regions.contains { ASCIICase.equal($0, id) } } ?? false
    }

    private func isAtStation(_ vehicle: Vehicle) -> Bool {
        guard let station else { return true }
        return vehicle.stationID.map { ByteOrder.equal($0, station) } ?? false
    }

    private func matchesSearch(_ vehicle: Vehicle) -> Bool {
        guard let search, !search.isEmpty else { return true }
        let texts: [String?] =
            [
                vehicle.id, vehicle.code, vehicle.name, vehicle.typeID, vehicle.formFactor,
                vehicle.stationID,
                vehicle.color?.name,
            ] + vehicle.properties.all.map(\.value)
        if let pattern = SearchPattern(search) {
            return texts.contains { $0.map(pattern.matches) ?? false }
        }
        return texts.contains { $0.map { ASCIICase.contains($0, search) } ?? false }
    }
}

/// A set of vehicle IDs, compared byte by byte.
public struct VehicleIDs: Equatable, Sendable {
    /// The IDs without duplicates, in their original order.
    public let ids: [String]
    private let set: Set<ByteString>

    /// Creates a set of IDs.
    public init(_ ids: some Sequence<String>) {
        var set: Set<ByteString> = []
        self.ids = ids.filter { set.insert(ByteString($0)).inserted }
        self.set = set
    }

    /// Returns whether the set contains an ID.
    public func contains(_ id: String) -> Bool {
        set.contains(ByteString(id))
    }
}
