/// The cells of one row, as bytes with the columns that they take; used again for every row.
struct TableCells {
    /// One cell of the row.
    struct Cell {
        var bytes: Range<Int>
        var width: Int
        /// Whether the vehicle has anything there.
        var isKnown: Bool
    }

    private(set) var text = ByteText()
    private(set) var cells: [Cell] = []
    private let columns: [TableColumn]
    private let style: TableStyle
    private let place: Position?

    /// Creates an empty row; distances are measured from `place`.
    init(columns: [TableColumn], style: TableStyle, place: Position?) {
        self.columns = columns
        self.style = style
        self.place = place
    }

    /// Fills the row with a vehicle.
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

    /// The bytes of a cell.
    func bytes(of cell: Cell) -> ArraySlice<UInt8> { text.bytes[cell.bytes] }

    private func width(of bytes: Range<Int>) -> Int {
        let bytes = text.bytes[bytes]
        if bytes.allSatisfy({ $0 < 0x7F }) { return bytes.count }
        return DisplayWidth.of(String(decoding: bytes, as: UTF8.self))
    }

    /// Adds what a vehicle has in a column; nothing if it is not known.
    private mutating func append(_ column: TableColumn, of vehicle: Vehicle) {
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

    /// Adds text of the feed, cut where no honest text is as long: one vehicle's must not widen the
    /// column of all, nor cost the time of measuring megabytes.
    private mutating func append(_ feedText: String) {
        let isLong = feedText.utf8.count > Self.mostBytes
        let scalars = feedText.unicodeScalars.prefix(isLong ? Self.mostScalars : .max)
        text.appendEscaped(isLong ? String(scalars) + "…" : feedText)
    }

    private static let mostBytes = 512
    private static let mostScalars = 120

    /// Adds a color as a filter spells it.
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
        guard let place, let position else { return }
        text.append(meters: place.distance(to: position))
    }
}
