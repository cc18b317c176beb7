/// The cells of a vehicle in the table; reused for every row.
struct VehicleTableRow {
    private(set) var row = TableRow()
    private let columns: [VehicleTableColumn]
    private let style: TableStyle
    private let rotation: IDRotation
    private let cells: VehicleCells

    /// Creates an empty row; distances are measured from `distanceOrigin`.
    init(
        columns: [VehicleTableColumn], style: TableStyle, feed: FeedDescription,
        rotation: IDRotation, distanceOrigin: Position?
    ) {
        (self.columns, self.style, self.rotation) = (columns, style, rotation)
        cells = VehicleCells(feed, origin: distanceOrigin) { $1.append($0, in: style) }
    }

    /// Fills the row with the values of a vehicle; unknown ones become `-`.
    mutating func fill(with vehicle: Vehicle) {
        row.removeAll()
        for column in columns {
            switch column {
            case .column(let column):
                cells.append(column, of: vehicle, to: &row.text)
                row.endCell(
                    TextColor(cells.tone(of: column, vehicle)),
                    vehicleColor: column == .color ? vehicle.color : nil, placeholder: "-")
            case .field(let field):
                field.value(of: vehicle, rotation: rotation).append(to: &row.text, style: style)
                row.endCell(placeholder: "-")
            }
        }
    }
}
