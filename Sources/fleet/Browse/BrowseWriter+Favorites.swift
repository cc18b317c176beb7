import FleetCore
import FleetStore
import FleetTUI

extension BrowseKeeper {
    /// Keeps a vehicle as a favorite, or no longer if the store keeps it; of one that is away, `id` is
    /// the code that it is kept by.
    func toggleFavorite(_ id: String) {
        enqueue { [source = subscription.source, inbox] in
            let (codes, store) = (try source.codes, try source.keptStore())
            let (vehicle, info, isKeptAway) = try store.read(codes.key) { stored in
                let vehicle = try stored.lookup.exact(id)
                return (vehicle, stored.info, try vehicle == nil && stored.isAway(id, by: codes))
            }
            let code = try vehicle.map { try codes.code(of: $0) } ?? id
            if vehicle != nil || isKeptAway {
                guard try await store.removeFavorites([code], from: codes.key).isEmpty else {
                    inbox.post(.favoritesChanged)
                    return "\(code) is no favorite any more"
                }
            }
            guard vehicle != nil else {
                throw Problem(
                    .noInput, "there is no vehicle \(id) now, and no favorite of that code is away",
                    hint: "refresh the list")
            }
            let warning = try await codes.warning(info, in: store)
            _ = try await store.addFavorites(
                [code], to: codes.key, at: source.composition.shownNow())
            inbox.post(.favoritesChanged)
            return "★ \(code) is a favorite" + warning
        }
    }
}

extension StableCodes {
    /// The code by which something is kept of a vehicle.
    fileprivate func code(of vehicle: Vehicle) throws -> String {
        guard let code = finder()(vehicle) else {
            throw Problem(
                .noInput, "vehicle \(vehicle.id) has no code to keep it by",
                hint: "refresh the list")
        }
        return code
    }
}

extension StoredSnapshot {
    /// Whether there is a favorite of exactly this code whose vehicle is away.
    fileprivate func isAway(_ code: String, by codes: StableCodes) throws -> Bool {
        try favorites(by: codes).contains {
            $0.vehicle == nil && ByteOrder.equal($0.favorite.id, code)
        }
    }
}
