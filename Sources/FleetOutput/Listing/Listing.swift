package import FleetCore
package import FleetRuntime
import FleetSQL
import FleetTeam

/// Vehicles of a source for display, all from one snapshot; or of several sources, as one list.
package struct Listing {
    package private(set) var header: ListHeader
    /// The vehicles, in order, each with the index of its source in the header.
    package private(set) var listed: ListedVehicles
    /// Creates a reader of the vehicles of one source, one at a time.
    private let cursor: () throws -> VehicleCursor
    /// Reads the zones of each source of the header.
    private let zones: [() throws -> ZoneMap?]
    /// Reports of rows skipped or repaired while the feed of each source was parsed.
    private let parseReports: [(source: String, report: ParseReport)]
    /// The lists of each source from which values of filters come.
    private var lists: [any FilterLists]
    /// Values of the filter that are in none of these lists, and exist.
    private var knownValues: Set<ListedValue> = []
    /// IDs without a vehicle in the snapshot: typed ones, and favorites if only these are listed.
    package var missingIDs: [String] {
        typedIDs.missing.map(CommandError.shownID) + missingFavorites
    }
    private var missingFavorites: [String] = []
    /// The outcome of the typed IDs.
    private var typedIDs = TypedIDs()

    /// Creates a listing of one source.
    private init(
        header: ListHeader, vehicles: @escaping VehicleSequence,
        cursor: @escaping () throws -> VehicleCursor,
        zones: @escaping () throws -> ZoneMap?, lists: (any FilterLists)?,
        parseReport: ParseReport
    ) {
        self.header = header
        self.zones = [zones]
        self.lists = lists.map { [$0] } ?? []
        listed = { body in try vehicles { try body($0, 0) } }
        self.cursor = cursor
        parseReports = [(header.source, parseReport)]
    }

    /// Creates the listing of several sources.
    /// - Parameters:
    ///   - listings: Those of the sources that could be read, at least one.
    ///   - query: The selection that all of them share.
    init(_ listings: [Listing], unread: [UnreadSource], of query: VehicleQuery) {
        header = ListHeader(listings.map(\.header), unread: unread, of: query)
        listed = { body in try query.merge(try listings.map { try $0.cursor() }, body) }
        cursor = { { nil } }
        zones = listings.flatMap(\.zones)
        lists = listings.flatMap(\.lists)
        knownValues = listings.reduce(into: []) { $0.formUnion($1.knownValues) }
        parseReports = listings.flatMap(\.parseReports)
        typedIDs.resolved = listings.flatMap(\.typedIDs.resolved)
        typedIDs.gone = listings.flatMap(\.typedIDs.gone)
        let indices = Dictionary(
            query.typedIDs.enumerated().map { (ByteString($1), $0) }, uniquingKeysWith: min)
        typedIDs.selected = listings.flatMap(\.typedIDs.selected).sorted {
            indices[ByteString($0.typed)] ?? 0 < indices[ByteString($1.typed)] ?? 0
        }
        var missing: [ByteString: Int] = [:]
        for id in listings.flatMap(\.typedIDs.missing) { missing[ByteString(id), default: 0] += 1 }
        typedIDs.missing = VehicleIDs(query.typedIDs).ids.filter {
            missing[ByteString($0)] == listings.count
        }
        missingFavorites = listings.flatMap(\.missingFavorites)
    }

    /// Passes the vehicles to `body`, in order.
    package func vehicles(_ body: (Vehicle) throws -> Void) throws {
        try listed { vehicle, _ in try body(vehicle) }
    }

    /// Returns the zones of the source at an index of the header; `nil` if it has none.
    package func zones(ofSource index: Int) throws -> ZoneMap? { try zones[index]() }

    /// Checks that the sources have each value of the filter that must be in one of their lists.
    /// - Throws: `CommandError` (66).
    func requireListedValues(of query: VehicleQuery, _ output: Output) throws {
        try CommandError.requireListedValues(
            of: query, in: header.sources.map(\.source), lists: lists, known: knownValues, output)
    }

    /// Returns the zones of all sources that apply at a time.
    package func zones(at time: Timestamp) throws -> [Zone] {
        try zones.flatMap { try $0()?.zones.filter { $0.applies(at: time) } ?? [] }
    }

    /// Warns of rows that were skipped or repaired.
    package func warnOfParsing(_ output: Output) {
        for (source, report) in parseReports {
            let prefix = header.hasSeveralSources ? source + ": " : ""
            for notice in report.notices { output.warn(prefix + notice) }
        }
    }

    /// Returns the listing with other lists of its source.
    func adding(_ others: OtherFilterLists) -> Listing {
        var listing = self
        listing.lists += others.lists
        listing.knownValues.formUnion(others.values)
        return listing
    }

    /// Returns the listing with the outcome of the typed IDs and the favorites without a vehicle.
    func with(_ typedIDs: TypedIDs, missingFavorites: [String]) -> Listing {
        var listing = self
        listing.missingFavorites = missingFavorites
        listing.typedIDs = typedIDs
        guard !typedIDs.listed.isEmpty else { return listing }
        let room = header.limit.map { max(0, $0 - header.counts.matching) } ?? .max
        listing.listed = { [listed] body in
            try listed(body)
            try typedIDs.listed.prefix(room).forEach { try body($0, 0) }
        }
        return listing
    }

    /// Returns the listing with its vehicles in the order of the typed IDs, up to a limit.
    ///
    /// It holds the vehicles in memory. The listing itself must have no limit.
    package func inTypedOrder(limit: Int?) -> Listing {
        var listing = self
        listing.header.limit = limit
        var ids: [String] = []
        var seen = Set<ByteString>()
        for id in typedIDs.selected.map(\.id) where seen.insert(ByteString(id)).inserted {
            ids.append(id)
        }
        listing.listed = { [listed] body in
            var vehicles: [ByteString: [(Vehicle, Int)]] = [:]
            try listed { vehicles[ByteString($0.id), default: []].append(($0, $1)) }
            var room = limit ?? .max
            for id in ids {
                for (vehicle, source) in vehicles[ByteString(id)] ?? [] where room > 0 {
                    try body(vehicle, source)
                    room -= 1
                }
            }
        }
        return listing
    }

    /// Maximum number of IDs that a warning lists.
    private static let maxListedIDs = 20

    /// Warns of the IDs of a file that the sources do not have, and logs missing favorites.
    package func warnOfMissing(to output: Output) {
        if !missingFavorites.isEmpty {
            output.log("missing: " + missingFavorites.joined(separator: ", "))
        }
        if let missingText { output.warn(missingText) }
    }

    /// The IDs of a file that the sources do not have, in words; `nil` without any.
    var missingText: String? {
        let ids = typedIDs.missing
        guard !ids.isEmpty else { return nil }
        let listed = ids.prefix(Self.maxListedIDs).map(CommandError.shownID)
        let rest = ids.count - listed.count
        return "\(ShortText.count(ids.count, "ID")) of --ids "
            + "\(ids.count == 1 ? "has" : "have") no vehicle: "
            + listed.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// Returns the vehicles of each ID of a file; it holds them in memory.
    func vehiclesByTypedID() throws -> [ByteString: [Vehicle]] {
        var vehicles: [ByteString: Vehicle] = [:]
        try self.vehicles { vehicles[ByteString($0.id)] = $0 }
        return typedIDs.selected.reduce(into: [:]) { all, selected in
            guard let vehicle = vehicles[ByteString(selected.id)] else { return }
            all[ByteString(selected.typed), default: []].append(vehicle)
        }
    }

    /// Logs which vehicles were taken for the beginnings of IDs.
    package func logResolved(to output: Output) {
        for id in typedIDs.resolved { id.log(to: output) }
    }

    /// Logs the IDs without a vehicle, and when the vehicles that have left the feed were last
    /// seen.
    package func logMissing(to output: Output) {
        for vehicle in typedIDs.gone { vehicle.logLastSeen(to: output) }
        if !missingIDs.isEmpty { output.log("missing: " + missingIDs.joined(separator: ", ")) }
    }
}

/// Outcome of the IDs that were typed to select vehicles.
struct TypedIDs {
    /// IDs without a known vehicle.
    var missing: [String] = []
    /// IDs of a file with those of the vehicles that have them, in the order of the file.
    var selected: [(typed: String, id: String)] = []
    /// IDs with the vehicles that they stand for.
    var resolved: [ResolvedID] = []
    /// Vehicles that have left the feed.
    var gone: [StoredVehicle] = []
    /// Those of them that are listed.
    var listed: [Vehicle] = []
}

extension Listing {
    /// Prints the list with a header.
    /// - Throws: `CommandError` (64) if vehicles lack a selected field.
    package func print(
        as format: ListFormat, _ display: ListDisplay, in context: CommandContext
    ) throws -> EncodingWarnings {
        func text(_ style: TableStyle) -> String { TableHeader(header, style: style).text }
        try CommandContext.reportingUnknownFields { try header.check(display.selection) }
        return try context.printList(display, header: format == .table ? text : nil) {
            style, selection, sink in
            let encoder = try VehicleListEncoder(
                format: format, header: header, style: style, selection: selection)
            return try encoder.write(listed: listed, to: &sink)
        }
    }

    /// Writes the vehicles as a table below its header.
    func writeTable(_ style: TableStyle, to output: Output) throws {
        try output.write(TableHeader(header, style: style).text)
        let encoder = try VehicleListEncoder(format: .table, header: header, style: style)
        var sink = ByteSink { try output.write($0) }
        _ = try encoder.write(listed: listed, to: &sink)
        try output.finish()
    }
}

extension Listing {
    /// Creates a listing of the matching vehicles of a snapshot.
    init(
        _ stored: StoredSnapshot, _ query: VehicleQuery, of source: ResolvedSource, isStale: Bool,
        at moment: PastMoment? = nil
    ) throws {
        let info = stored.info
        var header = ListHeader(
            of: query, in: info, from: source.label, counts: try stored.counts(query),
            isStale: isStale, rotation: source.source.rotation(observed: info.rotation), at: moment)
        let alerts = try stored.reader.content(of: .alerts, of: stored.key) ?? []
        header.alerts = alerts.filter { $0.concernsSystem(at: info.fetchedAt) }
        if !query.filter.types.isEmpty { header.types = try stored.typeCounts() }
        let color = query.filter.color
        if !color.choices.isEmpty {
            // The colors that exist, if the list is empty or lacks one of them.
            let colors = try stored.colorCounts()
            let hasAll = header.counts.matching > 0 && color.limited(to: colors) == color
            if !hasAll { header.colors = colors }
        }
        self.init(
            header: header, vehicles: { body in try stored.forEachVehicle(query, body) },
            cursor: { try stored.reader.cursor(of: query, from: stored.key) },
            zones: { try stored.reader.zones(.all, of: stored.key) },
            lists: try StoredFilterLists(
                of: stored.key, in: stored.reader, acceptsUnreadStations: false),
            parseReport: info.parseReport)
    }
}

extension Listing {
    /// Creates an empty listing for the vehicles of a source that has only stations.
    package init(withoutVehiclesOf sites: SiteListing, _ query: VehicleQuery) {
        self.init(
            header: ListHeader(of: query, withoutVehiclesBeside: sites.header), vehicles: { _ in },
            cursor: { { nil } }, zones: { nil },
            lists: nil, parseReport: ParseReport())
    }
}
