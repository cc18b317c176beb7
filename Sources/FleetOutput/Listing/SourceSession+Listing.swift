package import FleetCore
package import FleetRuntime
import FleetSQL
import FleetTeam

/// A source whose snapshot is available for a listing.
struct FetchedSource {
    let source: SourceSession
    private var query: VehicleQuery
    private let content: SourceSession.AvailableSnapshot
    /// The favorites; `nil` if all vehicles are listed.
    private let favorites: [Favorite]?
    private let otherLists: OtherFilterLists

    /// Fetches a source if that is due.
    init(
        _ source: SourceSession, _ query: VehicleQuery, _ mode: FetchMode, onlyFavorites: Bool
    ) async throws {
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
        let typedIDs = try source.narrow(&query, ids) {
            try source.resolver.find($0, in: stored.reader)
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
    /// - Parameter includesGone: Whether vehicles that have left the feed are listed as well, after
    ///   the others, if their IDs were typed.
    package func withListing<Value>(
        _ query: VehicleQuery, _ mode: FetchMode, onlyFavorites: Bool = false,
        includesGone: Bool = false, _ body: (Listing) throws -> Value
    ) async throws -> Value {
        let fetched = try await FetchedSource(self, query, mode, onlyFavorites: onlyFavorites)
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
}
