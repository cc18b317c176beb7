import FleetCore
import FleetStore
import FleetTUI

extension BrowseWriter {
    /// Adds a vehicle to the favorites, or removes it.
    ///
    /// For a favorite without a vehicle in the feed, `id` is its stable ID.
    func toggleFavorite(_ id: String) {
        enqueue { [source = subscription.source, inbox] in
            let (resolver, store) = (try source.stableIDs, try source.persistentStore())
            let (vehicle, info, isMissingFavorite) = try store.read(resolver.key) { stored in
                let vehicle = try stored.lookup.exact(id)
                return (
                    vehicle, stored.info,
                    try vehicle == nil && stored.hasMissingFavorite(id, by: resolver)
                )
            }
            let stableID = try vehicle.map { try resolver.stableID(of: $0) } ?? id
            if vehicle != nil || isMissingFavorite {
                guard try await store.removeFavorites([stableID], from: resolver.key).isEmpty else {
                    inbox.post(.favoritesChanged)
                    return "removed \(stableID) from favorites"
                }
            }
            guard vehicle != nil else {
                throw CommandError(
                    .noInput, "no vehicle or favorite has the ID \(id)",
                    hint: "refresh the list")
            }
            let warning = try await resolver.warning(info, in: store)
            _ = try await store.addFavorites(
                [stableID], to: resolver.key, at: source.context.shownNow())
            inbox.post(.favoritesChanged)
            return "★ added \(stableID) to favorites" + warning
        }
    }
}

extension StableIDResolver {
    /// Returns the stable ID of a vehicle.
    /// - Throws: `CommandError` (66) if it has none.
    fileprivate func stableID(of vehicle: Vehicle) throws -> String {
        guard let id = idExtractor()(vehicle) else {
            throw CommandError(
                .noInput, "vehicle \(vehicle.id) has no stable ID",
                hint: "refresh the list")
        }
        return id
    }
}

extension StoredSnapshot {
    /// Returns whether a favorite has exactly this ID and no vehicle in the snapshot.
    fileprivate func hasMissingFavorite(
        _ id: String, by resolver: StableIDResolver
    ) throws -> Bool {
        try favorites(by: resolver).contains {
            $0.vehicle == nil && ByteOrder.equal($0.favorite.id, id)
        }
    }
}
