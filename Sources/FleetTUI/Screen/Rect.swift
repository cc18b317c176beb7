/// How large a screen is, in characters.
public struct CanvasSize: Equatable, Sendable {
    /// From left to right.
    public var columns: Int
    /// From top to bottom.
    public var rows: Int

    /// Creates a size; less than nothing is nothing.
    public init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(0, columns), max(0, rows))
    }
}

/// A part of a screen; columns and rows count from 0 at the top left.
public struct Rect: Equatable, Sendable {
    /// The leftmost column.
    public var column: Int
    /// The topmost row.
    public var row: Int
    /// From left to right.
    public var columns: Int
    /// From top to bottom.
    public var rows: Int

    /// Creates a part; less than nothing is nothing.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        (self.column, self.row) = (column, row)
        (self.columns, self.rows) = (max(0, columns), max(0, rows))
    }

    /// The whole of a screen.
    public init(_ size: CanvasSize) {
        self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    /// The first column on the right of it.
    public var endColumn: Int { column + columns }
    /// The first row under it.
    public var endRow: Int { row + rows }
    /// Its size.
    public var size: CanvasSize { CanvasSize(columns: columns, rows: rows) }

    /// Whether a character lies in it.
    public func contains(column: Int, row: Int) -> Bool {
        (self.column..<endColumn).contains(column) && (self.row..<endRow).contains(row)
    }

    /// What is left when so many rows are taken off the top.
    public func dropping(top rows: Int) -> Rect {
        let rows = min(max(rows, 0), self.rows)
        return Rect(column: column, row: row + rows, columns: columns, rows: self.rows - rows)
    }

    /// What is left when so many rows are taken off the bottom.
    public func dropping(bottom rows: Int) -> Rect {
        Rect(column: column, row: row, columns: columns, rows: self.rows - max(rows, 0))
    }

    /// What is left inside of a margin.
    public func inset(columns: Int, rows: Int) -> Rect {
        Rect(
            column: column + columns, row: row + rows, columns: self.columns - 2 * columns,
            rows: self.rows - 2 * rows)
    }

    /// What it has in common with another part.
    public func intersection(_ other: Rect) -> Rect {
        let (left, top) = (max(column, other.column), max(row, other.row))
        return Rect(
            column: left, row: top, columns: min(endColumn, other.endColumn) - left,
            rows: min(endRow, other.endRow) - top)
    }
}
