package import FleetCore
package import FleetStore

/// The favorites of a source as a list.
package struct FavoriteReport {
    let source: String
    let favorites: [FavoriteVehicle]

    package init(source: String, favorites: [FavoriteVehicle]) {
        self.source = source
        self.favorites = favorites
    }

    private static let fields: [RecordList.Field] = [
        .init("vehicle_id"), .init("added_at"), .init("away"), .init("state"),
        .init("lat", isRightAligned: true), .init("lon", isRightAligned: true),
        .init("last_seen"), .init("battery_percent", isRightAligned: true),
    ]

    /// Names of all fields.
    package static var fieldNames: [String] { fields.map(\.name) }

    package var list: RecordList {
        var header = JSONObjectWriter()
        header.add("source", source)
        return RecordList(
            "favorites", header: header,
            fields: Self.fields,
            records: favorites.map(record), table: table)
    }

    private func record(of favorite: FavoriteVehicle) -> [FieldValue] {
        let vehicle = favorite.vehicle
        let position = (vehicle ?? favorite.gone?.vehicle)?.position
        return [
            .text(favorite.favorite.id), FieldValue(favorite.favorite.addedAt),
            .flag(vehicle == nil), FieldValue(vehicle?.state.rawValue),
            FieldValue(position?.latitude), FieldValue(position?.longitude),
            FieldValue(favorite.gone?.seenAt),
            FieldValue(vehicle?.battery?.percent),
        ]
    }

    private var table: RecordList.Table {
        // Only a favorite that is missing has been seen last.
        let hasLastSeen = favorites.contains { $0.gone != nil }
        return RecordList.Table(
            ["ID", "STATE", "COLOR", "BATTERY"] + (hasLastSeen ? ["LAST SEEN"] : []),
            rightAligned: ["BATTERY"],
            rows: favorites.map { row(of: $0) + (hasLastSeen ? [$0.gone?.text ?? ""] : []) })
    }

    private func row(of favorite: FavoriteVehicle) -> [String] {
        let id = DisplayWidth.shortened(TerminalText.escaped(favorite.favorite.id), to: 60)
        guard let vehicle = favorite.vehicle else { return [id, "missing", "", ""] }
        let color = DisplayWidth.shortened(
            TerminalText.escaped(vehicle.color?.label ?? "-"), to: 30)
        return [
            id, vehicle.state.rawValue, color, vehicle.battery.map(ShortText.battery) ?? "-",
        ]
    }
}

/// A favorite and its vehicle.
package struct FavoriteVehicle: Sendable {
    let favorite: Favorite
    /// The vehicle; nil while it is missing from the feed.
    let vehicle: Vehicle?
    /// The missing vehicle as it was last seen, if that is known.
    var gone: GoneVehicle?
}

extension GoneVehicle {
    /// The last known location and its time.
    fileprivate var text: String {
        let location = vehicle.position.map { " at " + ShortText.position($0) } ?? ""
        return LocalTime.text(seenAt) + location
    }
}

extension StableIDResolver {
    /// Returns the favorites with their vehicles in the stored snapshot, in the order of their IDs.
    package func vehicles(
        of favorites: [Favorite], in store: FleetStore
    ) throws -> [FavoriteVehicle] {
        try store.snapshots.read { reader in
            try match(favorites, in: reader).map { favorite in
                guard favorite.vehicle == nil, usesFeedIDs else { return favorite }
                var missing = favorite
                missing.gone = try reader.goneVehicle(favorite.favorite.id, of: key)
                return missing
            }
        }
    }

    /// Matches favorites with the vehicles of the stored snapshot.
    func match(
        _ favorites: [Favorite], in reader: any SnapshotReader
    ) throws -> [FavoriteVehicle] {
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
        var found: [ByteString: Vehicle] = [:]
        try forEachVehicle { vehicle in
            guard let id = stableID(vehicle), favoriteIDs.contains(id) else { return }
            found[ByteString(id)] = vehicle
        }
        return favorites.map {
            FavoriteVehicle(favorite: $0, vehicle: found[ByteString($0.id)])
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
