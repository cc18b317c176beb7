import FleetCore

/// Sheet for the columns of the list and their order; changes apply at once.
struct ColumnSheet: Screen {
    static let title = "columns"

    /// Columns to choose from: the shown ones in their order, then the others.
    private(set) var columns: [BrowserColumn]
    /// Those that are shown.
    private var shown: Set<BrowserColumn>
    private var cursor = ListCursor()

    init(_ shown: [BrowserColumn], of all: [BrowserColumn]) {
        let chosen = shown.filter(all.contains)
        columns = chosen + all.filter { !chosen.contains($0) }
        self.shown = Set(chosen)
    }

    /// Shown columns in their order.
    private var chosen: [BrowserColumn] { columns.filter(shown.contains) }

    static let hints = [
        KeyHint("space", "show or hide the column", short: "toggle"),
        KeyHint("J K", "move the column (or shift and an arrow)", short: "move"),
        KeyHint("j k ↓ ↑", "go to another column"),
        KeyHint("c", "back to the usual columns", short: "usual"),
        KeyHint("esc", "close", short: "close"),
    ]

    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]? {
        switch key {
        case .escape, .character("q"), .character("C"): return [.close]
        case .character(" "), .enter, .character("x"): return toggle()
        case .character("J"), .shiftDown: return move(by: 1)
        case .character("K"), .shiftUp: return move(by: -1)
        case .character("c"):
            self = ColumnSheet(BrowserColumn.usual, of: context.selectableColumns)
            return [.columns(BrowserColumn.usual)]
        case .mouse(let mouse): return handle(mouse, context)
        default:
            guard let target = cursor.target(of: key, count: columns.count) else { return nil }
            cursor.select(target, of: columns.count)
            return []
        }
    }

    private mutating func toggle() -> [Action] {
        guard columns.indices.contains(cursor.selected) else { return [] }
        let column = columns[cursor.selected]
        if shown.remove(column) == nil { shown.insert(column) }
        return [.columns(chosen)]
    }

    private mutating func move(by step: Int) -> [Action] {
        let (from, to) = (cursor.selected, cursor.selected + step)
        guard columns.indices.contains(from), columns.indices.contains(to) else { return [] }
        columns.swapAt(from, to)
        cursor.select(to, of: columns.count)
        return [.columns(chosen)]
    }

    private mutating func handle(_ mouse: Mouse, _ context: ScreenContext) -> [Action] {
        let part = part(of: context.layout.sheet)
        let body = Self.body(of: part)
        switch mouse.kind {
        case .wheelDown: cursor.scroll(by: 1, of: columns.count)
        case .wheelUp: cursor.scroll(by: -1, of: columns.count)
        case .press where body.contains(column: mouse.column, row: mouse.row):
            let target = cursor.top + mouse.row - body.row
            guard columns.indices.contains(target) else { return [] }
            cursor.select(target, of: columns.count)
            return toggle()
        case .press where !part.contains(column: mouse.column, row: mouse.row): return [.close]
        case .press, .drag, .release: break
        }
        return []
    }

    mutating func resize(_ context: ScreenContext) {
        cursor.resize(
            Self.body(of: part(of: context.layout.sheet)).rows, of: columns.count)
    }

    /// Returns the area of a screen that it covers.
    private func part(of screen: Rect) -> Rect {
        screen.centered(columns: 40, rows: columns.count + 2)
    }

    private static func body(of part: Rect) -> Rect { part.inset(columns: 2, rows: 1) }

    func render(_ context: ScreenContext, into canvas: inout Canvas) {
        let part = part(of: context.layout.sheet)
        let body = Self.body(of: part)
        canvas.draw(in: part) { canvas in
            canvas.drawWindow("Columns after the ID", in: part)
            let rows = (cursor.top..<cursor.top + body.rows).clamped(to: columns.indices)
            for index in rows {
                let line = Rect(
                    column: body.column, row: body.row + index - cursor.top, columns: body.columns,
                    rows: 1)
                draw(columns[index], isSelected: index == cursor.selected, in: line, on: &canvas)
            }
            if columns.count > body.rows {
                canvas.drawMoreHint(below: rows.upperBound < columns.count, in: part)
            }
        }
    }

    private func draw(
        _ column: BrowserColumn, isSelected: Bool, in line: Rect, on canvas: inout Canvas
    ) {
        let background = canvas.drawRowBackground(line, isSelected: isSelected)
        let isShown = shown.contains(column)
        canvas.put(
            isShown ? "[x]" : "[ ]", column: line.column + 2, row: line.row,
            Style(isShown ? .accent : .muted, on: background, bold: isShown))
        canvas.put(
            TerminalText.drawable(column.columnName.limited), column: line.column + 6,
            row: line.row, Style(on: background, bold: isShown), limit: line.columns - 6)
    }
}

extension ScreenContext {
    /// Columns that the list can have besides the ID.
    var selectableColumns: [BrowserColumn] {
        BrowserColumn.selectable(
            hasOrigin: setup.origin != nil, properties: info?.feed.properties ?? [])
    }
}

extension Browser {
    /// Columns that the list can have besides the ID.
    var selectableColumns: [BrowserColumn] { context.selectableColumns }

    /// Shows columns that were typed, separated by commas; opens the sheet without any.
    mutating func chooseColumns(_ text: String?) {
        guard let text else { return go(to: .columns) }
        var columns: [BrowserColumn] = []
        for name in text.split(separator: ",") {
            let name = name.trimmingPrefix { $0 == " " }
            let found = selectableColumns.first { ASCIICase.equal($0.columnName, String(name)) }
            if found == nil, name != "id" {
                return showNotice("there is no column \(String(name).limited)", isFailure: true)
            }
            if let found, !columns.contains(found) { columns.append(found) }
        }
        show(columns: columns)
    }

    /// Shows columns, and saves them for the next start.
    mutating func show(columns: [BrowserColumn]) {
        setup.columns = columns
        let isUsual = columns == BrowserColumn.usual.filter(selectableColumns.contains)
        effects.append(
            .write(.saveColumns(isUsual || columns == BrowserColumn.usual ? [] : columns)))
    }
}
