package import FleetCore
package import FleetRuntime
package import FleetSQL
import FleetTeam

/// A source whose snapshot is available for a listing.
struct FetchedSource {
    let source: SourceSession
    private var query: VehicleQuery
    private let content: SourceSession.AvailableSnapshot
    /// The favorites; `nil` if all vehicles are listed.
    private let favorites: [Favorite]?
    private let otherLists: OtherFilterLists
    /// How exactly the typed IDs name vehicles.
    private let precision: VehicleResolver.Precision

    /// Fetches a source if that is due.
    init(
        _ source: SourceSession, _ query: VehicleQuery, _ mode: FetchMode, onlyFavorites: Bool,
        precision: VehicleResolver.Precision = .beginning
    ) async throws {
        self.precision = precision
        (self.source, self.query) = (source, query.at(source.context.shownNow()))
        let annotations = onlyFavorites ? try source.annotations : nil
        if onlyFavorites {
            _ = try source.stableIDs
            try await source.updateAnnotations(mode)
        }
        // A local source is parsed for the matching vehicles only, a web source once for all.
        // The names of types are known only afterwards, and the list shows the types that exist.
        let readsAll =
            source.selected.source.location.isWeb || onlyFavorites || !query.typedIDs.isEmpty
            || !query.filter.types.isEmpty
        let facets = readsAll ? Filter() : query.filter.facets
        content = try await source.fetchIfDue(mode, facets)
        if let moment = content.moment { self.query = query.at(moment.at) }
        favorites = try annotations?.favorites()
        otherLists = try await source.otherLists(for: query.filter, content, mode)
    }

    /// The store that has the snapshot; `nil` if it was just loaded.
    var store: (any FleetStore)? { content.store }

    /// Returns the listing.
    /// - Parameters:
    ///   - reader: Reader of the store, whose transaction the listing needs.
    ///   - ids: How the typed IDs select vehicles.
    /// - Throws: ``AmbiguousID``; `CommandError` (66) if no typed ID has a vehicle to list.
    func listing(in reader: (any SnapshotReader)?, _ ids: TypedIDs.Rule) throws -> Listing {
        var query = query
        let stored = try content.snapshot(in: reader)
        let typedIDs =
            precision == .exact
            ? try source.narrowExactly(&query, ids, in: stored)
            : try source.narrow(&query, ids) {
                try source.resolver.find($0, precision, in: stored.reader)
            }
        let missing = try favorites.map {
            query.narrow(to: try source.stableIDs.match($0, in: stored.reader))
        }
        return try Listing(
            stored, query, of: source.selected, isStale: content.isStale, at: content.moment
        ).with(typedIDs, missingFavorites: missing ?? []).adding(otherLists)
    }
}

extension TypedIDs {
    /// How typed IDs select vehicles.
    enum Rule {
        /// There must be a vehicle in the feed.
        case present
        /// Vehicles that have left the feed are listed as well.
        case includingGone
        /// There may be none, since they can be of another source.
        case optional
    }
}

extension SourceSession {
    /// Passes the matching vehicles to `body`, after a fetch if one is due.
    ///
    /// All vehicles come from one snapshot. If the source cannot be read, stored data is used, with
    /// a warning.
    ///
    /// - Parameters:
    ///   - includesGone: Whether vehicles that have left the feed are listed as well, after the
    ///     others, if their IDs were typed.
    ///   - precision: How exactly the typed IDs name vehicles.
    package func withListing<Value>(
        _ query: VehicleQuery, _ mode: FetchMode, onlyFavorites: Bool = false,
        includesGone: Bool = false, precision: VehicleResolver.Precision = .beginning,
        _ body: (Listing) throws -> Value
    ) async throws -> Value {
        let fetched = try await FetchedSource(
            self, query, mode, onlyFavorites: onlyFavorites, precision: precision)
        let rule: TypedIDs.Rule = includesGone ? .includingGone : .present
        func pass(_ listing: Listing) throws -> Value {
            try listing.requireListedValues(of: query, context.output)
            return try body(listing)
        }
        guard let store = fetched.store else { return try pass(fetched.listing(in: nil, rule)) }
        return try store.snapshots.read { try pass(fetched.listing(in: $0, rule)) }
    }

    /// Narrows a query to the vehicles of its typed IDs.
    /// - Throws: ``AmbiguousID``; `CommandError` (66) if there is none to list.
    fileprivate func narrow(
        _ query: inout VehicleQuery, _ rule: TypedIDs.Rule,
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
        if present.isEmpty, rule != .optional, typed.gone.isEmpty || rule != .includingGone {
            throw try typed.gone.first.map(goneVehicle)
                ?? missingVehicle(query.typedIDs[0], nil)
        }
        if rule == .includingGone {
            typed.listed = typed.gone.map(\.vehicle).filter(query.filter.matches)
        }
        query.filter.ids = VehicleIDs(present)
        return typed
    }

    /// Narrows a query to the vehicles whose ID, or whose label, is one of the typed IDs.
    ///
    /// It reads the vehicles once, since a file has thousands of IDs. With vehicles that have left
    /// the feed, there may be none: the caller decides about missing ones.
    /// - Throws: `CommandError` (66) if there must be one to list.
    fileprivate func narrowExactly(
        _ query: inout VehicleQuery, _ rule: TypedIDs.Rule, in stored: StoredSnapshot
    ) throws -> TypedIDs {
        let typedIDs = VehicleIDs(query.typedIDs).ids
        guard !typedIDs.isEmpty else { return TypedIDs() }
        let wanted = Set(typedIDs.map { ByteString($0) })
        let resolver = resolver
        var present = Set<ByteString>()
        var labeled: [ByteString: [String]] = [:]
        try stored.forEachVehicle(.everything) { vehicle in
            let (id, label) = (vehicle.id, ByteString(resolver.labelText(of: vehicle)))
            if wanted.contains(ByteString(id)) { present.insert(ByteString(id)) }
            if wanted.contains(label) { labeled[label, default: []].append(id) }
        }
        var typed = TypedIDs()
        for id in typedIDs {
            let key = ByteString(id)
            var found = present.contains(key) ? [id] : labeled[key] ?? []
            if found.isEmpty, rule == .includingGone,
                let gone = try resolver.vehicle(exactly: id, in: stored.reader)
            {
                typed.listed.append(gone.vehicle)
                found = [id]
            }
            if found.isEmpty { typed.missing.append(id) }
            typed.selected += found.map { (typed: id, id: $0) }
        }
        if typed.selected.isEmpty, rule == .present {
            throw CommandError.noVehicle(ofFile: typedIDs, in: selected.label)
        }
        query.filter.ids = VehicleIDs(typed.selected.map(\.id))
        return typed
    }
}

extension CommandError {
    /// Creates the error of a file of IDs of which sources have none.
    static func noVehicle(ofFile ids: [String], in sources: String) -> CommandError {
        let first = ids.first.map(shownID) ?? ""
        return CommandError(
            .noInput,
            ids.count == 1
                ? "no vehicle \(first) in \(sources)"
                : "none of the \(ids.count) IDs is in \(sources); the first is \(first)",
            hint: "check the source, and the column of the IDs (--column)")
    }
}
