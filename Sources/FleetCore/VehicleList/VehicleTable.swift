/// Encoder for a list as aligned columns, in two passes: one to measure, one to write.
///
/// On a terminal, columns are shortened or dropped until a row fits; a pipe gets all columns. An
/// empty list has no output, not even titles: ``TableHeader`` gives the reason.
struct VehicleTable {
    let header: ListHeader
    let style: TableStyle

    func write(_ vehicles: VehicleSequence, to sink: inout ByteSink) throws {
        guard let layout = try measured(vehicles) else { return }
        appendTitles(layout, to: &sink.text)
        var row = emptyRow
        try vehicles { vehicle in
            row.fill(with: vehicle)
            append(row, of: vehicle, layout, to: &sink.text)
            try sink.endRow()
        }
    }

    private var columns: [VehicleTableColumn] {
        let showsDistance = header.distanceOrigin != nil
        return VehicleTableColumn.all.filter { $0 != (showsDistance ? .position : .distance) }
    }

    private var emptyRow: VehicleTableRow {
        VehicleTableRow(columns: columns, style: style, distanceOrigin: header.distanceOrigin)
    }

    /// Returns the layout for the vehicles; `nil` if there are none.
    private func measured(_ vehicles: VehicleSequence) throws -> TableLayout? {
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

    private func appendTitles(_ layout: TableLayout, to text: inout UTF8Buffer) {
        if style.isColored { text.append(TextColor.bold.sequence) }
        for (index, column) in layout.columns.enumerated() {
            let title = column.column.title
            let padding = Padding(column, width: title.utf8CodeUnitCount, at: index, of: layout)
            text.append(UInt8(ascii: " "), count: padding.before)
            let shown = min(title.utf8CodeUnitCount, max(column.width, 1))
            title.withUTF8Buffer { text.bytes.append(contentsOf: $0.prefix(shown)) }
            text.append(UInt8(ascii: " "), count: padding.after)
        }
        if style.isColored { text.append(TextColor.reset) }
        text.append(UInt8(ascii: "\n"))
    }

    private func append(
        _ row: VehicleTableRow, of vehicle: Vehicle, _ layout: TableLayout,
        to text: inout UTF8Buffer
    ) {
        for (index, column) in layout.columns.enumerated() {
            let cell = row.cells[column.index]
            let isCut = column.isShortened && cell.width > column.width
            let width = isCut ? column.width : cell.width
            let padding = Padding(column, width: width, at: index, of: layout)
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
        _ column: VehicleTableColumn, _ bytes: ArraySlice<UInt8>, isKnown: Bool, _ vehicle: Vehicle,
        to text: inout UTF8Buffer
    ) {
        guard style.isColored else { return text.bytes.append(contentsOf: bytes) }
        if column == .color, let color = vehicle.color { return text.appendColored(color) }
        let textColor = isKnown ? (column == .state ? TextColor(vehicle.state) : .plain) : .faint
        text.append(textColor.sequence)
        text.bytes.append(contentsOf: bytes)
        if textColor != .plain { text.append(TextColor.reset) }
    }
}

/// The spaces on either side of a cell.
private struct Padding {
    let before: Int
    let after: Int

    init(_ column: TableLayout.Column, width: Int, at index: Int, of layout: TableLayout) {
        let room = max(column.width - width, 0)
        let isLast = index == layout.columns.count - 1
        before = column.column.isRightAligned ? room : 0
        after = isLast ? 0 : TableLayout.gap + (column.column.isRightAligned ? 0 : room)
    }
}

extension UTF8Buffer {
    /// Appends a cell shortened and padded to `width` columns.
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

    /// Appends a color as a filter spells it, each tone in its own color.
    fileprivate mutating func appendColored(_ color: VehicleColor) {
        for (index, tone) in color.tones.enumerated() {
            if index > 0 { append(UInt8(ascii: "-")) }
            append(TextColor(tone: tone)(TerminalText.escaped(tone)))
        }
    }
}
