/// The lists of one source from which values of its filters come.
///
/// A source publishes its zones, regions, stations and vehicle types, and its vehicles have
/// colors. A filter for a value that is in none of the lists selects nothing because of a typing
/// error, so it is refused.
package protocol FilterLists {
    /// The feed of the vehicles, or of the sites.
    var feed: FeedDescription { get }

    /// Returns whether the source has a zone with a name, ignoring ASCII case.
    func hasZone(named name: String) throws -> Bool

    /// The first names of its zones.
    func zoneNames() throws -> [String]

    /// Returns whether the source has zones or rules that hold everywhere.
    func hasRules() throws -> Bool

    /// Returns whether the source has a station with exactly this ID, or any vehicle at it.
    func hasStation(_ id: String) throws -> Bool

    /// The stations that were read.
    func stations() throws -> [Site]

    /// The combinations of color, type and form factor of its vehicles.
    func facets() throws -> [FacetCount]

    /// The colors of vehicles that have left the feed and are remembered.
    func rememberedColors() throws -> [VehicleColor]
}

/// A value of a filter that a list of the source must have.
public struct ListedValue: Hashable, Sendable {
    /// The field: a zone, rule, region, station, type, color, property or row of an asset list.
    public let field: FilterInput.Field
    /// The value as it was typed.
    public let text: String
    /// Values that every source has, which are suggested too.
    var others: [String] = []
}

extension Filter {
    /// The values that a list of a source must have.
    ///
    /// Form factors, propulsion types and the names of usual colors are not among them, because they
    /// are valid for every source.
    public var listedValues: [ListedValue] {
        let tones = color.choices.flatMap { choice -> [String] in
            if case .tones(let tones) = choice { tones } else { [] }
        }
        let values: [(FilterInput.Field, [String])] = [
            (.color, tones.filter { !ColorWords.all.contains($0) }),
            (.type, types.filter { !Self.isUsualType($0) }),
            (.zone, zones?.names ?? []), (.rule, rules?.names ?? []), (.region, regions),
            (.station, [station].compactMap(\.self)), (.condition, conditions.map(\.name)),
            (.listed, isListed.map { [$0 ? "yes" : "no"] } ?? []),
        ]
        return values.flatMap { field, texts in texts.map { ListedValue(field: field, text: $0) } }
    }
}

extension VehicleQuery {
    /// The values of the filter and the order that a list of a source must have.
    public var listedValues: [ListedValue] {
        var values = filter.listedValues + listedColumns
        if case .property(let name) = order {
            values.append(ListedValue(field: .sort, text: name))
        }
        return values
    }
}

extension FilterLists {
    /// Returns whether a list has a value; `true` as well if the list is not known here.
    package func has(_ value: ListedValue) throws -> Bool {
        let text = value.text
        switch value.field {
        case .zone: return try hasZone(named: text)
        case .rule: return try hasRules()
        case .region:
            guard let names = feed.regionNames else { return feed.hasRegions == true }
            return names.contains {
                ASCIICase.equal($0.key, text) || ASCIICase.equal($0.value, text)
            }
        case .station: return try hasStation(text)
        case .listed: return feed.assets != nil
        case .condition, .sort, .fields:
            return CustomProperty.named(text, in: feed.properties ?? []) != nil
        case .type:
            if feed.hasUnlistedTypes == true || Filter.hasType(text, in: feed) { return true }
            let filter = Filter.ofType(text, in: feed)
            return try facets().contains { filter.matchesType($0.typeID, $0.formFactor) }
        case .color:
            return try facets().contains { $0.color?.tones.contains(text) ?? false }
                || rememberedColors().contains { $0.tones.contains(text) }
        default: return true
        }
    }

    /// Returns the values of a list, for a suggestion.
    func values(of field: FilterInput.Field) throws -> [String] {
        switch field {
        case .zone: try zoneNames()
        case .region: (feed.regionNames ?? [:]).values.sorted(by: ByteOrder.precedes)
        case .station: try stations().map(\.id)
        case .condition, .sort, .fields: (feed.properties ?? []).map(\.name)
        case .type:
            try Set(
                facets().compactMap { $0.typeID } + (feed.typeNames ?? [:]).values
                    + (feed.typePropulsions ?? [:]).keys
            ).sorted(by: ByteOrder.precedes)
        case .color:
            try Set(facets().flatMap { $0.color?.tones ?? [] }).sorted(by: ByteOrder.precedes)
        default: []
        }
    }
}

/// Error of a filter for a value that none of the listed sources has.
public struct UnknownFilterValue: Error, Equatable, Sendable {
    /// Maximum numbers of suggested values and of listed ones.
    private static let (maxNearest, maxValues) = (3, 20)

    /// The value.
    public let value: ListedValue
    /// The nearest values that exist, the nearest first.
    public let nearest: [String]
    /// The first values that exist; empty if the sources have none.
    public let existing: [String]

    /// Returns the errors of some values, one for each that none of some sources has.
    /// - Parameter known: Values that are known to exist.
    package static func all(
        _ values: [ListedValue], of sources: [any FilterLists], known: Set<ListedValue> = []
    ) throws -> [UnknownFilterValue] {
        guard !sources.isEmpty else { return [] }
        return try values.filter { value in
            try !known.contains(value) && sources.allSatisfy { try !$0.has(value) }
        }
        .map { try UnknownFilterValue($0, of: sources) }
    }

    /// Creates the error of a value without any suggestion.
    init(_ value: ListedValue) { (self.value, nearest, existing) = (value, [], []) }

    private init(_ value: ListedValue, of sources: [any FilterLists]) throws {
        self.value = value
        var seen: Set<String> = []
        let all = try sources.flatMap { try $0.values(of: value.field) }
            .filter { seen.insert($0).inserted }
        let usual = Self.usualValues(of: value.field)
        var nearest = NearestName.all(
            near: value.text, among: all + usual + value.others, limit: Self.maxNearest)
        if value.field == .station {
            // A person rather knows the name of a station than its ID.
            let named = try sources.flatMap { try $0.stations() }
                .filter { $0.name.map { ASCIICase.equal($0, value.text) } ?? false }
            nearest = named.prefix(Self.maxNearest).map(\.id) + nearest
        }
        self.nearest = nearest
        existing = all.count > Self.maxValues ? all.prefix(Self.maxValues) + ["…"] : all
    }

    /// Creates the error of a value that is not among some.
    init(_ value: ListedValue, among values: Set<String>) {
        self.value = value
        let all = values.sorted(by: ByteOrder.precedes)
        nearest = NearestName.all(
            near: value.text, among: all + Self.usualValues(of: value.field),
            limit: Self.maxNearest)
        existing = all.count > Self.maxValues ? all.prefix(Self.maxValues) + ["…"] : all
    }

    private static func usualValues(of field: FilterInput.Field) -> [String] {
        switch field {
        case .type: FormFactor.allValues + VehicleType.propulsionTypes
        case .color: ColorWords.all.sorted()
        case .sort: SortField.allCases.map(\.rawValue)
        default: []
        }
    }

    /// The value, safe for a terminal.
    public var shownText: String { TerminalText.limited(typed(value.text)) }

    /// The nearest values, or the existing ones if none is near, in one line, safe for a terminal;
    /// `nil` if the sources have none.
    public var suggestions: String? {
        let names = nearest.isEmpty ? existing : nearest
        guard !names.isEmpty else { return nil }
        return names.map { TerminalText.limited(typed($0)) }.joined(separator: ", ")
    }

    /// Returns a value as it is typed; the name of a property may need quotes.
    package func typed(_ value: String) -> String {
        switch self.value.field {
        case .condition, .sort, .fields: NameText.typed(value)
        default: value
        }
    }
}
