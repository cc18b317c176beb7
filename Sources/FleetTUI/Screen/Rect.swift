/// Size of a screen area in character cells.
public struct CanvasSize: Equatable, Sendable {
    /// Number of columns.
    public var columns: Int
    /// Number of rows.
    public var rows: Int

    /// Creates a size; negative values become 0.
    public init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(0, columns), max(0, rows))
    }
}

extension CanvasSize {
    /// Maximum size of a terminal that screens are drawn for; a pseudoterminal may claim to have
    /// 65,535 columns and rows, which would take gigabytes.
    static let terminalLimit = CanvasSize(columns: 1000, rows: 500)

    /// The size with at least one column and row, and at most those of `terminalLimit`.
    var limitedToTerminals: CanvasSize {
        let limit = Self.terminalLimit
        return CanvasSize(
            columns: min(max(columns, 1), limit.columns), rows: min(max(rows, 1), limit.rows))
    }
}

/// Rectangle of a screen; columns and rows count from 0 at the top left.
public struct Rect: Equatable, Sendable {
    /// Leftmost column.
    public var column: Int
    /// Topmost row.
    public var row: Int
    /// Number of columns.
    public var columns: Int
    /// Number of rows.
    public var rows: Int

    /// Creates a rectangle; a negative size becomes 0.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        (self.column, self.row) = (column, row)
        (self.columns, self.rows) = (max(0, columns), max(0, rows))
    }

    /// Creates the rectangle of a whole screen.
    public init(_ size: CanvasSize) {
        self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    /// Whether it contains no cells.
    var isEmpty: Bool { columns == 0 || rows == 0 }
    /// First column to the right of the rectangle.
    public var endColumn: Int { column + columns }
    /// First row below the rectangle.
    public var endRow: Int { row + rows }
    /// Size.
    public var size: CanvasSize { CanvasSize(columns: columns, rows: rows) }

    /// Returns whether a cell is inside the rectangle.
    public func contains(column: Int, row: Int) -> Bool {
        (self.column..<endColumn).contains(column) && (self.row..<endRow).contains(row)
    }

    /// Returns the rectangle without its first `rows` rows.
    public func dropping(top rows: Int) -> Rect {
        let rows = min(max(rows, 0), self.rows)
        return Rect(column: column, row: row + rows, columns: columns, rows: self.rows - rows)
    }

    /// Returns the rectangle without its last `rows` rows.
    public func dropping(bottom rows: Int) -> Rect {
        Rect(column: column, row: row, columns: columns, rows: self.rows - max(rows, 0))
    }

    /// Returns the rectangle inside a margin on each side.
    public func inset(columns: Int, rows: Int) -> Rect {
        Rect(
            column: column + columns, row: row + rows, columns: self.columns - 2 * columns,
            rows: self.rows - 2 * rows)
    }

    /// Returns a rectangle in the middle that is at most this large.
    func centered(columns: Int, rows: Int) -> Rect {
        let (columns, rows) = (min(self.columns, columns), min(self.rows, rows))
        return Rect(
            column: column + (self.columns - columns) / 2, row: row + (self.rows - rows) / 2,
            columns: columns, rows: rows)
    }

    /// Returns the intersection with another rectangle.
    public func intersection(_ other: Rect) -> Rect {
        let (left, top) = (max(column, other.column), max(row, other.row))
        return Rect(
            column: left, row: top, columns: min(endColumn, other.endColumn) - left,
            rows: min(endRow, other.endRow) - top)
    }
}
