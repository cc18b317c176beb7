package import FleetCore
import FleetRuntime
package import FleetSQL

/// The favorites of a source as a list.
package struct FavoriteReport {
    let source: String
    let favorites: [FavoriteVehicle]

    package init(source: String, favorites: [FavoriteVehicle]) {
        self.source = source
        self.favorites = favorites
    }

    /// Names of all fields.
    package static var fieldNames: [String] { FavoriteVehicle.columns.map(\.name) }

    /// The favorites as a list.
    package func list(_ time: @escaping (Timestamp) -> String) -> RecordList {
        var header = JSONObjectWriter()
        header.add("source", source)
        // Only a favorite that is missing has been seen last.
        let hasLastSeen = favorites.contains { $0.gone != nil }
        return RecordList(
            "favorites", header: header, columns: FavoriteVehicle.columns, rows: favorites,
            table: [
                .init("ID") {
                    DisplayWidth.shortened(TerminalText.escaped($0.favorite.id), to: 60)
                },
                .init("STATE") { $0.vehicle?.state.name ?? "missing" },
                .init("COLOR") {
                    $0.vehicle.map {
                        DisplayWidth.shortened(TerminalText.escaped($0.color?.label ?? "-"), to: 30)
                    } ?? ""
                },
                .number("BATTERY") {
                    $0.vehicle.map { $0.battery.map(ShortText.battery) ?? "-" } ?? ""
                },
                .init("LAST SEEN", isShown: hasLastSeen) { $0.gone?.text(time) ?? "" },
            ])
    }
}

extension GoneVehicle {
    /// The last known location and its time.
    fileprivate func text(_ time: (Timestamp) -> String) -> String {
        let location = vehicle.position.map { " at " + ShortText.position($0) } ?? ""
        return time(seenAt) + location
    }
}

extension VehicleQuery {
    /// Narrows the query to the favorites in the feed; returns the IDs of missing favorites.
    mutating func narrow(to favorites: [FavoriteVehicle]) -> [String] {
        filter.favorites = VehicleIDs(favorites.compactMap { $0.vehicle?.id })
        return favorites.filter { $0.vehicle == nil }.map(\.favorite.id)
    }
}
