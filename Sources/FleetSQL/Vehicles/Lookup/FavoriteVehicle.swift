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

    /// The fields of a favorite in documents.
    package static let fields: [RecordList.Field] = [
        .init("vehicle_id"), .init("added_at"), .init("away"), .init("state"),
        .init("lat", isRightAligned: true), .init("lon", isRightAligned: true),
        .init("last_seen"), .init("battery_percent", isRightAligned: true),
        .init("battery_estimated"),
    ]

    /// The values of the fields.
    package var record: [FieldValue] {
        let position = found?.vehicle.position
        return [
            .text(favorite.id), FieldValue(favorite.addedAt), .flag(vehicle == nil),
            FieldValue(vehicle?.state.rawValue), FieldValue(position?.latitude),
            FieldValue(position?.longitude), FieldValue(gone?.seenAt),
            FieldValue(vehicle?.battery?.percent), FieldValue(vehicle?.battery?.estimatedMark),
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

    /// Returns favorites with their vehicles in a snapshot that is not stored, in the same order.
    package func match(_ favorites: [Favorite], in vehicles: [Vehicle]) -> [FavoriteVehicle] {
        zip(favorites, self.vehicles(favorites.map(\.id), in: vehicles)).map {
            FavoriteVehicle($0, $1.map { .present($0) })
        }
    }
}
