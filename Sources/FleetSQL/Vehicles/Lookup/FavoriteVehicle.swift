package import FleetCore

/// A favorite and its vehicle.
package struct FavoriteVehicle: Sendable {
    package let favorite: Favorite
    /// The vehicle, possibly as it was when it left the feed; `nil` if it is not remembered.
    private let found: StoredVehicle?

    init(_ favorite: Favorite, _ found: StoredVehicle?) {
        (self.favorite, self.found) = (favorite, found)
    }

    /// The vehicle; `nil` while it is missing from the feed.
    package var vehicle: Vehicle? {
        if case .present(let vehicle)? = found { vehicle } else { nil }
    }

    /// The missing vehicle as it was last seen, if that is known.
    package var gone: GoneVehicle? {
        if case .gone(let gone)? = found { gone } else { nil }
    }

    /// The columns of a list of favorites.
    package static var columns: [RecordList.Column<FavoriteVehicle>] {
        [
            .init("vehicle_id") { .text($0.favorite.id) },
            .init("added_at") { FieldValue($0.favorite.addedAt) },
            .init("away") { .flag($0.vehicle == nil) },
            .init("state") { FieldValue($0.vehicle?.state.rawValue) },
            .number("lat") { FieldValue($0.found?.vehicle.position?.latitude) },
            .number("lon") { FieldValue($0.found?.vehicle.position?.longitude) },
            .init("last_seen") { FieldValue($0.gone?.seenAt) },
            .number("battery_percent") { FieldValue($0.vehicle?.battery?.percent) },
            .init("battery_estimated") { FieldValue($0.vehicle?.battery?.estimatedMark) },
        ]
    }
}

extension VehicleResolver {
    /// Returns favorites with their vehicles in the stored snapshot, in the same order.
    package func match(
        _ favorites: [Favorite], in reader: any SnapshotReader
    ) throws -> [FavoriteVehicle] {
        zip(favorites, try vehicles(favorites.map(\.id), in: reader)).map(FavoriteVehicle.init)
    }
}
