/// A list as aligned columns for people: measured in one run over the vehicles, written in another.
///
/// On a terminal, columns are shortened and dropped until a row fits; in a pipe all of them stay.
/// An empty list has no rows, not even titles: ``TableHeader`` says why it is empty.
struct VehicleTable {
    let head: ListHead
    let style: TableStyle

    func write(_ vehicles: VehicleSupply, to sink: inout ByteSink) throws {
        guard let layout = try measured(vehicles) else { return }
        appendTitles(layout, to: &sink.text)
        var row = emptyRow
        try vehicles { vehicle in
            row.fill(with: vehicle)
            append(row, of: vehicle, layout, to: &sink.text)
            try sink.endRow()
        }
    }

    private var columns: [TableColumn] {
        let isAboutPlace = head.nearPlace != nil
        return TableColumn.all.filter { $0 != (isAboutPlace ? .position : .distance) }
    }

    private var emptyRow: TableCells {
        TableCells(columns: columns, style: style, place: head.nearPlace)
    }

    /// The layout that suits the vehicles; `nil` if there are none.
    private func measured(_ vehicles: VehicleSupply) throws -> TableLayout? {
        var widths = columns.map(MeasuredColumn.init)
        var row = emptyRow
        var isEmpty = true
        try vehicles { vehicle in
            row.fill(with: vehicle)
            for (index, cell) in row.cells.enumerated() { widths[index].include(cell) }
            isEmpty = false
        }
        return isEmpty ? nil : TableLayout(widths, terminalWidth: style.width)
    }

    private func appendTitles(_ layout: TableLayout, to text: inout ByteText) {
        if style.isColored { text.append(Paint.bold.sequence) }
        for (place, column) in layout.columns.enumerated() {
            let title = column.column.title
            let padding = Padding(column, width: title.utf8CodeUnitCount, at: place, of: layout)
            text.append(UInt8(ascii: " "), count: padding.before)
            let shown = min(title.utf8CodeUnitCount, max(column.width, 1))
            title.withUTF8Buffer { text.bytes.append(contentsOf: $0.prefix(shown)) }
            text.append(UInt8(ascii: " "), count: padding.after)
        }
        if style.isColored { text.append(Paint.reset) }
        text.append(UInt8(ascii: "\n"))
    }

    private func append(
        _ row: TableCells, of vehicle: Vehicle, _ layout: TableLayout, to text: inout ByteText
    ) {
        for (place, column) in layout.columns.enumerated() {
            let cell = row.cells[column.index]
            let isCut = column.isShortened && cell.width > column.width
            let width = isCut ? column.width : cell.width
            let padding = Padding(column, width: width, at: place, of: layout)
            text.append(UInt8(ascii: " "), count: padding.before)
            if isCut {
                text.appendCut(row.bytes(of: cell), to: column.width)
            } else {
                append(
                    column.column, row.bytes(of: cell), isKnown: cell.isKnown, vehicle, to: &text)
            }
            text.append(UInt8(ascii: " "), count: padding.after)
        }
        text.append(UInt8(ascii: "\n"))
    }

    private func append(
        _ column: TableColumn, _ bytes: ArraySlice<UInt8>, isKnown: Bool, _ vehicle: Vehicle,
        to text: inout ByteText
    ) {
        guard style.isColored else { return text.bytes.append(contentsOf: bytes) }
        if column == .color, let color = vehicle.color { return text.appendPainted(color) }
        let paint = isKnown ? (column == .state ? Paint(vehicle.state) : .plain) : .faint
        text.append(paint.sequence)
        text.bytes.append(contentsOf: bytes)
        if paint != .plain { text.append(Paint.reset) }
    }
}

/// The spaces on either side of a cell.
private struct Padding {
    let before: Int
    let after: Int

    init(_ column: TableLayout.Column, width: Int, at place: Int, of layout: TableLayout) {
        let room = max(column.width - width, 0)
        let isLast = place == layout.columns.count - 1
        before = column.column.isNumber ? room : 0
        after = isLast ? 0 : TableLayout.gap + (column.column.isNumber ? 0 : room)
    }
}

extension ByteText {
    /// Adds as much of a cell as fits into so many columns, and fills them.
    fileprivate mutating func appendCut(_ cell: ArraySlice<UInt8>, to width: Int) {
        if cell.allSatisfy({ $0 < 0x7F }) {
            bytes.append(contentsOf: cell.prefix(width - 1))
            append("…")
        } else {
            let text = String(decoding: cell, as: UTF8.self)
            let cut = DisplayWidth.shortened(text, to: width)
            append(cut)
            append(UInt8(ascii: " "), count: width - DisplayWidth.of(cut))
        }
    }

    /// Adds a color as a filter spells it, each tone in its own color.
    mutating func appendPainted(_ color: VehicleColor) {
        for (index, tone) in color.tones.enumerated() {
            if index > 0 { append(UInt8(ascii: "-")) }
            append(Paint(tone: tone)(TerminalText.escaped(tone)))
        }
    }
}
