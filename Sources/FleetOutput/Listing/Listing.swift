package import FleetCore
package import FleetRuntime
import FleetSQL
import FleetTeam

/// Vehicles of a source for display, all from one snapshot.
package struct Listing {
    package private(set) var header: ListHeader
    /// The vehicles, in order.
    package private(set) var vehicles: VehicleSequence
    /// Report of rows skipped or repaired while the feed was parsed.
    package let parseReport: ParseReport
    /// IDs without a vehicle in the snapshot: typed ones, and favorites if only these are listed.
    package private(set) var missingIDs: [String] = []
    /// The outcome of the typed IDs.
    private var typedIDs = TypedIDs()

    /// Returns the listing of a filter whose colors are saved ones.
    package func withSavedColors(_ areSaved: Bool) -> Listing {
        var listing = self
        listing.header.hasSavedColors = areSaved
        return listing
    }

    /// Returns the listing with the outcome of the typed IDs and the favorites without a vehicle.
    fileprivate func with(_ typedIDs: TypedIDs, missingFavorites: [String]) -> Listing {
        var listing = self
        listing.missingIDs = typedIDs.missing.map(CommandError.shownID) + missingFavorites
        listing.typedIDs = typedIDs
        guard !typedIDs.listed.isEmpty else { return listing }
        let room = header.limit.map { max(0, $0 - header.counts.matching) } ?? .max
        listing.vehicles = { [vehicles] body in
            try vehicles(body)
            try typedIDs.listed.prefix(room).forEach(body)
        }
        return listing
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
private struct TypedIDs {
    /// IDs without a known vehicle.
    var missing: [String] = []
    /// IDs with the vehicles that they stand for.
    var resolved: [ResolvedID] = []
    /// Vehicles that have left the feed.
    var gone: [StoredVehicle] = []
    /// Those of them that are listed.
    var listed: [Vehicle] = []
}

extension Listing {
    /// Creates a listing of the matching vehicles of a snapshot that was just loaded.
    init(_ snapshot: Snapshot, _ query: VehicleQuery, of source: SourceSession) {
        let vehicles = snapshot.vehicles
        let (indices, counts) = query.selection(in: snapshot)
        var header = ListHeader(
            source: source.selected.label, feed: snapshot.feed,
            fetchedAt: source.context.shownNow(), isStale: false, counts: counts)
        header.rotation = source.selected.source.rotation(observed: snapshot.feed.rotation)
        header.skipped = snapshot.parseReport.skipped
        header.complete(
            for: query, isColorMissing: { !snapshot.hasAll(query.filter.color) },
            colors: { snapshot.colorCounts }, types: { snapshot.typeCounts })
        self.init(
            header: header,
            vehicles: { body in for index in indices { try body(vehicles[index]) } },
            parseReport: snapshot.parseReport)
    }
}

extension ListHeader {
    /// Adds the query, the colors that exist if the list is empty or a selected color is missing,
    /// and the types that exist if some are selected.
    mutating func complete(
        for query: VehicleQuery, isColorMissing: () throws -> Bool,
        colors: () throws -> [ColorCount], types: () throws -> [TypeCount]
    ) rethrows {
        filter = query.filter
        order = query.order
        origin = query.origin
        limit = query.limit
        if !query.filter.types.isEmpty { self.types = try types() }
        guard !query.filter.color.choices.isEmpty else { return }
        if try counts.matching == 0 || isColorMissing() { self.colors = try colors() }
    }
}

extension Snapshot {
    /// Whether there is a vehicle for each of the colors.
    fileprivate func hasAll(_ colors: ColorFilter) -> Bool {
        colors.choices.allSatisfy { choice in
            let filter = ColorFilter([choice.label]) ?? .all
            return vehicles.contains { filter.matches($0.color) }
        }
    }
}

extension Listing {
    /// Prints the list with a header.
    /// - Throws: `CommandError` (64) if vehicles lack a selected field.
    package func print(
        as format: ListFormat, _ display: ListDisplay, in context: CommandContext
    ) throws -> EncodingWarnings {
        func text(_ style: TableStyle) -> String { TableHeader(header, style: style).text }
        return try context.printList(display, header: format == .table ? text : nil) {
            style, selection, sink in
            let encoder = try VehicleListEncoder(
                format: format, header: header, style: style, selection: selection)
            return try encoder.write(vehicles: vehicles, to: &sink)
        }
    }

    /// Writes the vehicles as a table below its header.
    func writeTable(_ style: TableStyle, to output: Output) throws {
        try output.write(TableHeader(header, style: style).text)
        let encoder = try VehicleListEncoder(format: .table, header: header, style: style)
        var sink = ByteSink { try output.write($0) }
        _ = try encoder.write(vehicles: vehicles, to: &sink)
        try output.finish()
    }
}

extension SourceSession {
    /// Passes the matching vehicles to `body`, after a fetch if one is due.
    ///
    /// All vehicles come from one snapshot. If the source cannot be read, stored data is used, with
    /// a warning.
    ///
    /// - Parameter includesGone: Whether vehicles that have left the feed are listed as well, after
    ///   the others, if their IDs were typed.
    package func withListing<Value>(
        _ query: VehicleQuery, _ mode: FetchMode, onlyFavorites: Bool = false,
        includesGone: Bool = false, _ body: (Listing) throws -> Value
    ) async throws -> Value {
        var query = query.at(context.shownNow())
        let resolver = onlyFavorites ? try stableIDs : nil
        let annotations = onlyFavorites ? try annotations : nil
        if onlyFavorites { try await updateAnnotations(mode) }
        // A local source is parsed for the matching vehicles only, a web source once for all.
        // The names of types are known only afterwards, and the list shows the types that exist.
        let readsAll =
            selected.source.location.isWeb || onlyFavorites || !query.typedIDs.isEmpty
            || !query.filter.types.isEmpty
        let facets = readsAll ? Filter() : query.filter.facets
        switch try await fetchIfDue(mode, facets) {
        case .loaded(var snapshot, _):
            if snapshot.total > 0, !snapshot.hasAll(facets.color) {
                // The list shows the colors that exist.
                snapshot = try await self.snapshot()
            }
            let typedIDs = try narrow(&query) { id in
                try self.resolver.find(id, in: snapshot.vehicles).map { .present($0) }
            }
            var missing: [String] = []
            if let resolver, let annotations {
                missing = query.narrow(
                    to: resolver.match(try annotations.favorites(), in: snapshot.vehicles))
            }
            return try body(
                Listing(snapshot, query, of: self).with(typedIDs, missingFavorites: missing))
        case .stored(let store, let key, let isStale):
            let favorites = try annotations?.favorites() ?? []
            return try store.read(key) { stored in
                let typedIDs = try narrow(&query, includesGone: includesGone) {
                    try self.resolver.find($0, in: stored.reader)
                }
                var missing: [String] = []
                if let resolver {
                    missing = query.narrow(to: try resolver.match(favorites, in: stored.reader))
                }
                return try body(
                    Listing(stored, query, of: selected, isStale: isStale)
                        .with(typedIDs, missingFavorites: missing))
            }
        }
    }

    /// Narrows a query to the vehicles of its typed IDs.
    /// - Throws: ``AmbiguousID``; `CommandError` (66) if there is none to list.
    private func narrow(
        _ query: inout VehicleQuery, includesGone: Bool = false,
        find: (_ id: String) throws -> StoredVehicle?
    ) throws -> TypedIDs {
        guard !query.typedIDs.isEmpty else { return TypedIDs() }
        var (typed, present) = (TypedIDs(), [String]())
        for id in query.typedIDs {
            guard let known = try find(id) else {
                typed.missing.append(id)
                continue
            }
            if known.lastSeen == nil {
                present.append(known.vehicle.id)
            } else {
                typed.gone.append(known)
            }
            typed.resolved.append(ResolvedID(typed: id, id: known.vehicle.id))
        }
        if present.isEmpty, typed.gone.isEmpty || !includesGone {
            throw try typed.gone.first.map(goneVehicle)
                ?? missingVehicle(query.typedIDs[0], nil)
        }
        if includesGone { typed.listed = typed.gone.map(\.vehicle).filter(query.filter.matches) }
        query.filter.ids = VehicleIDs(present)
        return typed
    }
}

extension Listing {
    /// Creates a listing of the matching vehicles of a stored snapshot.
    init(
        _ stored: StoredSnapshot, _ query: VehicleQuery, of source: ResolvedSource, isStale: Bool
    ) throws {
        let info = stored.info
        var header = ListHeader(
            source: source.label, feed: info.feed, fetchedAt: info.fetchedAt,
            isStale: isStale, counts: try stored.counts(query))
        header.rotation = source.source.rotation(observed: info.rotation)
        header.skipped = info.parseReport.skipped
        try header.complete(
            for: query,
            isColorMissing: {
                query.filter.color.limited(to: try stored.colorCounts()) != query.filter.color
            },
            colors: { try stored.colorCounts() }, types: { try stored.typeCounts() })
        self.init(
            header: header, vehicles: { body in try stored.forEachVehicle(query, body) },
            parseReport: info.parseReport)
    }
}

extension Listing {
    /// Creates an empty listing for the vehicles of a source that has only stations.
    package init(withoutVehiclesOf sites: SiteListing, _ query: VehicleQuery) {
        let sites = sites.header
        var header = ListHeader(
            source: sites.source, feed: sites.feed, fetchedAt: sites.fetchedAt,
            isStale: sites.isStale, counts: VehicleCounts(total: 0, matching: 0, unknownBattery: 0))
        (header.filter, header.order, header.limit) = (query.filter, query.order, query.limit)
        self.init(header: header, vehicles: { _ in }, parseReport: ParseReport())
    }
}
