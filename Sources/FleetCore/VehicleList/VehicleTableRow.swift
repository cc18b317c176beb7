/// The cells of a vehicle in the table; reused for every row.
struct VehicleTableRow {
    private(set) var row = TableRow()
    private let columns: [VehicleTableColumn]
    private let style: TableStyle
    private let distanceOrigin: Position?
    private let rotation: IDRotation
    private let feed: FeedDescription

    /// Creates an empty row; distances are measured from `distanceOrigin`.
    init(
        columns: [VehicleTableColumn], style: TableStyle, feed: FeedDescription,
        rotation: IDRotation, distanceOrigin: Position?
    ) {
        self.rotation = rotation
        self.feed = feed
        self.distanceOrigin = distanceOrigin
        self.columns = columns
        self.style = style
    }

    /// Fills the row with the values of a vehicle; unknown ones become `-`.
    mutating func fill(with vehicle: Vehicle) {
        row.removeAll()
        for column in columns {
            append(column, of: vehicle, to: &row.text)
            row.endCell(
                column == .state ? TextColor(vehicle.state) : .plain,
                vehicleColor: column == .color ? vehicle.color : nil, placeholder: "-")
        }
    }

    /// Appends the value of a vehicle in a column; nothing if it is unknown.
    private func append(
        _ column: VehicleTableColumn, of vehicle: Vehicle, to text: inout UTF8Buffer
    ) {
        switch column {
        case .id: text.append(TerminalText.limited(vehicle.id))
        case .state: text.append(vehicle.state.rawValue)
        case .color: append(vehicle.color, to: &text)
        case .battery: if let battery = vehicle.battery { text.append(battery) }
        case .range: append(meters: vehicle.currentRangeMeters, to: &text)
        case .type: text.append(TerminalText.limited(feed.typeName(of: vehicle) ?? ""))
        case .distance: append(meters: distance(to: vehicle.position), to: &text)
        case .position: if let position = vehicle.position { text.append(position) }
        case .field(let field):
            field.value(of: vehicle, rotation: rotation).append(to: &text, style: style)
        case .reported: if let time = vehicle.lastReported { text.append(time, in: style) }
        }
    }

    /// Appends a color as a filter spells it.
    private func append(_ color: VehicleColor?, to text: inout UTF8Buffer) {
        guard let color else { return }
        for (index, tone) in color.tones.enumerated() {
            if index > 0 { text.append(UInt8(ascii: "-")) }
            text.append(TerminalText.limited(tone))
        }
    }

    private func append(meters: Double?, to text: inout UTF8Buffer) {
        guard let meters, meters.isFinite else { return }
        text.append(meters: meters)
    }

    private func distance(to position: Position?) -> Double? {
        guard let distanceOrigin, let position else { return nil }
        return distanceOrigin.distance(to: position)
    }
}
