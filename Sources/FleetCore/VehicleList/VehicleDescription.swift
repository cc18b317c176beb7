/// Vehicles as phrases on one line, with the values of the table, for screen readers.
public struct VehicleDescription {
    private static let columns: [VehicleColumn] = [
        .id, .code, .source, .state, .color, .type, .battery, .range, .reported,
    ]

    private let origin: Position?
    private let cells: VehicleCells

    /// Creates descriptions; distances and directions are from `origin`, `nil` to leave them out.
    /// - Parameter source: Name of the source, in a list of several.
    public init(
        _ feed: FeedDescription, source: String? = nil, style: TableStyle, origin: Position?
    ) {
        self.origin = origin
        cells = VehicleCells(feed, source: source, origin: nil) { $1.append($0, in: style) }
    }

    /// Returns the known values of a vehicle, such as
    /// `ABP-PHY, available, red, battery 84%, 350 m north-east`; safe for a terminal.
    public func text(of vehicle: Vehicle) -> String {
        var phrases = Self.columns.compactMap { column -> String? in
            let cell = cells.cell(column, of: vehicle)
            guard cell.isKnown else { return nil }
            return column.isNamedInSpeech ? column.name + " " + cell.text : cell.text
        }
        if let origin, let position = vehicle.position { phrases.append(origin.way(to: position)) }
        return phrases.joined(separator: ", ")
    }
}

extension VehicleColumn {
    /// Whether its values would not explain themselves.
    fileprivate var isNamedInSpeech: Bool { [.battery, .range, .reported].contains(self) }
}
