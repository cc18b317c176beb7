import FleetCore

/// Vehicle as a row of the list.
struct VehicleRow {
    let vehicle: Vehicle
    let now: Timestamp
    /// Position that distances are measured from.
    let origin: Position?
    let showsSwatches: Bool
    /// Name of its type; nil if it is unknown.
    let typeName: String?

    /// Draws one column of the row.
    func draw(
        _ column: ListColumn, at left: Int, row: Int, background: ColorRole,
        on canvas: inout Canvas
    ) {
        let room = Rect(column: left, row: row, columns: column.width, rows: 1)
        let pen = Pen(room: room, background: background)
        switch column.kind {
        case .id: pen.put(vehicle.id.limited, Style(bold: true), on: &canvas)
        case .state: drawState(column, pen, on: &canvas)
        case .color: drawColor(pen, on: &canvas)
        case .battery: drawBattery(column, pen, on: &canvas)
        case .range:
            pen.putRight(vehicle.currentRangeMeters.map(ShortText.meters), on: &canvas)
        case .distance: pen.putRight(distance.map(ShortText.meters), on: &canvas)
        case .type:
            pen.put(
                typeName?.limited ?? "-", typeName == nil ? Style(.muted) : .plain, on: &canvas)
        case .station: pen.put(vehicle.stationID?.limited ?? "-", Style(.muted), on: &canvas)
        case .position:
            pen.putRight(vehicle.position.map(ShortText.position), Style(.muted), on: &canvas)
        case .reported: pen.putRight(age, Style(.muted), on: &canvas)
        }
    }

    private var distance: Double? {
        guard let origin, let position = vehicle.position else { return nil }
        return origin.distance(to: position)
    }

    private var age: String? {
        vehicle.lastReported.map { ShortText.relativeTime(of: $0, now: now) }
    }

    private func drawState(_ column: ListColumn, _ pen: Pen, on canvas: inout Canvas) {
        let sign = vehicle.state.sign
        let text = column.isWide ? "\(sign) \(vehicle.state.rawValue)" : sign
        pen.put(text, Style(vehicle.state.color), on: &canvas)
    }

    private func drawColor(_ pen: Pen, on canvas: inout Canvas) {
        var pen = pen
        if showsSwatches {
            canvas.drawSwatch(
                vehicle.color?.tones ?? [], column: pen.room.column, row: pen.room.row,
                on: pen.background)
            pen.skip(3)
        }
        guard let color = vehicle.color else { return pen.put("-", Style(.muted), on: &canvas) }
        pen.put(color.label.limited, .plain, on: &canvas)
    }

    /// Draws the battery level as a bar and in percent.
    private func drawBattery(_ column: ListColumn, _ pen: Pen, on canvas: inout Canvas) {
        guard let battery = vehicle.battery else {
            return pen.putRight("-", Style(.muted), on: &canvas)
        }
        if column.isWide {
            let bar = BatteryBar(battery)
            pen.put(bar.text, Style(bar.color, on: .frame), at: 0, on: &canvas)
        }
        pen.putRight(ShortText.battery(battery), on: &canvas)
    }
}

/// Battery level as a bar of five cells.
struct BatteryBar {
    static let cells = 5
    let text: String
    let color: ColorRole

    init(_ battery: Battery) {
        text = FilledBar(share: battery.percent / 100, cells: Self.cells).text
        color = battery.percent < 20 ? .bad : battery.percent < 50 ? .warning : .good
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

    func put(_ text: String, _ style: Style, at offset: Int = 0, on canvas: inout Canvas) {
        canvas.put(
            text, column: room.column + offset, row: room.row, withBackground(style),
            limit: room.columns - offset)
    }

    func putRight(_ text: String?, _ style: Style = .plain, on canvas: inout Canvas) {
        canvas.put(
            text ?? "-", endColumn: room.endColumn, row: room.row,
            withBackground(text == nil ? Style(.muted) : style), limit: room.columns)
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
        case .disabled: "✕"
        case .unknown: "○"
        }
    }

    /// Color of the state.
    var color: ColorRole {
        switch self {
        case .available: .good
        case .reserved: .warning
        case .disabled: .bad
        case .unknown: .muted
        }
    }
}

extension String {
    /// Text limited to a length that a screen can show; a hostile feed may send megabytes.
    var limited: String {
        utf8.count > 512 ? String(unicodeScalars.prefix(200)) + "…" : self
    }
}
