import FleetCore

/// The keys that work where the help was asked for.
struct HelpScreen: Equatable, Sendable {
    /// What the screen is called that it explains.
    let title: String
    let hints: [KeyHint]
    private var scroll = 0

    init(title: String, hints: [KeyHint]) {
        (self.title, self.hints) = (title, hints)
    }

    /// The keys that work on every screen.
    static let everywhere = [
        KeyHint("r F5", "refresh: end the subscription and begin anew", short: "refresh"),
        KeyHint("m", "the map, and back", short: "map"),
        KeyHint("n", "the notes", short: "notes"),
        KeyHint("S", "the sites and their sensors, and back", short: "sites"),
        KeyHint("e", "what happens, from the first look at it on", short: "events"),
        KeyHint("?", "these keys", short: "help"),
        KeyHint("q", "leave the screen; on the list, end", short: "quit"),
        KeyHint("ctrl-L", "draw the screen anew"),
        KeyHint("ctrl-Z", "halt; the subscription ends until `fg`"),
        KeyHint("ctrl-C", "end"),
    ]

    /// Handles a key; tells whether the help is to be closed.
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

    private var lines: [KeyHint?] { hints.map { $0 } + [nil] + Self.everywhere.map { $0 } }

    /// The part of a screen that it covers.
    func part(of screen: Rect) -> Rect {
        // Whose keys they are stays in sight where there is room for that.
        let screen = screen.dropping(top: screen.rows > 12 ? 1 : 0)
        let (columns, rows) = (min(screen.columns, 64), min(screen.rows, lines.count + 2))
        return Rect(
            column: screen.column + (screen.columns - columns) / 2,
            row: screen.row + (screen.rows - rows) / 2, columns: columns, rows: rows)
    }

    private static func body(of part: Rect) -> Rect { part.inset(columns: 2, rows: 1) }

    /// Draws it over a screen.
    func render(on screen: Rect, _ canvas: inout Canvas) {
        let part = part(of: screen)
        let body = Self.body(of: part)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(.frame))
            canvas.put(
                " Keys of \(title) ", column: part.column + 2, row: part.row,
                Style(.accent, bold: true), limit: part.columns - 4)
            let first = min(scroll, max(0, lines.count - body.rows))
            for (row, hint) in lines[first...].prefix(body.rows).enumerated() {
                guard let hint else { continue }
                canvas.put(
                    hint.keys, column: body.column, row: body.row + row, Style(.accent),
                    limit: 13)
                canvas.put(
                    hint.what, column: body.column + 14, row: body.row + row,
                    limit: body.columns - 14)
            }
            if lines.count > body.rows {
                canvas.putMore(below: first + body.rows < lines.count, in: part)
            }
        }
    }
}
