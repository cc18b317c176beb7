import FleetCore

/// Site as a row of the list.
struct SiteRow {
    /// Column widths of a row.
    struct Columns: Equatable {
        /// Width of the name.
        let title: Int
        /// Width of the vehicle count.
        let vehicles: Int
        /// Width of the sensor values.
        let values: Int
        /// Width of the last report's age; 0 if it does not fit.
        let reported: Int

        init(_ width: Int, titleWidth: Int) {
            let isWide = width >= 60
            // The symbol and the gap after it take two columns.
            let room = max(0, width - 2)
            title = min(max(titleWidth, 6), max(8, room / (isWide ? 3 : 2)), room)
            vehicles = min(isWide ? 9 : 7, max(0, room - title - 2))
            reported = width >= 90 ? 10 : 0
            values = max(
                0, room - title - vehicles - 4 - (reported > 0 ? reported + 2 : 0))
        }
    }

    let site: Site
    /// Number of vehicles at the site.
    let vehicles: Int?
    let now: Timestamp

    /// Symbol and color of the site's state.
    private var sign: (text: String, color: ColorRole) {
        if site.hasAlarm { return ("▲", .bad) }
        if site.isInstalled == false { return ("✕", .warning) }
        switch (site.isRenting, site.isReturning) {
        case (nil, nil): return ("○", .muted)
        case (false?, false?), (false?, nil), (nil, false?): return ("✕", .warning)
        case (false?, true?), (true?, false?): return ("◐", .text)
        case (true?, true?), (true?, nil), (nil, true?): return ("●", .good)
        }
    }

    /// Number of vehicles and capacity, such as `12/40`.
    private var vehicleLabel: String? {
        let (count, room) = (vehicles.map(ShortCount.plain), site.capacity.map(ShortCount.plain))
        if count == nil, room == nil { return nil }
        return (count ?? "-") + (room.map { "/" + $0 } ?? "")
    }

    /// Draws the row.
    func draw(_ columns: Columns, in line: Rect, background: ColorRole, on canvas: inout Canvas) {
        var column = line.column
        canvas.put(
            sign.text, column: column, row: line.row, Style(sign.color, on: background, bold: true))
        column += 2
        canvas.put(
            site.title, column: column, row: line.row, Style(on: background, bold: true),
            limit: columns.title)
        column += columns.title + 2 + columns.vehicles
        let vehicleLabel = vehicleLabel
        canvas.put(
            vehicleLabel ?? "-", endColumn: column, row: line.row,
            Style(vehicleLabel == nil ? .muted : .text, on: background), limit: columns.vehicles)
        column += 2
        let values = Rect(column: column, row: line.row, columns: columns.values, rows: 1)
        canvas.draw(in: values) { drawValues(in: values, background: background, on: &$0) }
        guard columns.reported > 0 else { return }
        let age = site.lastReported.map { ShortText.relativeTime(of: $0, now: now) }
        canvas.put(
            age ?? "-", endColumn: line.endColumn, row: line.row, Style(.muted, on: background),
            limit: columns.reported)
    }

    /// Returns the value of a sensor, without the sensor's name if the unit identifies it.
    private static func shortText(of measurement: Measurement) -> String {
        switch (measurement.quantity, measurement.value) {
        case (.temperature, .number), (.noiseLevel, .number), (.connectivity, .number):
            measurement.text
        default: "\(measurement.quantity.label) \(measurement.text)"
        }
    }

    /// Draws the sensor values that fit; alarms come first and are marked by a word.
    private func drawValues(in part: Rect, background: ColorRole, on canvas: inout Canvas) {
        let alarms = site.measurements.filter { $0.state == .alarm }
        let others = site.measurements.filter { $0.state != .alarm }
        var column = part.column
        func put(_ text: String, _ style: Style) {
            column += canvas.put(
                text, column: column, row: part.row, style, limit: part.endColumn - column)
        }
        for alarm in alarms {
            put("ALARM \(alarm.quantity.label) \(alarm.text)", .alarm)
            put("  ", Style(on: background))
        }
        for (index, measurement) in others.enumerated() {
            put(index == 0 ? "" : " · ", Style(.muted, on: background))
            put(Self.shortText(of: measurement), Style(on: background))
        }
    }
}

extension Style {
    /// Style of alarms, which is reversed on terminals without colors.
    static let alarm = Style(.bad, on: .selection, bold: true)
}
