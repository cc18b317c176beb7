import FleetCore

/// One site as a row of the list.
struct SiteRow {
    /// Where the parts of a row are.
    struct Columns: Equatable {
        /// The columns of the name.
        let title: Int
        /// The columns of how many vehicles are there.
        let vehicles: Int
        /// The columns of what the sensors tell.
        let values: Int
        /// The columns of when it last reported; 0 if there is no room.
        let reported: Int

        init(_ width: Int, titleWidth: Int) {
            let isWide = width >= 60
            // The sign and the gaps take some, too.
            let room = max(0, width - 2)
            title = min(max(titleWidth, 6), max(8, room / (isWide ? 3 : 2)), room)
            vehicles = min(isWide ? 9 : 7, max(0, room - title - 2))
            reported = width >= 90 ? 10 : 0
            values = max(
                0, room - title - vehicles - 4 - (reported > 0 ? reported + 2 : 0))
        }
    }

    let site: Site
    /// How many vehicles are there.
    let vehicles: Int?
    let now: Timestamp

    /// A sign that tells without color how it stands.
    private var sign: (text: String, ink: Ink) {
        if site.hasAlarm { return ("▲", .bad) }
        if site.isInstalled == false { return ("✕", .warning) }
        switch (site.isRenting, site.isReturning) {
        case (nil, nil): return ("○", .muted)
        case (false?, false?), (false?, nil), (nil, false?): return ("✕", .warning)
        case (false?, true?), (true?, false?): return ("◐", .text)
        case (true?, true?), (true?, nil), (nil, true?): return ("●", .good)
        }
    }

    /// How many vehicles are there, and how many have room, such as `12/40`.
    private var vehicleWords: String? {
        let (count, room) = (vehicles.map(ShortCount.plain), site.capacity.map(ShortCount.plain))
        if count == nil, room == nil { return nil }
        return (count ?? "-") + (room.map { "/" + $0 } ?? "")
    }

    /// Draws it into a row of the screen.
    func draw(_ columns: Columns, in line: Rect, ground: Ink, on canvas: inout Canvas) {
        var column = line.column
        canvas.put(
            sign.text, column: column, row: line.row, Style(sign.ink, on: ground, bold: true))
        column += 2
        canvas.put(
            site.title, column: column, row: line.row, Style(on: ground, bold: true),
            limit: columns.title)
        column += columns.title + 2 + columns.vehicles
        let words = vehicleWords
        canvas.put(
            words ?? "-", endColumn: column, row: line.row,
            Style(words == nil ? .muted : .text, on: ground), limit: columns.vehicles)
        column += 2
        let values = Rect(column: column, row: line.row, columns: columns.values, rows: 1)
        canvas.draw(in: values) { drawValues(in: values, ground: ground, on: &$0) }
        guard columns.reported > 0 else { return }
        let age = site.lastReported.map { ShortText.distance(of: $0, now: now) }
        canvas.put(
            age ?? "-", endColumn: line.endColumn, row: line.row, Style(.muted, on: ground),
            limit: columns.reported)
    }

    /// What a sensor tells, without its name where the unit says what it is.
    private static func brief(_ measurement: Measurement) -> String {
        switch (measurement.quantity, measurement.value) {
        case (.temperature, .number), (.noiseLevel, .number), (.connectivity, .number):
            measurement.words
        default: "\(measurement.quantity.words) \(measurement.words)"
        }
    }

    /// What the sensors tell, as much as there is room for; alarms first, by a word too.
    private func drawValues(in part: Rect, ground: Ink, on canvas: inout Canvas) {
        let alarms = site.measurements.filter { $0.state == .alarm }
        let others = site.measurements.filter { $0.state != .alarm }
        var column = part.column
        func put(_ text: String, _ style: Style) {
            column += canvas.put(
                text, column: column, row: part.row, style, limit: part.endColumn - column)
        }
        for alarm in alarms {
            put("ALARM \(alarm.quantity.words) \(alarm.words)", .alarm)
            put("  ", Style(on: ground))
        }
        for (place, measurement) in others.enumerated() {
            put(place == 0 ? "" : " · ", Style(.muted, on: ground))
            put(Self.brief(measurement), Style(on: ground))
        }
    }
}

extension Style {
    /// An alarm stands out from everything, reversed where there are no colors.
    static let alarm = Style(.bad, on: .selection, bold: true)
}
