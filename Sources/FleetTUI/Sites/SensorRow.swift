import FleetCore

/// Sensor as a row of the site sheet.
struct SensorRow {
    /// Column widths; on narrow screens the least important columns are dropped first.
    struct Columns: Equatable {
        let name: Int
        let value: Int
        let state: Int
        /// Width, 0 if it does not fit; the same for the next columns.
        let age: Int
        let normal: Int
        let trend: Int

        static let gap = 2
        private static let minTrendWidth = 6

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
            normal = take(17, leaving: Self.minTrendWidth + Self.gap)
            trend = room - Self.gap >= Self.minTrendWidth ? min(60, room - Self.gap) : 0
        }
    }

    let measurement: Measurement
    /// Earlier values, oldest first.
    let samples: [Double]
    /// Time of the measurement, or else of the fetch.
    let measuredAt: Timestamp?
    let now: Timestamp
    /// Whether the last attempt to load a newer snapshot failed.
    let isStale: Bool

    private var isAlarm: Bool { measurement.state == .alarm }

    /// Draws one column after the other.
    private struct Pen {
        var column: Int
        let row: Int

        mutating func put(
            _ text: String, _ columns: Int, _ style: Style, alignedRight: Bool = false,
            on canvas: inout Canvas
        ) {
            guard columns > 0 else { return }
            if alignedRight {
                canvas.put(text, endColumn: column + columns, row: row, style, limit: columns)
            } else {
                canvas.put(text, column: column, row: row, style, limit: columns)
            }
            column += columns + Columns.gap
        }
    }

    static func drawHeader(_ columns: Columns, in body: Rect, at row: Int, on canvas: inout Canvas)
    {
        var pen = Pen(column: body.column, row: row)
        let style = Style(.muted)
        pen.put("sensor", columns.name, style, on: &canvas)
        pen.put("value", columns.value, style, alignedRight: true, on: &canvas)
        pen.put("state", columns.state, style, on: &canvas)
        pen.put("measured", columns.age, style, alignedRight: true, on: &canvas)
        pen.put("normal", columns.normal, style, on: &canvas)
        pen.put("trend", columns.trend, style, on: &canvas)
    }

    /// Draws the row.
    func draw(_ columns: Columns, in body: Rect, at row: Int, on canvas: inout Canvas) {
        let plain = isStale ? Style(.muted) : Style(isAlarm ? .bad : .text, bold: isAlarm)
        var pen = Pen(column: body.column, row: row)
        pen.put(measurement.quantity.label, columns.name, plain, on: &canvas)
        pen.put(measurement.text, columns.value, plain, alignedRight: true, on: &canvas)
        drawState(columns, &pen, on: &canvas)
        let age = measuredAt.map { ShortText.relativeTime(of: $0, now: now) } ?? "-"
        pen.put(
            age, columns.age, Style(isStale ? .warning : .muted), alignedRight: true,
            on: &canvas)
        let normal = measurement.thresholdText ?? "-"
        pen.put(normal, columns.normal, Style(.muted), on: &canvas)
        let trend = Sparkline.text(of: samples, width: columns.trend)
        pen.put(trend, columns.trend, Style(isAlarm ? .bad : .accent), on: &canvas)
    }

    private func drawState(_ columns: Columns, _ pen: inout Pen, on canvas: inout Canvas) {
        switch measurement.state {
        case .alarm: pen.put(" ALARM ", columns.state, .alarm, on: &canvas)
        case .normal: pen.put("normal", columns.state, Style(.good), on: &canvas)
        case .unknown: pen.put("-", columns.state, Style(.muted), on: &canvas)
        }
    }
}
