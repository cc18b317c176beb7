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
    package static var fieldNames: [String] { FavoriteVehicle.fields.map(\.name) }

    package var list: RecordList {
        var header = JSONObjectWriter()
        header.add("source", source)
        return RecordList(
            "favorites", header: header,
            fields: FavoriteVehicle.fields,
            records: favorites.map(\.record), table: table)
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
            id, vehicle.state.name, color, vehicle.battery.map(ShortText.battery) ?? "-",
        ]
    }
}

extension GoneVehicle {
    /// The last known location and its time.
    fileprivate var text: String {
        let location = vehicle.position.map { " at " + ShortText.position($0) } ?? ""
        return LocalTime.text(seenAt) + location
    }
}

extension VehicleQuery {
    /// Narrows the query to the favorites in the feed; returns the IDs of missing favorites.
    mutating func narrow(to favorites: [FavoriteVehicle]) -> [String] {
        filter.favorites = VehicleIDs(favorites.compactMap { $0.vehicle?.id })
        return favorites.filter { $0.vehicle == nil }.map(\.favorite.id)
    }
}
