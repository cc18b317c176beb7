import FleetCore
import FleetStore

/// A favorite, and the vehicle that it stands for now.
struct FavoriteVehicle: Sendable {
    let favorite: Favorite
    /// `nil` while it is away.
    let vehicle: Vehicle?
}

extension OpenSource {
    /// What is kept by of this source's vehicles.
    var codes: StableCodes { get throws { try StableCodes(of: selected) } }

    /// The favorites with their vehicles in the stored snapshot, by code.
    func favorites(in reader: StoreReader) throws -> [FavoriteVehicle] {
        let codes = try codes
        let favorites = try reader.favorites(of: codes.key)
        guard !codes.areFeedCodes else {
            return try favorites.map {
                FavoriteVehicle(
                    favorite: $0, vehicle: try reader.vehicle($0.id, of: codes.key))
            }
        }
        let (wanted, code) = (VehicleIDs(favorites.map(\.id)), codes.finder())
        var found: [[UInt8]: Vehicle] = [:]
        try reader.forEachVehicle(VehicleQuery(), of: codes.key) { vehicle in
            guard let id = code(vehicle), wanted.contains(id) else { return }
            found[Array(id.utf8)] = vehicle
        }
        return favorites.map {
            FavoriteVehicle(favorite: $0, vehicle: found[Array($0.id.utf8)])
        }
    }

    /// Narrows a query to the favorites that are there, read anew if the source is due; returns the
    /// codes of those that are away.
    func narrowToFavorites(
        _ query: inout VehicleQuery, _ asking: Asking
    ) async throws -> [String] {
        _ = try codes
        guard case .stored(let store, _, _) = try await supply(asking) else { return [] }
        let favorites = try store.snapshot { try self.favorites(in: $0) }
        query.filter.favorites = VehicleIDs(favorites.compactMap { $0.vehicle?.id })
        return favorites.filter { $0.vehicle == nil }.map(\.favorite.id)
    }

    /// The codes by which some vehicles are kept, found by what a person typed; the source is read once
    /// if it is due.
    /// - Throws: `Problem` (66) if there is no such vehicle, or several, or one has no permanent code.
    func codes(ofVehicles ids: [String], in store: FleetStore) async throws -> [String] {
        let codes = try codes
        _ = try await supply(Asking())
        let code = codes.finder()
        return try store.read(codes.key) { stored in
            let lookup = VehicleLookup(stored)
            return try ids.map { id in
                let vehicle = try lookup.find(id, allowingPrefix: false, in: selected.label)
                if let code = code(vehicle) { return code }
                throw Problem(
                    .noInput, "vehicle \(vehicle.id) has no code where the source says it stands",
                    hint: "see `fleet source show`: the label field finds nothing in its links")
            }
        }
    }
}
