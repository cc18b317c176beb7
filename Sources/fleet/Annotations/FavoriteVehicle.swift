import FleetCore
import FleetStore

/// A favorite and its vehicle.
struct FavoriteVehicle: Sendable {
    let favorite: Favorite
    /// The vehicle; nil while it is missing from the feed.
    let vehicle: Vehicle?
}

extension StableIDResolver {
    /// Returns the favorites with their vehicles in the stored snapshot, in the order of their IDs.
    func favorites(in reader: StoreReader) throws -> [FavoriteVehicle] {
        let favorites = try reader.favorites(of: key)
        guard !usesFeedIDs else {
            return try favorites.map {
                FavoriteVehicle(favorite: $0, vehicle: try reader.vehicle($0.id, of: key))
            }
        }
        return try match(favorites) { try reader.forEachVehicle(VehicleQuery(), of: key, $0) }
    }

    /// Matches favorites with vehicles by their stable IDs.
    func match(
        _ favorites: [Favorite], forEachVehicle: ((Vehicle) throws -> Void) throws -> Void
    ) rethrows -> [FavoriteVehicle] {
        let (favoriteIDs, stableID) = (VehicleIDs(favorites.map(\.id)), idExtractor())
        var found: [[UInt8]: Vehicle] = [:]
        try forEachVehicle { vehicle in
            guard let id = stableID(vehicle), favoriteIDs.contains(id) else { return }
            found[Array(id.utf8)] = vehicle
        }
        return favorites.map {
            FavoriteVehicle(favorite: $0, vehicle: found[Array($0.id.utf8)])
        }
    }
}

extension VehicleQuery {
    /// Narrows the query to the favorites in the feed; returns the IDs of missing favorites.
    mutating func narrow(to favorites: [FavoriteVehicle]) -> [String] {
        filter.favorites = VehicleIDs(favorites.compactMap { $0.vehicle?.id })
        return favorites.filter { $0.vehicle == nil }.map(\.favorite.id)
    }
}
