/// A property that vehicles are counted by.
public enum CountField: String, CaseIterable, Sendable {
    case source, type, state, color, station, region, zone

    /// Names of its members in JSON and CSV.
    fileprivate var names: [String] {
        switch self {
        case .source: ["source"]
        case .type: ["vehicle_type_id", "form_factor"]
        case .state: ["state"]
        case .color: ["color"]
        case .station: ["station_id", "station"]
        case .region: ["region_id", "region"]
        case .zone: ["zone"]
        }
    }

    fileprivate func values(
        of vehicle: Vehicle, _ source: GroupedCounts.CountedSource
    ) -> [String?] {
        switch self {
        case .source: [source.name]
        case .type: [vehicle.typeID, vehicle.formFactor]
        case .state: [vehicle.state.rawValue]
        case .color: [vehicle.color?.label]
        case .station:
            [vehicle.stationID, vehicle.stationID.flatMap { source.feed.stations?[$0]?.name }]
        case .region: [vehicle.regionID, source.feed.regionName(of: vehicle)]
        case .zone: [source.zoneName(of: vehicle)]
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

        /// - Parameter zones: The zones to count by, in the order of their precedence.
        public init(_ header: ListHeader, zones: [Zone] = []) {
            (name, feed) = (header.source, header.feed)
            (zoneNames, self.zones) = (zones.map(\.name), ZoneIndex(zones.map(\.area)))
        }

        /// Returns the name of the zone that a vehicle is counted for: of those that contain it,
        /// the one that takes precedence, so the sum of the counts is the number of vehicles.
        ///
        /// - Returns: `outside` if no zone contains the vehicle, `unknown` if it has no position.
        func zoneName(of vehicle: Vehicle) -> String {
            guard let position = vehicle.position else { return "unknown" }
            return zones.first(at: position).map { zoneNames[$0] } ?? "outside"
        }
    }

    private let fields: [CountField]
    private let sources: [CountedSource]
    private var counts: [[ByteString?]: Int] = [:]

    /// Creates counts; without properties, all vehicles are counted together.
    ///
    /// Those of several sources are counted for each of them, also for one without vehicles.
    public init(by fields: [CountField], of sources: [CountedSource], isSeveral: Bool = false) {
        let bySource: [CountField] = isSeveral && !fields.contains(.source) ? [.source] : []
        (self.fields, self.sources) = (bySource + fields, sources)
        switch self.fields {
        case []: counts[[]] = 0
        case [.source]: for source in sources { counts[[ByteString(source.name)]] = 0 }
        default: break
        }
    }

    /// Counts a vehicle of the source at an index.
    public mutating func add(_ vehicle: Vehicle, of source: Int = 0) {
        let values = fields.flatMap { $0.values(of: vehicle, sources[source]) }
        counts[values.map { $0.map(ByteString.init) }, default: 0] += 1
    }

    /// Names of the fields of all properties and of the count.
    public static var fieldNames: [String] { CountField.allCases.flatMap(\.names) + ["count"] }

    /// Returns the counts, largest first, with the header of the counted vehicles.
    public func list(_ header: ListHeader) -> RecordList {
        var object = JSONObjectWriter()
        header.add(to: &object)
        object.add("matching", header.counts.matching)
        let sorted = counts.sorted { left, right in
            left.value != right.value
                ? left.value > right.value : Self.precedes(left.key, right.key)
        }
        return RecordList(
            "counts", header: object,
            fields: fields.flatMap(\.names).map { RecordList.Field($0) }
                + [RecordList.Field("count", isRightAligned: true)],
            records: sorted.map { key, count in
                key.map { FieldValue($0?.text) } + [.number(Double(count))]
            },
            table: table(
                sorted.map { (key: $0.key.map { $0?.text }, count: $0.value) }))
    }

    /// Whether the table needs no titles, because it is a single number.
    public var isSingleNumber: Bool { fields.isEmpty }

    private func table(_ counts: [(key: [String?], count: Int)]) -> RecordList.Table {
        let indices = fields.flatMap { field in field.names.map { _ in field } }
        return RecordList.Table(
            fields.map { $0.rawValue.uppercased() } + ["VEHICLES"], rightAligned: ["VEHICLES"],
            rows: counts.map { key, count in
                let source = indices.firstIndex(of: .source).flatMap { key[$0] }
                let feed = (sources.first { $0.name == source } ?? sources.first)?.feed
                var values = key[...]
                let cells = fields.map { field in
                    let parts = values.prefix(field.names.count)
                    values = values.dropFirst(field.names.count)
                    return Self.cell(field, Array(parts), feed)
                }
                return cells + ["\(count)"]
            })
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
