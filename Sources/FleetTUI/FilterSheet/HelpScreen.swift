import FleetCore

/// Keys of the screen below the help.
struct HelpScreen: Screen {
    static let title = "help"

    /// Name of the explained screen.
    private let subject: String
    /// Its keys, those that work on every screen, and the commands, with `nil` between them.
    private let lines: [KeyHint?]
    /// Index of the first command, whose names need more room than keys.
    private let firstCommand: Int
    private var scroll = 0

    /// Explains a screen.
    init(_ screen: any Screen.Type) {
        subject = screen.title
        let common = Browser.commonHints(besides: screen.hints) + Browser.pastHints
        let keys: [KeyHint?] = screen.hints + [nil] + common
        let commands: [KeyHint?] = [nil] + BrowserCommand.all.map(\.lineHint)
        (lines, firstCommand) = (keys + commands, keys.count)
    }

    static let hints = [KeyHint("esc", "close", short: "close")]

    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]? {
        let part = part(of: context.layout.sheet)
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
            case .press where !part.contains(column: mouse.column, row: mouse.row): return [.close]
            case .press, .drag, .release: break
            }
        case .escape, .character("q"), .character("?"), .enter: return [.close]
        default: return [.unused(key)]
        }
        return []
    }

    private mutating func move(_ rows: Int, _ page: Int) {
        scroll = max(0, min(scroll + rows, lines.count - page))
    }

    /// Returns the area of a screen that it covers.
    private func part(of screen: Rect) -> Rect {
        // The header of the explained screen stays visible if there is room.
        screen.dropping(top: screen.rows > 12 ? 1 : 0)
            .centered(columns: 64, rows: lines.count + 2)
    }

    private static func body(of part: Rect) -> Rect { part.inset(columns: 2, rows: 1) }

    func render(_ context: ScreenContext, into canvas: inout Canvas) {
        let part = part(of: context.layout.sheet)
        let body = Self.body(of: part)
        canvas.draw(in: part) { canvas in
            canvas.drawWindow("Keys: \(subject)", in: part)
            let first = min(scroll, max(0, lines.count - body.rows))
            for (row, hint) in lines[first...].prefix(body.rows).enumerated() {
                guard let hint else { continue }
                let width = first + row < firstCommand ? 14 : 18
                canvas.put(
                    hint.keys, column: body.column, row: body.row + row, Style(.accent),
                    limit: width - 1)
                canvas.put(
                    hint.action, column: body.column + width, row: body.row + row,
                    limit: body.columns - width)
            }
            if lines.count > body.rows {
                canvas.drawMoreHint(below: first + body.rows < lines.count, in: part)
            }
        }
    }
}
