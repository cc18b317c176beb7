import FleetCore

/// What a sensor tells, as a row of the monitor.
struct SensorRow {
    /// Where the parts of a row are; what matters most is there longest.
    struct Columns: Equatable {
        let name: Int
        let value: Int
        let state: Int
        /// 0 if there is no room, as for the next.
        let age: Int
        let normal: Int
        let course: Int

        static let gap = 2
        private static let leastCourse = 6

        init(_ width: Int) {
            name = min(12, max(4, width / 3))
            value = min(11, max(0, width - name - Self.gap))
            state = 7
            var room = width - name - value - state - 2 * Self.gap
            func take(_ columns: Int, leaving rest: Int) -> Int {
                guard room >= columns + Self.gap + rest else { return 0 }
                room -= columns + Self.gap
                return columns
            }
            age = take(10, leaving: 0)
            normal = take(17, leaving: Self.leastCourse + Self.gap)
            course = room - Self.gap >= Self.leastCourse ? min(60, room - Self.gap) : 0
        }
    }

    let measurement: Measurement
    /// What it told before, the oldest first.
    let samples: [Double]
    /// When it was measured, or else received.
    let at: Timestamp?
    let look: SiteSheetLook

    private var isAlarm: Bool { measurement.state == .alarm }

    /// Writes one part after the other.
    private struct Pen {
        var column: Int
        let row: Int

        mutating func put(
            _ text: String, _ columns: Int, _ style: Style, atRight: Bool = false,
            on canvas: inout Canvas
        ) {
            guard columns > 0 else { return }
            if atRight {
                canvas.put(text, endColumn: column + columns, row: row, style, limit: columns)
            } else {
                canvas.put(text, column: column, row: row, style, limit: columns)
            }
            column += columns + Columns.gap
        }
    }

    static func drawHeads(_ columns: Columns, in body: Rect, at row: Int, on canvas: inout Canvas) {
        var pen = Pen(column: body.column, row: row)
        let style = Style(.muted)
        pen.put("sensor", columns.name, style, on: &canvas)
        pen.put("value", columns.value, style, atRight: true, on: &canvas)
        pen.put("state", columns.state, style, on: &canvas)
        pen.put("measured", columns.age, style, atRight: true, on: &canvas)
        pen.put("normal", columns.normal, style, on: &canvas)
        pen.put("course", columns.course, style, on: &canvas)
    }

    /// Draws it into a row of the screen.
    func draw(_ columns: Columns, in body: Rect, at row: Int, on canvas: inout Canvas) {
        let plain = look.isStale ? Style(.muted) : Style(isAlarm ? .bad : .text, bold: isAlarm)
        var pen = Pen(column: body.column, row: row)
        pen.put(measurement.quantity.words, columns.name, plain, on: &canvas)
        pen.put(measurement.words, columns.value, plain, atRight: true, on: &canvas)
        drawState(columns, &pen, on: &canvas)
        let age = at.map { ShortText.distance(of: $0, now: look.now) } ?? "-"
        pen.put(
            age, columns.age, Style(look.isStale ? .warning : .muted), atRight: true, on: &canvas)
        let normal = measurement.thresholdWords ?? "-"
        pen.put(normal, columns.normal, Style(.muted), on: &canvas)
        let course = Sparkline.text(of: samples, width: columns.course)
        pen.put(course, columns.course, Style(isAlarm ? .bad : .accent), on: &canvas)
    }

    private func drawState(_ columns: Columns, _ pen: inout Pen, on canvas: inout Canvas) {
        switch measurement.state {
        case .alarm: pen.put(" ALARM ", columns.state, .alarm, on: &canvas)
        case .normal: pen.put("normal", columns.state, Style(.good), on: &canvas)
        case .unknown: pen.put("-", columns.state, Style(.muted), on: &canvas)
        }
    }
}
