import FleetCore

/// One character cell of a screen.
public struct Cell: Equatable, Sendable {
    /// Character; a wide character is stored in its left cell.
    public var character: Character = " "
    /// Style.
    public var style = Style.plain
    /// Whether this cell is the right half of a wide character.
    public var isContinuation = false
}

/// Drawing surface of the screens: rows of cells.
///
/// Only characters with a known width reach the terminal: control and invisible characters are
/// written as escapes, and the joiners of emoji and marks without a base character are dropped.
///
///     var canvas = Canvas(size: CanvasSize(columns: 80, rows: 24))
///     canvas.fill(Rect(canvas.size), Style())
public struct Canvas: Equatable, Sendable {
    /// Size in cells.
    public let size: CanvasSize
    private var cells: [Cell]
    /// Area that drawing is restricted to.
    private var clip: Rect

    /// Creates an empty canvas.
    public init(size: CanvasSize) {
        self.size = size
        cells = Array(repeating: Cell(), count: size.columns * size.rows)
        clip = Rect(size)
    }

    /// Rectangle of the whole canvas.
    public var bounds: Rect { Rect(size) }

    /// The cell at a position; outside of the canvas, an empty cell.
    public subscript(column: Int, row: Int) -> Cell {
        guard bounds.contains(column: column, row: row) else { return Cell() }
        return cells[row * size.columns + column]
    }

    /// Returns the cells of a row, from left to right.
    public func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Restricts the drawing of `body` to a rectangle.
    public mutating func draw(in rect: Rect, _ body: (inout Canvas) -> Void) {
        let outer = clip
        clip = clip.intersection(rect)
        body(&self)
        clip = outer
    }

    /// Fills a rectangle with a character of width 1.
    public mutating func fill(_ rect: Rect, _ style: Style, character: Character = " ") {
        let rect = rect.intersection(clip)
        for row in rect.row..<rect.endRow {
            for column in rect.column..<rect.endColumn {
                set(Cell(character: character, style: style), column, row)
            }
        }
    }

    /// Changes the styles in a rectangle.
    public mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
        let rect = rect.intersection(clip)
        for row in rect.row..<rect.endRow {
            for column in rect.column..<rect.endColumn {
                change(&cells[row * size.columns + column].style)
            }
        }
    }

    /// Writes a text, truncated with `…` to at most `limit` columns.
    /// - Returns: The number of columns written.
    @discardableResult
    public mutating func put(
        _ text: String, column: Int, row: Int, _ style: Style = .plain, limit: Int = .max
    ) -> Int {
        let room = min(limit, clip.endColumn - column)
        guard room > 0 else { return 0 }
        let safe = TerminalText.drawable(text)
        let fitting =
            safe.utf8.count <= room ? safe : DisplayWidth.shortened(safe, to: room)
        var used = 0
        for character in fitting {
            let width = DisplayWidth.of(character)
            // A character without width would be drawn over the previous cell.
            guard width > 0, used + width <= room else { continue }
            put(character, width: width, column: column + used, row: row, style)
            used += width
        }
        return used
    }

    /// Writes a text right-aligned, ending before `endColumn`.
    @discardableResult
    public mutating func put(
        _ text: String, endColumn: Int, row: Int, _ style: Style = .plain, limit: Int = .max
    ) -> Int {
        let width = min(DisplayWidth.of(TerminalText.drawable(text)), limit)
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

    /// Sets a cell; the other half of an overwritten wide character becomes a space.
    private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
        let index = row * size.columns + column
        if !cell.isContinuation, cells[index].isContinuation {
            blankLeft(of: index)
        }
        let next = index + 1
        if column + 1 < size.columns, cells[next].isContinuation {
            cells[next] = Cell(style: cells[next].style)
        }
        cells[index] = cell
    }

    private mutating func blankLeft(of index: Int) {
        var start = index - 1
        while start >= 0, cells[start].isContinuation { start -= 1 }
        guard start >= 0 else { return }
        for cell in start..<index { cells[cell] = Cell(style: cells[cell].style) }
    }

    /// Rows as text, without trailing spaces.
    public var lines: [String] {
        (0..<size.rows).map { row in
            var text = ""
            for cell in self.row(row) where !cell.isContinuation { text.append(cell.character) }
            while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
            return text
        }
    }
}

extension TerminalText {
    /// Returns the text escaped, and without the format characters that are left: the joiners of
    /// emoji, and signs of scripts that terminals do not support.
    ///
    /// Joined emoji are therefore drawn side by side. The width of a joined emoji depends on the
    /// terminal and cannot be queried, so drawing one would shift the rest of the row.
    static func drawable(_ text: String) -> String {
        let safe = escaped(text)
        guard safe.unicodeScalars.contains(where: isFormatCharacter) else { return safe }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: safe.unicodeScalars.lazy.filter { !isFormatCharacter($0) })
        return String(kept)
    }

    private static func isFormatCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0xAD && scalar.properties.generalCategory == .format
    }
}
