/// The cells of one row, as bytes with their display widths; reused for every row.
struct VehicleTableRow {
    /// One cell of the row.
    struct Cell {
        var bytes: Range<Int>
        var width: Int
        /// Whether the vehicle has a value in this column.
        var isKnown: Bool
    }

    private(set) var text = UTF8Buffer()
    private(set) var cells: [Cell] = []
    private let columns: [VehicleTableColumn]
    private let style: TableStyle
    private let distanceOrigin: Position?

    /// Creates an empty row; distances are measured from `distanceOrigin`.
    init(columns: [VehicleTableColumn], style: TableStyle, distanceOrigin: Position?) {
        self.columns = columns
        self.style = style
        self.distanceOrigin = distanceOrigin
    }

    /// Fills the row with the values of a vehicle.
    mutating func fill(with vehicle: Vehicle) {
        text.bytes.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        for column in columns {
            let start = text.bytes.count
            append(column, of: vehicle)
            let isKnown = text.bytes.count > start
            if !isKnown { text.append(UInt8(ascii: "-")) }
            let bytes = start..<text.bytes.count
            cells.append(Cell(bytes: bytes, width: width(of: bytes), isKnown: isKnown))
        }
    }

    /// Returns the bytes of a cell.
    func bytes(of cell: Cell) -> ArraySlice<UInt8> { text.bytes[cell.bytes] }

    private func width(of bytes: Range<Int>) -> Int {
        let bytes = text.bytes[bytes]
        if bytes.allSatisfy({ $0 < 0x7F }) { return bytes.count }
        return DisplayWidth.of(String(decoding: bytes, as: UTF8.self))
    }

    /// Appends the value of a vehicle in a column; nothing if it is unknown.
    private mutating func append(_ column: VehicleTableColumn, of vehicle: Vehicle) {
        switch column {
        case .id: append(vehicle.id)
        case .state: text.append(vehicle.state.rawValue)
        case .color: appendColor(vehicle.color)
        case .battery: if let battery = vehicle.battery { text.append(battery) }
        case .range: appendRange(vehicle.currentRangeMeters)
        case .type: append(vehicle.formFactor ?? vehicle.typeID ?? "")
        case .distance: appendDistance(to: vehicle.position)
        case .position: if let position = vehicle.position { text.append(position) }
        case .reported: if let time = vehicle.lastReported { text.append(time, in: style) }
        }
    }

    /// Appends feed text, truncated if it is unreasonably long, so that one vehicle can neither
    /// widen the column nor slow down the measuring.
    private mutating func append(_ feedText: String) {
        let isLong = feedText.utf8.count > Self.maxBytes
        let scalars = feedText.unicodeScalars.prefix(isLong ? Self.maxScalars : .max)
        text.appendEscaped(isLong ? String(scalars) + "…" : feedText)
    }

    private static let maxBytes = 512
    private static let maxScalars = 120

    /// Appends a color as a filter spells it.
    private mutating func appendColor(_ color: VehicleColor?) {
        guard let color else { return }
        for (index, tone) in color.tones.enumerated() {
            if index > 0 { text.append(UInt8(ascii: "-")) }
            append(tone)
        }
    }

    private mutating func appendRange(_ meters: Double?) {
        guard let meters, meters.isFinite else { return }
        text.append(meters: meters)
    }

    private mutating func appendDistance(to position: Position?) {
        guard let distanceOrigin, let position else { return }
        text.append(meters: distanceOrigin.distance(to: position))
    }
}
