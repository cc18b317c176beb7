/// The cells of one row, as bytes with their display widths; it can be reused for the next row.
struct TableRow {
    /// One cell of the row.
    struct Cell {
        let bytes: Range<Int>
        let width: Int
        let color: TextColor
        /// Whether it is the row's vehicle color, whose tones are shown in their own colors.
        let isVehicleColor: Bool
        /// Whether it has a value, not only a placeholder.
        let isKnown: Bool
    }

    /// The text of all cells; a value that is appended belongs to the next cell.
    var text = UTF8Buffer()
    private(set) var cells: [Cell] = []
    private(set) var vehicleColor: VehicleColor?

    /// Creates a row of plain cells.
    init(_ values: [String] = []) {
        for value in values { add(value) }
    }

    /// Creates a row of the cells of columns.
    init<Row>(_ row: Row, _ columns: [CellColumn<Row>]) {
        for column in columns {
            text.append(column.text(row))
            endCell(column.color(row), placeholder: column.placeholder)
        }
    }

    /// Removes all cells.
    mutating func removeAll() {
        text.bytes.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
    }

    /// Ends a cell, whose text is safe for a terminal; without text it gets the placeholder.
    mutating func endCell(
        _ color: TextColor = .plain, vehicleColor: VehicleColor? = nil,
        placeholder: StaticString = ""
    ) {
        if let vehicleColor { self.vehicleColor = vehicleColor }
        let start = cells.last?.bytes.upperBound ?? 0
        let isKnown = text.bytes.count > start
        if !isKnown { text.append(placeholder) }
        let bytes = start..<text.bytes.count
        cells.append(
            Cell(
                bytes: bytes, width: width(of: bytes), color: isKnown ? color : .faint,
                isVehicleColor: vehicleColor != nil, isKnown: isKnown))
    }

    /// Adds a cell.
    mutating func add(_ value: String, _ color: TextColor = .plain) {
        text.append(value)
        endCell(color)
    }

    private func width(of bytes: Range<Int>) -> Int {
        let bytes = text.bytes[bytes]
        if bytes.allSatisfy({ $0 < 0x7F }) { return bytes.count }
        return DisplayWidth.of(String(decoding: bytes, as: UTF8.self))
    }
}
