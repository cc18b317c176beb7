import FleetCore

/// Names and numbers of the colors on a map, the most frequent first.
public struct MapLegend: Equatable, Sendable {
    /// A color on the map.
    public struct Entry: Equatable, Sendable {
        /// Color of the vehicles.
        public let color: ColorRole
        /// Name of the color, or of the state that it stands for, and the number of vehicles.
        public let text: String
    }

    /// Colors.
    public let entries: [Entry]

    /// Creates the legend of a map.
    public init(_ points: [MapPoint]) {
        self.init(MapPoints(points))
    }

    init(_ points: MapPoints) {
        let counts = points.colorCounts
        let order = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
        entries = order.compactMap { index in
            let color = points.colors[index]
            return color.mapName.map {
                Entry(color: color, text: "\($0) \(ShortText.grouped(counts[index]))")
            }
        }
    }

    /// Draws the entries that fit into `columns` columns.
    func draw(column: Int, row: Int, columns: Int, into canvas: inout Canvas) {
        var used = 0
        for entry in entries {
            let width = 3 + DisplayWidth.of(entry.text)
            guard used + width <= columns else { return }
            canvas.put(" ● ", column: column + used, row: row, Style(entry.color))
            canvas.put(entry.text, column: column + used + 3, row: row, Style(.muted))
            used += width
        }
    }
}

extension ColorRole {
    /// Name of a vehicle's tone, or of the state that the color stands for.
    fileprivate var mapName: String? {
        toneName ?? VehicleState.allCases.first { $0.color == self }?.name
    }
}
