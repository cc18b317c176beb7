import FleetCore

/// One place on a screen.
public struct Cell: Equatable, Sendable {
    /// What is shown; a wide character stands in its left cell.
    public var character: Character = " "
    /// How it is shown.
    public var style = Style.plain
    /// Whether this is the right half of a wide character.
    public var isContinuation = false
}

/// What screens draw on: rows of cells.
///
/// Nothing reaches the terminal from here but characters that take the columns they are given:
/// control characters are written as escapes, and joiners and marks without a base are left out.
public struct Canvas: Equatable, Sendable {
    /// How large it is.
    public let size: CanvasSize
    private var cells: [Cell]
    /// Where drawing has an effect.
    private var clip: Rect

    /// Creates an empty canvas.
    public init(size: CanvasSize) {
        self.size = size
        cells = Array(repeating: Cell(), count: size.columns * size.rows)
        clip = Rect(size)
    }

    /// The whole of it.
    public var bounds: Rect { Rect(size) }

    /// A cell; one outside of the canvas is empty.
    public subscript(column: Int, row: Int) -> Cell {
        guard bounds.contains(column: column, row: row) else { return Cell() }
        return cells[row * size.columns + column]
    }

    /// The cells of a row, from left to right.
    public func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Draws within a part only.
    public mutating func draw(in part: Rect, _ body: (inout Canvas) -> Void) {
        let outer = clip
        clip = clip.intersection(part)
        body(&self)
        clip = outer
    }

    /// Fills a part with a character of one column.
    public mutating func fill(_ part: Rect, _ style: Style, character: Character = " ") {
        let part = part.intersection(clip)
        for row in part.row..<part.endRow {
            for column in part.column..<part.endColumn {
                set(Cell(character: character, style: style), column, row)
            }
        }
    }

    /// Changes the style of what is there.
    public mutating func restyle(_ part: Rect, _ change: (inout Style) -> Void) {
        let part = part.intersection(clip)
        for row in part.row..<part.endRow {
            for column in part.column..<part.endColumn {
                change(&cells[row * size.columns + column].style)
            }
        }
    }

    /// Writes a text, at most `limit` columns of it, shortened by `…`; returns the columns it takes.
    @discardableResult
    public mutating func put(
        _ text: String, column: Int, row: Int, _ style: Style = .plain, limit: Int = .max
    ) -> Int {
        let room = min(limit, clip.endColumn - column)
        guard room > 0 else { return 0 }
        let safe = TerminalText.drawn(text)
        let fitting =
            safe.utf8.count <= room ? safe : DisplayWidth.shortened(safe, to: room)
        var used = 0
        for character in fitting {
            let width = DisplayWidth.of(character)
            // What has no width of its own would be drawn over the cell before it.
            guard width > 0, used + width <= room else { continue }
            put(character, width: width, column: column + used, row: row, style)
            used += width
        }
        return used
    }

    /// Writes a text so that it ends before `endColumn`.
    @discardableResult
    public mutating func put(
        _ text: String, endColumn: Int, row: Int, _ style: Style = .plain, limit: Int = .max
    ) -> Int {
        let width = min(DisplayWidth.of(TerminalText.drawn(text)), limit)
        return put(text, column: endColumn - width, row: row, style, limit: width)
    }

    private mutating func put(
        _ character: Character, width: Int, column: Int, row: Int, _ style: Style
    ) {
        guard clip.contains(column: column, row: row),
            clip.contains(column: column + width - 1, row: row)
        else { return }
        set(Cell(character: character, style: style), column, row)
        for step in 1..<max(width, 1) {
            set(Cell(style: style, isContinuation: true), column + step, row)
        }
    }

    /// Sets a cell; the other half of a wide character that it destroys becomes a space.
    private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
        let place = row * size.columns + column
        if !cell.isContinuation, cells[place].isContinuation {
            blankLeft(of: place)
        }
        let next = place + 1
        if column + 1 < size.columns, cells[next].isContinuation {
            cells[next] = Cell(style: cells[next].style)
        }
        cells[place] = cell
    }

    private mutating func blankLeft(of place: Int) {
        var start = place - 1
        while start >= 0, cells[start].isContinuation { start -= 1 }
        guard start >= 0 else { return }
        for cell in start..<place { cells[cell] = Cell(style: cells[cell].style) }
    }

    /// The rows as text, without spaces at their ends.
    public var lines: [String] {
        (0..<size.rows).map { row in
            let text = String(self.row(row).filter { !$0.isContinuation }.map(\.character))
            let end = text.lastIndex { $0 != " " }
            return end.map { String(text[...$0]) } ?? ""
        }
    }
}
