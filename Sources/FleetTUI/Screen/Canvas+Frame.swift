import FleetCore

extension Canvas {
    /// Draws a border along the inside of a rectangle.
    mutating func frame(_ rect: Rect, _ style: Style) {
        guard rect.columns > 1, rect.rows > 1 else { return }
        let inner = String(repeating: "─", count: rect.columns - 2)
        put("╭" + inner + "╮", column: rect.column, row: rect.row, style)
        for row in rect.row + 1..<rect.endRow - 1 {
            put("│", column: rect.column, row: row, style)
            put("│", column: rect.endColumn - 1, row: row, style)
        }
        put("╰" + inner + "╯", column: rect.column, row: rect.endRow - 1, style)
    }

    /// Writes on the lower border of a frame that there is more content below or above.
    mutating func drawMoreHint(below isMoreBelow: Bool, in rect: Rect) {
        put(
            isMoreBelow ? " ↓ more " : " ↑ ", endColumn: rect.endColumn - 2,
            row: rect.endRow - 1, Style(.muted))
    }

    /// Draws a scroll bar at the right edge of a rectangle, for a list of `count` rows.
    mutating func drawScrollBar(top: Int, of count: Int, in rect: Rect) {
        guard count > rect.rows, rect.rows > 0 else { return }
        let length = max(1, rect.rows * rect.rows / count)
        let start = (rect.rows - length) * top / max(1, count - rect.rows)
        for row in 0..<rect.rows {
            let isThumb = (start..<start + length).contains(row)
            put(
                isThumb ? "┃" : "│", column: rect.endColumn - 1, row: rect.row + row,
                Style(isThumb ? .muted : .frame))
        }
    }

    /// Draws the background of a list row, with a marker at its left if it is selected.
    /// - Returns: The background for the row's text.
    mutating func drawRowBackground(_ row: Rect, isSelected: Bool) -> ColorRole {
        guard isSelected else { return .text }
        fill(row, Style(on: .selection))
        put("▶", column: row.column, row: row.row, Style(.accent, on: .selection))
        return .selection
    }

    /// Writes a text centered in a row.
    mutating func putCentered(_ text: String, in rect: Rect, row: Int, _ style: Style = .plain) {
        let width = min(DisplayWidth.of(TerminalText.drawable(text)), rect.columns)
        put(
            text, column: rect.column + (rect.columns - width) / 2, row: row, style,
            limit: rect.columns)
    }
}
