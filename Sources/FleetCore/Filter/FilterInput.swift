/// A filter and an order of vehicles as a person typed them: the values of the options of
/// `fleet list`, or of the fields of a web address.
///
/// A view stores one as its ``query``.
///
///     let input = try FilterInput(query: "color=red&min-battery=20")
///     let filter = try input.filter(savedColors: .all)
public struct FilterInput: Equatable, Sendable {
    /// A field, by its name in a web address.
    public enum Field: String, CaseIterable, Sendable {
        case color, type, state
        case minBattery = "min_battery"
        case maxBattery = "max_battery"
        case minRange = "min_range"
        case maxRange = "max_range"
        case idle, alarm, near, within, bbox, zone, rule, region, station, listed, search
        case condition = "where"
        case sort, reverse, limit, favorites, fields
        /// Whether ``near`` is where the person is.
        case nearMe = "near_me"

        /// The fields that select the same vehicles for everybody.
        public static let filters = allCases.filter {
            ![.sort, .reverse, .limit, .favorites, .fields, .nearMe].contains($0)
        }

        /// Whether it has more values than the last one.
        public var isList: Bool {
            [.color, .type, .state, .alarm, .zone, .rule, .region, .condition].contains(self)
        }

        /// Whether it selects stations, too.
        public var selectsStations: Bool { [.near, .within, .search].contains(self) }

        /// The name of its option on the command line, such as `--min-battery`.
        public var option: String {
            "--" + String(rawValue.map { $0 == "_" ? "-" : $0 })
        }
    }

    /// The values of each field, in the order of the input.
    public private(set) var values: [Field: [String]] = [:]

    /// The value of ``Field/alarm`` for every quantity.
    static let anyAlarm = "any"

    /// The values of ``Field/alarm``.
    public static let alarmNames = [anyAlarm] + Quantity.allCases.map(\.rawValue)

    /// The values of ``Field/rule``.
    public static let ruleNames = ZoneRule.Restriction.selectable.map(\.word)

    /// Creates an input that every vehicle matches.
    public init() {}

    /// The last value of a field; setting it replaces all.
    public subscript(field: Field) -> String? {
        get { values[field]?.last }
        set { values[field] = newValue.map { [$0] } }
    }

    /// All values of a field.
    public subscript(all field: Field) -> [String] {
        get { values[field] ?? [] }
        set { values[field] = newValue.isEmpty ? nil : newValue }
    }

    /// Returns the option of the first field that has a value and meets a condition.
    public func firstOption(where isWanted: (Field) -> Bool) -> String? {
        Field.allCases.first { values[$0] != nil && isWanted($0) }?.option
    }

    /// Creates the input that text describes, such as `color=red&min-battery=20`: the query of a
    /// list's web address, or the whole address.
    /// - Parameter ignored: Names that are no fields and are left out.
    /// - Throws: ``UnknownFilterNameError`` for another name.
    public init(
        query text: String, ignoring ignored: Set<String> = []
    ) throws(UnknownFilterNameError) {
        for item in Self.query(of: text).split(separator: "&") {
            let (name, value) = item.divided(at: "=")
            let field = Self.decoded(name).replacing("-", with: "_")
            guard add(Self.decoded(value ?? ""), to: field) || ignored.contains(field) else {
                throw UnknownFilterNameError(name: String(field.unicodeScalars.prefix(100)))
            }
        }
    }

    /// The input as the query of a web address, in canonical form; empty without any values.
    public var query: String {
        Field.allCases.flatMap { field in
            self[all: field].map { field.rawValue + "=" + PercentEncoding.encoded($0) }
        }
        .joined(separator: "&")
    }

    /// Returns the input with the fields of another one, which replace those of the same name.
    public func replacing(_ others: FilterInput) -> FilterInput {
        var input = self
        if others.values[.near] != nil { input[.nearMe] = nil }
        input.values.merge(others.values) { $1 }
        return input
    }

    /// Returns the query of a web address, of its end, or of a text that is nothing else.
    private static func query(of text: String) -> Substring {
        guard ["http://", "https://", "/", "?"].contains(where: text.hasPrefix) else {
            return text[...]
        }
        return text.divided(at: "#").head.divided(at: "?").tail ?? ""
    }

    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decoded(String(text).replacing("+", with: " "))
    }

    /// Adds a field of a web address; an empty value, as of a field of a form that was left empty,
    /// adds nothing.
    /// - Returns: Whether the name is that of a field.
    @discardableResult
    public mutating func add(_ value: String, to name: String) -> Bool {
        guard let field = Field(rawValue: name) else { return false }
        if !value.isEmpty { values[field, default: []].append(value) }
        return true
    }
}

extension FilterInput {
    /// The selected colors; `nil` without any.
    public func selectedColors() throws(FilterInputError) -> ColorFilter? {
        guard let words = values[.color] else { return nil }
        guard let colors = ColorFilter(words) else {
            throw FilterInputError(
                .color, .value(localized("must be a word such as red, or blue-red for two tones")))
        }
        return colors
    }

    /// Returns the selected types; one value may name several, separated by commas.
    public static func types(_ values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// Returns the whole filter, with the saved colors if none are selected.
    public func filter(savedColors: ColorFilter) throws(FilterInputError) -> Filter {
        var filter = Filter()
        filter.color = try selectedColors() ?? savedColors
        filter.types = Self.types(self[all: .type])
        filter.states = try selectedStates()
        filter.battery = try limits(.minBattery, .maxBattery, QuantityText.percent)
        filter.range = try limits(.minRange, .maxRange, QuantityText.meters)
        filter.idle = try quantity(.idle, QuantityText.seconds)
            .map { IdlePeriod(Duration(clampingSeconds: $0)) }
        filter.alarms = try selectedAlarms()
        filter.area = try area()
        filter.box = try box()
        filter.zones = try names(.zone).map { ZoneFilter(names: $0) }
        let rules = try Self.rules(self[all: .rule])
        filter.rules = rules.isEmpty ? nil : RuleFilter(rules)
        filter.regions = try names(.region) ?? []
        filter.station = self[.station]
        filter.isListed = try answer(.listed)
        filter.conditions = try conditions()
        filter.search = try searchText()
        return filter
    }

    /// Returns the order, by default by ID or by the distance from ``Field/near``.
    public func order() throws(FilterInputError) -> VehicleOrder {
        let location = try location()
        guard let name = self[.sort] else {
            return location.map { .distance(from: $0) } ?? .id
        }
        guard let field = SortField(rawValue: name) else {
            return .property(NameText.name(in: name))
        }
        guard let order = field.order(from: location) else {
            throw FilterInputError(.sort, .missing(.near), value: name)
        }
        return order
    }

    /// Returns the filter with its order and its limit.
    public func query(savedColors: ColorFilter) throws(FilterInputError) -> VehicleQuery {
        var query = VehicleQuery()
        query.filter = try filter(savedColors: savedColors)
        query.order = try order()
        query.isReversed = try flag(.reverse)
        query.limit = try quantity(.limit, QuantityText.count)
        return query
    }

    /// Returns whether only favorites are selected.
    public func onlyFavorites() throws(FilterInputError) -> Bool { try flag(.favorites) }

    /// Returns whether the location is where the person is.
    func isNearMe() throws(FilterInputError) -> Bool { try flag(.nearMe) }

    /// The names of the columns; `nil` without any.
    public var columnNames: [String]? {
        values[.fields]?.flatMap(NameText.names(in:)).filter { !$0.isEmpty }
    }

    /// Returns the location that distances are measured from.
    public func location() throws(FilterInputError) -> Position? {
        guard let text = self[.near] else { return nil }
        guard let position = Position(text) else {
            throw FilterInputError(.near, .value(localized("must be LAT,LON in decimal degrees")))
        }
        return position
    }
}

extension FilterInput {
    private func flag(_ field: Field) throws(FilterInputError) -> Bool {
        switch self[field] {
        case nil, "0", "false": return false
        case "1", "true": return true
        default: throw FilterInputError(field, .value(localized("must be 1 or 0")))
        }
    }

    private func answer(_ field: Field) throws(FilterInputError) -> Bool? {
        switch self[field] {
        case nil: return nil
        case "yes": return true
        case "no": return false
        default: throw FilterInputError(field, .value(localized("must be yes or no")))
        }
    }

    private func quantity<Value>(
        _ field: Field, _ parse: (String) throws(QuantityError) -> Value
    ) throws(FilterInputError) -> Value? {
        guard let text = self[field] else { return nil }
        do throws(QuantityError) {
            return try parse(text)
        } catch {
            throw FilterInputError(field, .value(error.requirement))
        }
    }

    private func limits(
        _ minimum: Field, _ maximum: Field, _ parse: (String) throws(QuantityError) -> Double
    ) throws(FilterInputError) -> ValueRange? {
        let lower = try quantity(minimum, parse)
        let upper = try quantity(maximum, parse)
        if let lower, let upper, lower > upper {
            throw FilterInputError(minimum, .exceeds(maximum))
        }
        return ValueRange(minimum: lower, maximum: upper)
    }

    private func selectedStates() throws(FilterInputError) -> Set<VehicleState> {
        var selected: Set<VehicleState> = []
        for name in self[all: .state] {
            guard let state = VehicleState(rawValue: ASCIICase.lowercased(name)) else {
                throw .unknownName(.state, VehicleState.allCases.map(\.rawValue))
            }
            selected.insert(state)
        }
        return selected
    }

    /// Maximum number of zones and of regions, since a query has a condition for each.
    private static let maxNames = 50

    /// Returns the names of zones or regions; `nil` without any.
    private func names(_ field: Field) throws(FilterInputError) -> [String]? {
        guard let names = values[field], names.count > Self.maxNames else { return values[field] }
        let mistake =
            field == .zone
            ? localized("must name at most \(Self.maxNames) zones")
            : localized("must name at most \(Self.maxNames) regions")
        throw FilterInputError(field, .value(mistake))
    }

    private func conditions() throws(FilterInputError) -> [PropertyCondition] {
        var conditions: [PropertyCondition] = []
        let texts = self[all: .condition]
        guard texts.count <= Self.maxNames else {
            throw FilterInputError(
                .condition, .value(localized("must be at most \(Self.maxNames) conditions")))
        }
        for text in texts {
            guard let condition = PropertyCondition(text) else {
                throw FilterInputError(
                    .condition, .value(localized("must be a condition such as Shelf=A3")))
            }
            conditions.append(condition)
        }
        return conditions
    }

    private func selectedAlarms() throws(FilterInputError) -> Set<Quantity> {
        var selected: Set<Quantity> = []
        for name in names(of: .alarm) {
            if name == Self.anyAlarm {
                selected.formUnion(Quantity.allCases)
            } else if let quantity = Quantity(rawValue: name) {
                selected.insert(quantity)
            } else {
                throw .unknownName(.alarm, Self.alarmNames)
            }
        }
        return selected
    }

    /// Returns the values of a field; of one with names that a person may type in several spellings,
    /// as the API spells them.
    public func names(of field: Field) -> [String] {
        switch field {
        case .alarm: self[all: field].map(ASCIICase.lowercased)
        case .rule: self[all: field].map(Self.ruleName)
        default: field.isList ? self[all: field] : [self[field]].compactMap(\.self)
        }
    }

    private static func ruleName(_ typed: String) -> String {
        ASCIICase.lowercased(typed).replacing("_", with: "-")
    }

    /// Returns the restrictions with some names.
    public static func rules(
        _ names: [String]
    ) throws(FilterInputError) -> Set<ZoneRule.Restriction> {
        var selected: Set<ZoneRule.Restriction> = []
        for name in names {
            guard let rule = ZoneRule.Restriction(word: ruleName(name)), rule != .none else {
                throw .unknownName(.rule, ruleNames)
            }
            selected.insert(rule)
        }
        return selected
    }

    private func area() throws(FilterInputError) -> Area? {
        guard self[.within] != nil else { return nil }
        guard let center = try location() else {
            throw FilterInputError(.within, .missing(.near))
        }
        return try quantity(.within, QuantityText.meters)
            .map { Area(center: center, radiusMeters: $0) }
    }

    private func box() throws(FilterInputError) -> BoundingBox? {
        guard let text = self[.bbox] else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let southWest = Position(numbers.prefix(2).joined(separator: ",")),
            let northEast = Position(numbers.dropFirst(2).joined(separator: ","))
        else {
            throw FilterInputError(
                .bbox, .value(localized("must be SOUTH,WEST,NORTH,EAST in decimal degrees")))
        }
        guard let box = BoundingBox(southWest: southWest, northEast: northEast) else {
            throw FilterInputError(.bbox, .value(localized("needs the southern latitude first")))
        }
        return box
    }

    private func searchText() throws(FilterInputError) -> String? {
        guard let text = self[.search], SearchPattern.hasWildcards(text) else {
            return self[.search]
        }
        guard SearchPattern(text) != nil else {
            throw FilterInputError(
                .search,
                .value(
                    localized("with * or ? must be at most \(SearchPattern.maxBytes) bytes long")))
        }
        return text
    }
}
