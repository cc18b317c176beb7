import FleetCore

extension EventsScreen {
    /// Draws it over a screen.
    func render(_ log: EventLog, _ style: TableStyle, in part: Rect, on canvas: inout Canvas) {
        let body = Self.body(of: part)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(.frame))
            canvas.put(
                title(log, style), column: part.column + 2, row: part.row,
                Style(.accent, bold: true), limit: part.columns - 4)
            let places = (top..<top + body.rows).clamped(to: log.shown.indices)
            canvas.draw(in: body) { canvas in
                if places.isEmpty { drawEmpty(log, in: body, on: &canvas) }
                for place in places {
                    let row = Rect(
                        column: body.column, row: body.row + place - top, columns: body.columns,
                        rows: 1)
                    draw(log.shown[place], place == selected, style, in: row, on: &canvas)
                }
            }
        }
    }

    private func title(_ log: EventLog, _ style: TableStyle) -> String {
        let paused =
            log.pausedAt == nil ? nil : "paused, \(ShortCount.grouped(log.news)) new"
        let kinds = log.choice == .all ? nil : log.choice.name
        let since = log.since.map { "since " + style.localTime($0) }
        let parts = ["Events", kinds, paused, since].compactMap(\.self)
        return " " + parts.joined(separator: " · ") + " "
    }

    private func drawEmpty(_ log: EventLog, in body: Rect, on canvas: inout Canvas) {
        guard log.hasBegun else {
            return canvas.putCentered(
                "reading …", in: body, row: body.row + body.rows / 3, Style(.muted))
        }
        let kinds = log.choice == .all ? "Nothing has happened yet." : "None of these kinds yet."
        let lines =
            kinds.wrapped(to: max(8, body.columns))
            + "Each new snapshot is compared with the one before.".wrapped(to: max(8, body.columns))
        for (row, text) in lines.enumerated() {
            canvas.putCentered(
                text, in: body, row: body.row + max(0, (body.rows - lines.count) / 3) + row,
                row == 0 ? .plain : Style(.muted))
        }
    }

    private func draw(
        _ line: EventLog.Line, _ isChosen: Bool, _ style: TableStyle, in row: Rect,
        on canvas: inout Canvas
    ) {
        let ground = canvas.putGround(ofRow: row, isChosen: isChosen)
        let rest = Rect(
            column: row.column + 2, row: row.row, columns: row.columns - 2, rows: 1)
        switch line.entry {
        case .event(let event): draw(event, style, ground, in: rest, on: &canvas)
        case .counted(let words, let time):
            put("turnover: " + words, at: time, style, Style(.warning, on: ground), rest, &canvas)
        case .missed(let count, let time):
            let words = "gap: \(count) snapshots were not compared"
            put(words, at: time, style, Style(.bad, on: ground), rest, &canvas)
        case .dropped(let count):
            let words = "gap: \(ShortCount.grouped(count)) older lines are not kept"
            put(words, at: nil, style, Style(.bad, on: ground), rest, &canvas)
        }
    }

    private func draw(
        _ event: VehicleEvent, _ style: TableStyle, _ ground: Ink, in row: Rect,
        on canvas: inout Canvas
    ) {
        let left = putTime(event.at, style, ground, row, &canvas)
        let kind = Style(event.kind.ink, on: ground, bold: true)
        canvas.put(event.kind.sign, column: left, row: row.row, kind)
        canvas.put(event.kind.words, column: left + 2, row: row.row, kind)
        let code = left + 2 + Self.kindWidth + 1
        let room = row.endColumn - code
        let used = canvas.put(
            event.vehicleID.limited, column: code, row: row.row, Style(on: ground, bold: true),
            limit: min(room, max(10, room / 3)))
        canvas.put(
            event.facts, column: code + max(used, 8) + 2, row: row.row, Style(.muted, on: ground),
            limit: row.endColumn - code - max(used, 8) - 2)
    }

    /// The columns of the longest kind, `battery charged`.
    private static let kindWidth = 15

    private func put(
        _ words: String, at time: Timestamp?, _ style: TableStyle, _ ink: Style, _ row: Rect,
        _ canvas: inout Canvas
    ) {
        let left = putTime(time, style, ink.background, row, &canvas)
        canvas.put(words, column: left, row: row.row, ink, limit: row.endColumn - left)
    }

    /// Writes a time: how long ago it was, and on wide screens the time itself; returns the column
    /// after it.
    private func putTime(
        _ time: Timestamp?, _ style: TableStyle, _ ground: Ink, _ row: Rect,
        _ canvas: inout Canvas
    ) -> Int {
        let isWide = row.columns >= 100
        let width = isWide ? 26 : 7
        guard let time else { return row.column + width + 1 }
        let age = ShortText.age(of: time, now: style.now).map { String($0.dropLast(4)) }
        canvas.put(
            isWide ? style.localTime(time) : age ?? "-", endColumn: row.column + width,
            row: row.row, Style(.muted, on: ground), limit: width)
        return row.column + width + 1
    }
}
