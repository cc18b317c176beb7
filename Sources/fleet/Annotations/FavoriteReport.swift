import FleetCore

/// The favorites of a source, as text and JSON.
struct FavoriteReport {
    let source: String
    let favorites: [FavoriteVehicle]

    func rendered(_ format: ReportFormat) -> String {
        switch format {
        case .text: text
        case .json: json.text.string + "\n"
        }
    }

    private var text: String {
        let rows = favorites.map { row(of: $0) }
        let widths = (0..<4).map { column in
            rows.map { DisplayWidth.of($0[column]) }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - DisplayWidth.of(cell)))
            }
            let line = cells.joined(separator: "  ")
            return line.prefix(through: line.lastIndex { $0 != " " } ?? line.startIndex) + "\n"
        }.joined()
    }

    /// Returns the ID, the state, the color and the charge.
    private func row(of favorite: FavoriteVehicle) -> [String] {
        let id = DisplayWidth.shortened(TerminalText.escaped(favorite.favorite.id), to: 60)
        guard let vehicle = favorite.vehicle else { return [id, "missing", "", ""] }
        let color = DisplayWidth.shortened(
            TerminalText.escaped(vehicle.color?.label ?? "-"), to: 30)
        return [
            id, vehicle.state.rawValue, color, vehicle.battery.map(ShortText.battery) ?? "-",
        ]
    }

    private var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("source", source)
        object.add(
            "favorites",
            favorites.map { favorite in
                var object = JSONObjectWriter()
                object.add("vehicle_id", favorite.favorite.id)
                object.add("added_at", favorite.favorite.addedAt)
                object.add("away", favorite.vehicle == nil)
                object.add("state", favorite.vehicle?.state.rawValue)
                object.add("lat", favorite.vehicle?.position?.latitude)
                object.add("lon", favorite.vehicle?.position?.longitude)
                object.add("battery_percent", favorite.vehicle?.battery?.percent)
                return object
            })
        return object
    }
}
