package import FleetCore
package import FleetSQL
import FleetTeam
import Synchronization

/// The vehicles that a watch is narrowed to, for its table, states, events and alerts alike.
package final class WatchSelection: Sendable {
    /// The filter and order of the user, without saved colors.
    package let query: VehicleQuery
    private let source: SourceSession
    private let favorites: VehicleResolver?
    private let otherLists: OtherFilterLists
    /// The typed IDs as they were resolved in the first live snapshot.
    private let ids = Mutex<VehicleIDs?>(nil)
    private let hasCheckedValues = Mutex(false)

    /// Creates a selection of the vehicles that match a query and its typed IDs.
    /// - Parameter favorites: Resolver of the favorites, to select only these.
    init(
        of source: SourceSession, _ query: VehicleQuery = VehicleQuery(),
        favorites: VehicleResolver? = nil, otherLists: OtherFilterLists = OtherFilterLists()
    ) {
        (self.source, self.query, self.favorites) = (source, query, favorites)
        self.otherLists = otherLists
    }

    /// Whether any vehicle may be left out.
    package var isNarrowed: Bool {
        query.filter != Filter() || !query.typedIDs.isEmpty || favorites != nil
    }

    /// Resolves the typed IDs in the first live snapshot, also those of vehicles that have left the
    /// feed; logs the missing ones, which are watched as they were typed.
    /// - Throws: `CommandError` (66) if none is known, or for a value of the filter that must be in
    ///   a list of the source and is not; ``AmbiguousID``.
    package func resolve(in store: any FleetStore) throws {
        if !query.listedValues.isEmpty, hasCheckedValues.withLock({ !$0 }) {
            try store.snapshots.read { reader in
                let lists = try StoredFilterLists(
                    of: source.key, in: reader, acceptsUnreadStations: false)
                guard let lists else { return }
                try CommandError.requireListedValues(
                    of: query, in: [source.selected.label], lists: [lists] + otherLists.lists,
                    known: otherLists.values, source.context.output)
            }
            hasCheckedValues.withLock { $0 = true }
        }
        let typed = query.typedIDs
        guard !typed.isEmpty, ids.withLock({ $0 == nil }) else { return }
        let (found, info) = try store.read(source.key) { stored in
            (try findTyped(in: stored.reader), stored.info)
        }
        guard found.contains(where: { $0 != nil }) else {
            throw try source.missingVehicle(typed[0], source.selected.key == nil ? nil : store)
        }
        ids.withLock { $0 = Self.ids(typed, found) }
        let output = source.context.output
        for (id, vehicle) in zip(typed, found) {
            guard let vehicle else { continue }
            ResolvedID(typed: id, id: vehicle.vehicle.id).log(to: output)
            vehicle.logLastSeen(to: output)
        }
        let missing = zip(typed, found).filter { $0.1 == nil }.map { CommandError.shownID($0.0) }
        if !missing.isEmpty { output.log("missing: " + missing.joined(separator: ", ")) }
        if source.selected.source.rotation(observed: info.rotation) == .yes {
            output.warn("vehicle IDs of this source rotate: a vehicle is lost when its ID changes")
        }
    }

    /// Reads the stored snapshot, with the query as it applies to its vehicles.
    package func read<Value>(
        _ store: any FleetStore, _ body: (StoredSnapshot, VehicleQuery) throws -> Value
    ) throws -> Value {
        let favorites = try self.favorites.map { _ in try source.annotations.favorites() }
        return try store.read(source.key) { stored in
            var query = query.at(source.context.shownNow())
            if !query.typedIDs.isEmpty {
                query.filter.ids =
                    try ids.withLock(\.self)
                    ?? Self.ids(query.typedIDs, findTyped(in: stored.reader))
            }
            if let resolver = self.favorites, let favorites {
                let found = try resolver.match(favorites, in: stored.reader)
                query.filter.favorites = VehicleIDs(found.compactMap { $0.vehicle?.id })
            }
            return try body(stored, query)
        }
    }

    private func findTyped(in reader: any SnapshotReader) throws -> [StoredVehicle?] {
        try query.typedIDs.map { try source.resolver.find($0, in: reader) }
    }

    private static func ids(_ typed: [String], _ found: [StoredVehicle?]) -> VehicleIDs {
        VehicleIDs(zip(typed, found).map { $1?.vehicle.id ?? $0 })
    }
}

extension Subscription {
    /// Returns the selection of the vehicles that match a query and its typed IDs.
    /// - Throws: `CommandError` (64) if only favorites are selected, and the source cannot have
    ///   any.
    /// - Parameter otherLists: Lists that have values of the filter, beside the stored ones.
    package func selection(
        _ query: VehicleQuery, onlyFavorites: Bool,
        otherLists: OtherFilterLists = OtherFilterLists()
    ) throws -> WatchSelection {
        WatchSelection(
            of: source, query, favorites: onlyFavorites ? try source.stableIDs : nil,
            otherLists: otherLists)
    }
}
