import FleetCore

/// Vehicle as a row of the list.
struct VehicleRow {
    /// Width of the symbol of a state and of a swatch, with the space after it.
    static let (signWidth, swatchWidth) = (2, 3)
    /// Symbol of an alarm, in place of that of the state.
    private static let alarmSign = "▲"

    let vehicle: Vehicle
    let cells: VehicleCells
    let showsSwatches: Bool

    /// Draws one column of the row.
    func draw(
        _ column: ListColumn, at left: Int, row: Int, background: ColorRole,
        on canvas: inout Canvas
    ) {
        let room = Rect(column: left, row: row, columns: column.width, rows: 1)
        let pen = Pen(room: room, background: background)
        switch column.content {
        case .standard(let kind): draw(kind, column, pen, at: left, row: row, on: &canvas)
        case .property(let name):
            let value = vehicle.properties[name].map { TerminalText.drawable($0.limited) }
            pen.put(value ?? "-", Style(value == nil ? .muted : .text), on: &canvas)
        }
    }

    private func draw(
        _ kind: VehicleColumn, _ column: ListColumn, _ pen: Pen, at left: Int, row: Int,
        on canvas: inout Canvas
    ) {
        var pen = pen
        let cell = cells.cell(kind, of: vehicle)
        let style = Style(
            ColorRole(cell.tone), bold: kind == .id || kind == .code || cell.tone == .alarm)
        switch cell.figure {
        case .state where cell.tone == .alarm && column.isWide:
            // It needs the room of the symbol.
            return pen.put(cell.text, style, on: &canvas)
        case .state(let state):
            pen.put(cell.tone == .alarm ? Self.alarmSign : state.sign, style, on: &canvas)
            if !column.isWide { return }
        case .swatches(let tones) where showsSwatches:
            canvas.drawSwatch(tones, column: left, row: row, on: pen.background)
        case .charge(let percent, let level) where column.isWide:
            let bar = BatteryBar(percent, level)
            pen.put(bar.text, Style(bar.color, on: .frame), on: &canvas)
        case .swatches, .charge, .missing, nil: break
        }
        pen.skip(indent(of: column))
        let text = cell.isKnown ? cell.text : "-"
        if column.isRightAligned {
            pen.putRight(text, style, on: &canvas)
        } else {
            pen.put(text, style, on: &canvas)
        }
    }

    /// Space for the picture before a text.
    private func indent(of column: ListColumn) -> Int {
        switch column.kind {
        case .state: Self.signWidth
        case .color where showsSwatches: Self.swatchWidth
        default: 0
        }
    }
}

/// Battery level as a bar of five cells.
struct BatteryBar {
    static let cells = 5
    let text: String
    let color: ColorRole

    init(_ percent: Double, _ level: ChargeLevel) {
        text = FilledBar(share: percent / 100, cells: Self.cells).text
        color = ColorRole(level.tone)
    }
}

/// Writer for one cell of a row.
private struct Pen {
    var room: Rect
    let background: ColorRole

    mutating func skip(_ columns: Int) {
        room = Rect(
            column: room.column + columns, row: room.row, columns: room.columns - columns, rows: 1)
    }

    func put(_ text: String, _ style: Style, on canvas: inout Canvas) {
        canvas.put(
            text, column: room.column, row: room.row, withBackground(style), limit: room.columns)
    }

    func putRight(_ text: String, _ style: Style, on canvas: inout Canvas) {
        canvas.put(
            text, endColumn: room.endColumn, row: room.row, withBackground(style),
            limit: room.columns)
    }

    private func withBackground(_ style: Style) -> Style {
        style.background == .text ? style.on(background) : style
    }
}

extension VehicleState {
    /// Symbol that identifies the state without color.
    var sign: String {
        switch self {
        case .available: "●"
        case .reserved: "◐"
        case .onTrip: "◑"
        case .stopped: "◓"
        case .inUse: "◑"
        case .lent: "◐"
        case .disabled, .nonOperational, .inRepair: "✕"
        case .nonContactable: "⊗"
        case .missing, .stolen: "◌"
        case .unknown: "○"
        case .elsewhere: "◇"
        case .removed, .retired: "□"
        }
    }

    /// Color of the state.
    var color: ColorRole { ColorRole(tone) }
}

extension ColorRole {
    /// Color of the meaning of a text.
    init(_ tone: Tone) {
        switch tone {
        case .plain: self = .text
        case .good: self = .good
        case .warning: self = .warning
        case .bad, .alarm: self = .bad
        case .muted: self = .muted
        }
    }
}

extension String {
    /// Text limited to a length that a screen can show; a hostile feed may send megabytes.
    var limited: String {
        utf8.count > 512 ? String(unicodeScalars.prefix(200)) + "…" : self
    }
}
