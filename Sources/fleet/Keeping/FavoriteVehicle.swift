import FleetCore
import FleetStore

/// A favorite, and the vehicle that it stands for now.
struct FavoriteVehicle: Sendable {
    let favorite: Favorite
    /// `nil` while it is away.
    let vehicle: Vehicle?
}

extension StableCodes {
    /// The favorites with their vehicles in the stored snapshot, by code.
    func favorites(in reader: StoreReader) throws -> [FavoriteVehicle] {
        let favorites = try reader.favorites(of: key)
        guard !areFeedCodes else {
            return try favorites.map {
                FavoriteVehicle(favorite: $0, vehicle: try reader.vehicle($0.id, of: key))
            }
        }
        return try match(favorites) { try reader.forEachVehicle(VehicleQuery(), of: key, $0) }
    }

    /// The favorites with those of the vehicles that have their codes.
    func match(
        _ favorites: [Favorite], forEachVehicle: ((Vehicle) throws -> Void) throws -> Void
    ) rethrows -> [FavoriteVehicle] {
        let (wanted, code) = (VehicleIDs(favorites.map(\.id)), finder())
        var found: [[UInt8]: Vehicle] = [:]
        try forEachVehicle { vehicle in
            guard let id = code(vehicle), wanted.contains(id) else { return }
            found[Array(id.utf8)] = vehicle
        }
        return favorites.map {
            FavoriteVehicle(favorite: $0, vehicle: found[Array($0.id.utf8)])
        }
    }
}

extension VehicleQuery {
    /// Narrows it to the favorites that are there; returns the codes of those that are away.
    mutating func narrow(to favorites: [FavoriteVehicle]) -> [String] {
        filter.favorites = VehicleIDs(favorites.compactMap { $0.vehicle?.id })
        return favorites.filter { $0.vehicle == nil }.map(\.favorite.id)
    }
}
