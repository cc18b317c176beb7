import FleetCore

/// One vehicle as a row of the screen.
struct VehicleRow {
    let vehicle: Vehicle
    let now: Timestamp
    /// Where distances are taken from.
    let place: Position?
    let showsSwatches: Bool

    /// Draws a column of it.
    func draw(_ column: ListColumn, at left: Int, _ row: Int, ground: Ink, on canvas: inout Canvas)
    {
        let room = Rect(column: left, row: row, columns: column.width, rows: 1)
        let pen = Pen(room: room, ground: ground)
        switch column.kind {
        case .id: pen.put(vehicle.id.limited, Style(bold: true), on: &canvas)
        case .state: drawState(column, pen, on: &canvas)
        case .color: drawColor(pen, on: &canvas)
        case .battery: drawBattery(column, pen, on: &canvas)
        case .range:
            pen.putRight(vehicle.currentRangeMeters.map(ShortText.meters), on: &canvas)
        case .distance: pen.putRight(distance.map(ShortText.meters), on: &canvas)
        case .type:
            let type = vehicle.formFactor ?? vehicle.typeID
            pen.put(type?.limited ?? "-", type == nil ? Style(.muted) : .plain, on: &canvas)
        case .station: pen.put(vehicle.stationID?.limited ?? "-", Style(.muted), on: &canvas)
        case .position:
            pen.putRight(vehicle.position.map(ShortText.position), Style(.muted), on: &canvas)
        case .reported: pen.putRight(age, Style(.muted), on: &canvas)
        }
    }

    private var distance: Double? {
        guard let place, let position = vehicle.position else { return nil }
        return place.distance(to: position)
    }

    private var age: String? {
        vehicle.lastReported.map { ShortText.distance(of: $0, now: now) }
    }

    private func drawState(_ column: ListColumn, _ pen: Pen, on canvas: inout Canvas) {
        let sign = vehicle.state.sign
        let text = column.isWide ? "\(sign) \(vehicle.state.rawValue)" : sign
        pen.put(text, Style(vehicle.state.ink), on: &canvas)
    }

    private func drawColor(_ pen: Pen, on canvas: inout Canvas) {
        var pen = pen
        if showsSwatches {
            canvas.putSwatch(
                vehicle.color?.tones ?? [], column: pen.room.column, row: pen.room.row,
                on: pen.ground)
            pen.skip(3)
        }
        guard let color = vehicle.color else { return pen.put("-", Style(.muted), on: &canvas) }
        pen.put(color.label.limited, .plain, on: &canvas)
    }

    /// The charge as a bar of eighths, and in percent.
    private func drawBattery(_ column: ListColumn, _ pen: Pen, on canvas: inout Canvas) {
        guard let battery = vehicle.battery else {
            return pen.putRight("-", Style(.muted), on: &canvas)
        }
        if column.isWide {
            let bar = BatteryBar(battery)
            pen.put(bar.text, Style(bar.ink, on: .frame), at: 0, on: &canvas)
        }
        pen.putRight(ShortText.battery(battery), on: &canvas)
    }
}

/// A charge as a bar of five cells.
struct BatteryBar {
    static let cells = 5
    let text: String
    let ink: Ink

    init(_ battery: Battery) {
        text = FilledBar(share: battery.percent / 100, cells: Self.cells).text
        ink = battery.percent < 20 ? .bad : battery.percent < 50 ? .warning : .good
    }
}

/// Writes into one cell of a table.
private struct Pen {
    var room: Rect
    let ground: Ink

    mutating func skip(_ columns: Int) {
        room = Rect(
            column: room.column + columns, row: room.row, columns: room.columns - columns, rows: 1)
    }

    func put(_ text: String, _ style: Style, at offset: Int = 0, on canvas: inout Canvas) {
        canvas.put(
            text, column: room.column + offset, row: room.row, grounded(style),
            limit: room.columns - offset)
    }

    func putRight(_ text: String?, _ style: Style = .plain, on canvas: inout Canvas) {
        canvas.put(
            text ?? "-", endColumn: room.endColumn, row: room.row,
            grounded(text == nil ? Style(.muted) : style), limit: room.columns)
    }

    private func grounded(_ style: Style) -> Style {
        style.background == .text ? style.on(ground) : style
    }
}

extension VehicleState {
    /// A sign that tells it without color.
    var sign: String {
        switch self {
        case .available: "●"
        case .reserved: "◐"
        case .disabled: "✕"
        case .unknown: "○"
        }
    }

    /// The color that it is shown in.
    var ink: Ink {
        switch self {
        case .available: .good
        case .reserved: .warning
        case .disabled: .bad
        case .unknown: .muted
        }
    }
}

extension String {
    /// As much of it as any screen shows; a hostile feed's text may be megabytes long.
    var limited: String {
        utf8.count > 512 ? String(unicodeScalars.prefix(200)) + "…" : self
    }
}
