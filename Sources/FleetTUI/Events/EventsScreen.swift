import FleetCore

/// Vehicle events, the newest first.
struct EventsScreen: Screen {
    static let title = "events"

    private var log = EventLog()
    /// Selected and visible lines.
    private var cursor = ListCursor()
    /// Number of the selected line; `nil` follows the newest.
    private var selectedNumber: Int?

    /// Shown lines, newest first.
    var lines: [EventLog.Line] { log.shown }

    /// Index of the selected line.
    private var selected: Int { cursor.selected }

    /// Index of the topmost visible line.
    private var top: Int { cursor.top }

    /// Starts collecting events.
    mutating func begin(at time: Timestamp, of vehicles: Filter) {
        log.begin(at: time, of: vehicles)
    }

    /// Collects the events of other vehicles from now on.
    mutating func narrow(to vehicles: Filter, at time: Timestamp) {
        log.narrow(to: vehicles, at: time)
        follow()
    }

    /// Returns the request to compare a snapshot, if needed.
    mutating func request(_ revision: Int64) -> Effect? { log.request(revision) }

    /// Forgets the pending request, which will not be answered.
    mutating func forgetRequest() {
        log.forgetRequest()
    }

    /// Adds the events of a snapshot; `nil` if it had already been compared.
    mutating func apply(_ update: EventUpdate?) {
        log.apply(update)
        follow()
    }

    /// Follows changed lines: the selected one keeps its selection and its row on the screen.
    private mutating func follow() {
        let lines = log.shown
        // Numbers decrease; the next older line replaces one that is gone.
        let target = selectedNumber.map { number in
            lines.firstIndex { $0.number <= number } ?? lines.count - 1
        }
        cursor.select(target ?? 0, offset: cursor.offset, of: lines.count)
    }

    mutating func resize(_ context: ScreenContext) {
        cursor.resize(Self.body(context).rows, of: log.shown.count)
    }

    private static func body(_ context: ScreenContext) -> Rect {
        context.layout.body.inset(columns: 2, rows: 1)
    }

    private mutating func select(_ target: Int) {
        cursor.select(target, of: log.shown.count)
        selectedNumber = selected == 0 ? nil : log.shown[selected].number
    }
}

extension EventsScreen {
    static let hints = [
        KeyHint("↵", "open the vehicle", short: "open"),
        KeyHint("t", "event type: all, battery, movements, states", short: "type"),
        KeyHint("space", "pause or resume", short: "pause"),
        KeyHint("g", "go to the newest event and follow", short: "newest"),
        KeyHint("j k ↓ ↑", "move"),
        KeyHint("esc", "close", short: "close"),
    ]

    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]? {
        switch key {
        case .escape, .character("q"), .backspace: return [.close]
        case .character("t"):
            log.cycleFilter()
            follow()
        case .character(" "):
            log.togglePause()
            follow()
        case .enter: return open()
        case .mouse(let mouse): return handle(mouse, context)
        default:
            guard let target = cursor.target(of: key, count: log.shown.count) else { return nil }
            select(target)
        }
        return []
    }

    private func open() -> [Action] {
        guard log.shown.indices.contains(selected),
            case .event(let event) = log.shown[selected].entry
        else { return [] }
        return [.go(.vehicle(event.vehicleID))]
    }

    private mutating func handle(_ mouse: Mouse, _ context: ScreenContext) -> [Action] {
        let (part, body) = (context.layout.body, Self.body(context))
        switch mouse.kind {
        case .wheelDown: select(selected + 3)
        case .wheelUp: select(selected - 3)
        case .press where body.contains(column: mouse.column, row: mouse.row):
            let target = top + mouse.row - body.row
            guard log.shown.indices.contains(target) else { return [] }
            if target == selected { return open() }
            select(target)
        case .press where !part.contains(column: mouse.column, row: mouse.row): return [.close]
        case .press, .drag, .release: break
        }
        return []
    }
}

extension EventsScreen {
    func render(_ context: ScreenContext, into canvas: inout Canvas) {
        let (part, body, style) = (context.layout.body, Self.body(context), context.style)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(.frame))
            canvas.put(
                title(style), column: part.column + 2, row: part.row,
                Style(.accent, bold: true), limit: part.columns - 4)
            let indices = (top..<top + body.rows).clamped(to: log.shown.indices)
            canvas.draw(in: body) { canvas in
                if indices.isEmpty { drawEmpty(in: body, on: &canvas) }
                for index in indices {
                    let row = Rect(
                        column: body.column, row: body.row + index - top, columns: body.columns,
                        rows: 1)
                    draw(
                        log.shown[index], isSelected: index == selected, style, in: row,
                        on: &canvas)
                }
            }
        }
    }

    private func title(_ style: TableStyle) -> String {
        let paused =
            log.pausedAt == nil ? nil : "paused, \(ShortText.grouped(log.newCount)) new"
        let filter = log.filter == .all ? nil : log.filter.name
        let since = log.since.map { "since " + style.localTime($0) }
        let parts = ["Events", filter, paused, since].compactMap(\.self)
        return " " + parts.joined(separator: " · ") + " "
    }

    private func drawEmpty(in body: Rect, on canvas: inout Canvas) {
        guard log.hasBaseline else {
            return canvas.putCentered(
                "loading …", in: body, row: body.row + body.rows / 3, Style(.muted))
        }
        let text = log.filter == .all ? "No events yet." : "No events of this type yet."
        let lines =
            text.wrapped(to: max(8, body.columns))
            + "Each new snapshot is compared with the previous one.".wrapped(
                to: max(8, body.columns))
        for (row, text) in lines.enumerated() {
            canvas.putCentered(
                text, in: body, row: body.row + max(0, (body.rows - lines.count) / 3) + row,
                row == 0 ? .plain : Style(.muted))
        }
    }

    private func draw(
        _ line: EventLog.Line, isSelected: Bool, _ style: TableStyle, in row: Rect,
        on canvas: inout Canvas
    ) {
        let background = canvas.drawRowBackground(row, isSelected: isSelected)
        let rest = Rect(
            column: row.column + 2, row: row.row, columns: row.columns - 2, rows: 1)
        switch line.entry {
        case .event(let event):
            draw(event, style, background: background, in: rest, on: &canvas)
        case .summary(let text, let time):
            drawLine(
                "turnover: " + text, at: time, style, textStyle: Style(.warning, on: background),
                in: rest, on: &canvas)
        case .missed(let count, let time):
            drawLine(
                "gap: missed \(ShortText.count(count, "snapshot"))", at: time, style,
                textStyle: Style(.bad, on: background), in: rest, on: &canvas)
        case .dropped(let count):
            drawLine(
                "gap: dropped \(ShortText.grouped(count)) older \(count == 1 ? "line" : "lines")",
                at: nil, style,
                textStyle: Style(.bad, on: background), in: rest, on: &canvas)
        }
    }

    private func draw(
        _ event: VehicleEvent, _ style: TableStyle, background: ColorRole, in row: Rect,
        on canvas: inout Canvas
    ) {
        let left = drawTime(
            event.at, style, background: background, in: row, on: &canvas)
        let kind = Style(event.kind.color, on: background, bold: true)
        canvas.put(event.kind.sign, column: left, row: row.row, kind)
        canvas.put(event.kind.label, column: left + 2, row: row.row, kind)
        let idColumn = left + 2 + Self.kindWidth + 1
        let room = row.endColumn - idColumn
        let used = canvas.put(
            event.vehicleID.limited, column: idColumn, row: row.row,
            Style(on: background, bold: true),
            limit: min(room, max(10, room / 3)))
        canvas.put(
            event.details, column: idColumn + max(used, 8) + 2, row: row.row,
            Style(.muted, on: background),
            limit: row.endColumn - idColumn - max(used, 8) - 2)
    }

    /// Width of the longest label, `battery charged`.
    private static let kindWidth = 15

    private func drawLine(
        _ text: String, at time: Timestamp?, _ style: TableStyle, textStyle: Style, in row: Rect,
        on canvas: inout Canvas
    ) {
        let left = drawTime(time, style, background: textStyle.background, in: row, on: &canvas)
        canvas.put(text, column: left, row: row.row, textStyle, limit: row.endColumn - left)
    }

    /// Draws the age of a time, or on wide screens the time itself; returns the column after it.
    private func drawTime(
        _ time: Timestamp?, _ style: TableStyle, background: ColorRole, in row: Rect,
        on canvas: inout Canvas
    ) -> Int {
        let isWide = row.columns >= 100
        let width = isWide ? 26 : 7
        guard let time else { return row.column + width + 1 }
        let age = ShortText.age(of: time, now: style.now).map { String($0.dropLast(4)) }
        canvas.put(
            isWide ? style.localTime(time) : age ?? "-", endColumn: row.column + width,
            row: row.row, Style(.muted, on: background), limit: width)
        return row.column + width + 1
    }
}
