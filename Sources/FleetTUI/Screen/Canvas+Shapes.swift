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

    /// Draws an empty window with a border and a title.
    mutating func drawWindow(_ title: String, in part: Rect) {
        fill(part, .plain)
        frame(part, Style(.frame))
        put(
            " \(title) ", column: part.column + 2, row: part.row, Style(.accent, bold: true),
            limit: part.columns - 4)
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

extension Canvas {
    /// Draws a vehicle color as two cells, one for each of its first two tones.
    ///
    /// An unknown tone leaves its cell unchanged.
    mutating func drawSwatch(_ tones: [String], column: Int, row: Int, on background: ColorRole) {
        guard !tones.isEmpty else { return }
        for half in 0..<2 {
            guard let color = ColorRole(tone: tones[min(half, tones.count - 1)]) else { continue }
            put("█", column: column + half, row: row, Style(color, on: background))
        }
    }
}

/// Horizontal gauge with a resolution of an eighth of a cell.
struct FilledBar {
    /// Bar, padded with spaces to its full width.
    let text: String

    private static let partialBlocks = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// Creates a bar of `cells` columns that is filled to a share of 0...1.
    init(share: Double, cells: Int) {
        let share = share.isFinite ? min(max(share, 0), 1) : 0
        let eighths = Int((share * Double(cells * 8)).rounded())
        let full = String(repeating: "█", count: eighths / 8) + Self.partialBlocks[eighths % 8]
        text = full + String(repeating: " ", count: cells - full.count)
    }
}
