/// The cells of a vehicle in the table; reused for every row.
struct VehicleTableRow {
    private(set) var row = TableRow()
    private let columns: [VehicleTableColumn]
    private let style: TableStyle
    private let sources: [ListedSource]
    /// The cells of each source.
    private let cells: [VehicleCells]

    /// Creates an empty row of a list.
    init(columns: [VehicleTableColumn], style: TableStyle, header: ListHeader) {
        (self.columns, self.style, sources) = (columns, style, header.listedSources)
        cells = header.sources.map { source in
            VehicleCells(source.feed, source: source.source, origin: header.distanceOrigin) {
                $1.append($0, in: style)
            }
        }
    }

    /// Fills the row with the values of a vehicle; unknown ones become `-`.
    mutating func fill(with vehicle: Vehicle, of source: Int) {
        row.removeAll()
        let cells = cells[source]
        for column in columns {
            switch column {
            case .column(let column):
                cells.append(column, of: vehicle, to: &row.text)
                row.endCell(
                    TextColor(cells.tone(of: column, vehicle)),
                    vehicleColor: column == .color ? vehicle.color : nil, placeholder: "-")
            case .field(let field):
                field.value(of: vehicle, in: sources[source]).append(to: &row.text, style: style)
                row.endCell(placeholder: "-")
            case .custom(let name):
                row.text.append(TerminalText.limited(vehicle.properties[name] ?? ""))
                row.endCell(placeholder: "-")
            }
        }
    }
}
