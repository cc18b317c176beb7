import FleetCore

extension Canvas {
    /// Draws a line around the inside of a part.
    mutating func frame(_ part: Rect, _ style: Style) {
        guard part.columns > 1, part.rows > 1 else { return }
        let inner = String(repeating: "─", count: part.columns - 2)
        put("╭" + inner + "╮", column: part.column, row: part.row, style)
        for row in part.row + 1..<part.endRow - 1 {
            put("│", column: part.column, row: row, style)
            put("│", column: part.endColumn - 1, row: row, style)
        }
        put("╰" + inner + "╯", column: part.column, row: part.endRow - 1, style)
    }

    /// Says on the lower line of a frame whether there is more below what is in sight, or above it.
    mutating func putMore(below isMoreBelow: Bool, in part: Rect) {
        put(
            isMoreBelow ? " ↓ more " : " ↑ ", endColumn: part.endColumn - 2,
            row: part.endRow - 1, Style(.muted))
    }

    /// Shows at the right edge of a part where what is in sight is in a list of so many rows.
    mutating func putScrollBar(top: Int, of count: Int, in part: Rect) {
        guard count > part.rows, part.rows > 0 else { return }
        let length = max(1, part.rows * part.rows / count)
        let start = (part.rows - length) * top / max(1, count - part.rows)
        for row in 0..<part.rows {
            let isThumb = (start..<start + length).contains(row)
            put(
                isThumb ? "┃" : "│", column: part.endColumn - 1, row: part.row + row,
                Style(isThumb ? .muted : .frame))
        }
    }

    /// Draws what a row of a list stands on, with a mark at its left if it is the chosen one; returns the
    /// ground for what is written on it.
    mutating func putGround(ofRow row: Rect, isChosen: Bool) -> Ink {
        guard isChosen else { return .text }
        fill(row, Style(on: .selection))
        put("▶", column: row.column, row: row.row, Style(.accent, on: .selection))
        return .selection
    }

    /// Writes a text into the middle of a row.
    mutating func putCentered(_ text: String, in part: Rect, row: Int, _ style: Style = .plain) {
        let width = min(DisplayWidth.of(TerminalText.drawn(text)), part.columns)
        put(
            text, column: part.column + (part.columns - width) / 2, row: row, style,
            limit: part.columns)
    }
}
