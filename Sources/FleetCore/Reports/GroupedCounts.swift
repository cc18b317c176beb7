/// A property that vehicles are counted by.
public enum CountField: Hashable, Sendable {
    case source, type, state, color, station, region, zone, rule
    /// A property of the source, by its name.
    case property(String)

    /// The fields of all sources.
    fileprivate static let standard: [CountField] = [
        .source, .type, .state, .color, .station, .region, .zone, .rule,
    ]
    /// The names of the fields of all sources.
    public static let names = standard.map(\.name)

    /// Creates the field with a name: one of all sources, or else a property.
    public init(_ name: String) {
        self = Self.standard.first { $0.name == name } ?? .property(name)
    }

    fileprivate var name: String {
        if case .property(let name) = self { name } else { "\(self)" }
    }

    /// A member in JSON and CSV, with its value for a vehicle.
    fileprivate typealias Member = (
        name: String, value: @Sendable (Vehicle, GroupedCounts.CountedSource) -> String?
    )

    fileprivate var members: [Member] {
        switch self {
        case .source: [("source", { $1.name })]
        case .type:
            [
                ("vehicle_type_id", { vehicle, _ in vehicle.typeID }),
                ("form_factor", { vehicle, _ in vehicle.formFactor }),
            ]
        case .state: [("state", { vehicle, _ in vehicle.state.rawValue })]
        case .color: [("color", { vehicle, _ in vehicle.color?.label })]
        case .station:
            [
                ("station_id", { vehicle, _ in vehicle.stationID }),
                ("station", { $0.stationID.flatMap($1.stationName) }),
            ]
        case .region:
            [
                ("region_id", { vehicle, _ in vehicle.regionID }),
                ("region", { $1.feed.regionName(of: $0) }),
            ]
        case .zone: [("zone", { $1.zoneName(of: $0) })]
        case .rule: [("rule", { $1.rule(of: $0) })]
        case .property(let name): [(name, { @Sendable vehicle, _ in vehicle.properties[name] })]
        }
    }
}

/// Numbers of vehicles, for each combination of the values of some properties.
public struct GroupedCounts {
    /// A source whose vehicles are counted.
    public struct CountedSource: Sendable {
        let name: String
        let feed: FeedDescription
        private let zoneNames: [String]
        private let zones: ZoneIndex
        private let rules: ZoneRuleIndex

        /// - Parameters:
        ///   - map: The zones to count by, with their rules.
        ///   - time: The time at which they apply; `nil` for any.
        public init(
            _ header: ListHeader, zones map: ZoneMap = ZoneMap(), at time: Timestamp? = nil
        ) {
            (name, feed) = (header.source, header.feed)
            let zones = map.zones.filter { zone in time.map { zone.applies(at: $0) } ?? true }
            (zoneNames, self.zones) = (zones.map(\.name), ZoneIndex(zones.map(\.area)))
            rules = ZoneRuleIndex(map, at: time)
        }

        func stationName(of id: String) -> String? { feed.stations?[id]?.name }

        /// Returns the name of the zone that a vehicle is counted for: of those that contain it,
        /// the one that takes precedence, so the sum of the counts is the number of vehicles.
        ///
        /// - Returns: `outside` if no zone contains the vehicle, `unknown` if it has no position.
        func zoneName(of vehicle: Vehicle) -> String {
            guard let position = vehicle.position else { return "unknown" }
            return zones.first(at: position).map { zoneNames[$0] } ?? "outside"
        }

        /// Returns the strictest restriction that holds for a vehicle.
        func rule(of vehicle: Vehicle) -> String {
            rules.name(at: vehicle.position, forType: vehicle.typeID)
        }
    }

    private let fields: [CountField]
    /// The members of all properties, whose values are the keys of `counts`.
    private let members: [CountField.Member]
    private let sources: [CountedSource]
    private var counts: [[ByteString?]: Int] = [:]

    /// Creates counts; without properties, all vehicles are counted together.
    ///
    /// Those of several sources are counted for each of them, also for one without vehicles.
    /// - Throws: `UnknownFieldError` for a property that no source has.
    public init(
        by fields: [CountField], of sources: [CountedSource], isSeveral: Bool = false
    ) throws(UnknownFieldError) {
        let properties = sources.flatMap { $0.feed.properties ?? [] }
        var known: [CountField] = isSeveral && !fields.contains(.source) ? [.source] : []
        for field in fields {
            guard case .property(let name) = field else { known.append(field); continue }
            guard let property = CustomProperty.named(name, in: properties) else {
                throw UnknownFieldError(
                    name: name, known: CountField.names + properties.map(\.name))
            }
            known.append(.property(property.name))
        }
        (self.fields, self.sources) = (known, sources)
        members = self.fields.flatMap(\.members)
        switch self.fields {
        case []: counts[[]] = 0
        case [.source]: for source in sources { counts[[ByteString(source.name)]] = 0 }
        default: break
        }
    }

    /// Counts a vehicle of the source at an index.
    public mutating func add(_ vehicle: Vehicle, of source: Int = 0) {
        let key = members.map { $0.value(vehicle, sources[source]).map(ByteString.init) }
        counts[key, default: 0] += 1
    }

    /// Names of the fields of all properties and of the count.
    public static var fieldNames: [String] {
        CountField.standard.flatMap(\.members).map(\.name) + [countColumn.name]
    }

    private typealias Count = (key: [ByteString?], value: Int)

    private static var countColumn: RecordList.Column<Count> {
        .number("count") { FieldValue($0.value) }
    }

    /// Returns the counts, largest first, with the header of the counted vehicles.
    public func list(_ header: ListHeader) -> RecordList {
        var object = JSONObjectWriter()
        header.add(to: &object)
        object.add("matching", header.counts.matching)
        let sorted = counts.sorted { left, right in
            left.value != right.value
                ? left.value > right.value : Self.precedes(left.key, right.key)
        }
        let columns = members.enumerated().map { index, member in
            RecordList.Column<Count>(member.name) { FieldValue($0.key[index]?.text) }
        }
        return RecordList(
            "counts", header: object, columns: columns + [Self.countColumn], rows: sorted,
            table: tableColumns)
    }

    /// Whether the table needs no titles, because it is a single number.
    public var isSingleNumber: Bool { fields.isEmpty }

    private var tableColumns: [RecordList.TextColumn<Count>] {
        let sourceIndex = members.firstIndex { $0.name == CountField.source.name }
        var end = 0
        let columns = fields.map { field in
            let indices = end..<(end + field.members.count)
            end = indices.upperBound
            return RecordList.TextColumn<Count>(TerminalText.limited(field.name).uppercased()) {
                count in
                let source = sourceIndex.flatMap { count.key[$0]?.text }
                let feed = (sources.first { $0.name == source } ?? sources.first)?.feed
                return Self.cell(field, count.key[indices].map { $0?.text }, feed)
            }
        }
        return columns + [.number("VEHICLES") { "\($0.value)" }]
    }

    /// Returns the values of a property as a cell: a type with its name or form factor, a station with
    /// its name, a region by its name.
    private static func cell(
        _ field: CountField, _ values: [String?], _ feed: FeedDescription?
    ) -> String {
        let known = values.compactMap(\.self)
        guard let value = field == .region ? known.last : known.first else { return "-" }
        if field == .station, values.count == 2, let name = values[1] {
            return TerminalText.limited("\(name) (\(value))")
        }
        guard field == .type, let id = values[0],
            let name = feed?.typeName(ofType: id, formFactor: values[1]), name != id
        else { return TerminalText.limited(value) }
        return TerminalText.limited("\(name) (\(id))")
    }

    private static func precedes(_ left: [ByteString?], _ right: [ByteString?]) -> Bool {
        for (left, right) in zip(left, right) where left != right {
            guard let left else { return false }
            guard let right else { return true }
            return ByteOrder.precedes(left.text, right.text)
        }
        return false
    }
}
