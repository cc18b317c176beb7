import FleetCore

/// State of the help screen: the keys of the screen below it.
struct HelpScreen: Equatable, Sendable {
    /// Name of the explained screen.
    let title: String
    let hints: [KeyHint]
    private var scroll = 0

    init(title: String, hints: [KeyHint]) {
        (self.title, self.hints) = (title, hints)
    }

    /// Keys that work on every screen.
    static let commonHints = [
        KeyHint("r F5", "refresh: restart the subscription", short: "refresh"),
        KeyHint("m", "open or close the map", short: "map"),
        KeyHint("n", "open the notes", short: "notes"),
        KeyHint("S", "open or close the sites and their sensors", short: "sites"),
        KeyHint("e", "show events since this screen was first opened", short: "events"),
        KeyHint("?", "show these keys", short: "help"),
        KeyHint("q", "back; quit from the list", short: "quit"),
        KeyHint("ctrl-L", "redraw the screen"),
        KeyHint("ctrl-Z", "suspend and unsubscribe; `fg` resumes"),
        KeyHint("ctrl-C", "quit"),
    ]

    /// Handles a key; returns whether to close the help.
    mutating func handle(_ key: Key, part: Rect) -> Bool {
        let page = Self.body(of: part).rows
        switch key {
        case .down, .character("j"): move(1, page)
        case .up, .character("k"): move(-1, page)
        case .pageDown, .character(" "): move(page, page)
        case .pageUp: move(-page, page)
        case .mouse(let mouse):
            switch mouse.kind {
            case .wheelDown: move(3, page)
            case .wheelUp: move(-3, page)
            case .press: return !part.contains(column: mouse.column, row: mouse.row)
            case .drag, .release: break
            }
        case .escape, .character("q"), .character("?"), .enter: return true
        default: break
        }
        return false
    }

    private mutating func move(_ rows: Int, _ page: Int) {
        scroll = max(0, min(scroll + rows, lines.count - page))
    }

    private var lines: [KeyHint?] { hints.map { $0 } + [nil] + Self.commonHints.map { $0 } }

    /// Returns the area of a screen that it covers.
    func part(of screen: Rect) -> Rect {
        // The header of the explained screen stays visible if there is room.
        let screen = screen.dropping(top: screen.rows > 12 ? 1 : 0)
        let (columns, rows) = (min(screen.columns, 64), min(screen.rows, lines.count + 2))
        return Rect(
            column: screen.column + (screen.columns - columns) / 2,
            row: screen.row + (screen.rows - rows) / 2, columns: columns, rows: rows)
    }

    private static func body(of part: Rect) -> Rect { part.inset(columns: 2, rows: 1) }

    /// Draws the help over a screen.
    func render(over screen: Rect, on canvas: inout Canvas) {
        let part = part(of: screen)
        let body = Self.body(of: part)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(.frame))
            canvas.put(
                " Keys: \(title) ", column: part.column + 2, row: part.row,
                Style(.accent, bold: true), limit: part.columns - 4)
            let first = min(scroll, max(0, lines.count - body.rows))
            for (row, hint) in lines[first...].prefix(body.rows).enumerated() {
                guard let hint else { continue }
                canvas.put(
                    hint.keys, column: body.column, row: body.row + row, Style(.accent),
                    limit: 13)
                canvas.put(
                    hint.action, column: body.column + 14, row: body.row + row,
                    limit: body.columns - 14)
            }
            if lines.count > body.rows {
                canvas.drawMoreHint(below: first + body.rows < lines.count, in: part)
            }
        }
    }
}
