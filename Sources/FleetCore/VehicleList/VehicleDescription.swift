/// Writer of vehicles as phrases on one line, with the values of the table, for screen readers.
public struct VehicleDescription {
    private static let columns: [VehicleTableColumn] = [
        .id, .state, .color, .type, .battery, .range, .reported,
    ]

    private let origin: Position?
    private var row: VehicleTableRow

    /// Creates a writer; distances and directions are from `origin`, `nil` to leave them out.
    public init(_ feed: FeedDescription, style: TableStyle, origin: Position?) {
        self.origin = origin
        row = VehicleTableRow(
            columns: Self.columns, style: style, feed: feed, rotation: .unknown,
            distanceOrigin: nil)
    }

    /// Returns the known values of a vehicle, such as
    /// `ABP-PHY, available, red, battery 84%, 350 m north-east`; safe for a terminal.
    public mutating func text(of vehicle: Vehicle) -> String {
        row.fill(with: vehicle)
        var phrases: [String] = []
        for (column, cell) in zip(Self.columns, row.row.cells) where cell.isKnown {
            let value = String(decoding: row.row.text.bytes[cell.bytes], as: UTF8.self)
            phrases.append(column.spokenName.map { $0 + " " + value } ?? value)
        }
        if let origin, let position = vehicle.position { phrases.append(origin.way(to: position)) }
        return phrases.joined(separator: ", ")
    }
}

extension VehicleTableColumn {
    /// Name before a value that would not explain itself.
    fileprivate var spokenName: String? {
        switch self {
        case .battery, .range, .reported: title.lowercased()
        case .id, .state, .color, .type, .distance, .position, .field: nil
        }
    }
}
