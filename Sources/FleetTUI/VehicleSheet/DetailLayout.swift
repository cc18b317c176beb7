/// Positions of the lines of a vehicle and its QR code, on the screen of the browser and in the
/// output of `fleet detail`.
public struct DetailLayout: Equatable, Sendable {
    /// Position relative to the left of the area and the top of the content.
    public struct Offset: Equatable, Sendable {
        /// Columns from the left.
        public let column: Int
        /// Rows from the top.
        public let row: Int
    }

    /// Width of the lines in columns.
    public let textColumns: Int
    /// First row of the lines.
    public private(set) var textRow = 0
    /// Number of rows of the lines.
    public let textRows: Int
    /// Position of the QR code; `nil` if it does not fit.
    public private(set) var symbol: Offset?
    /// Total number of rows.
    public internal(set) var extent: Int
    /// Areas of the pictures, relative to the same origin.
    var pictures: [Rect] = []

    /// Width of the lines from which the QR code is beside them, not below or above.
    private static let minTextColumns = 34
    /// Height, that of a terminal with 30 rows, from which the QR code of a screen may be above the
    /// lines: lower screens would show little else.
    static let minRowsAbove = 25

    /// Creates a layout with the QR code beside the lines if it fits, else below or above them, so
    /// that it is in view without scrolling if possible.
    ///
    /// - Parameters:
    ///   - symbol: Size of the QR code; `nil` without one.
    ///   - minRowsAbove: Height of the area from which the QR code may be above the lines.
    ///   - rows: Function that returns the number of rows of the lines in a width.
    public init(
        symbol: CanvasSize?, in area: CanvasSize, minRowsAbove: Int = 1,
        rows: (_ columns: Int) -> Int
    ) {
        guard let symbol else {
            (textColumns, textRows) = (area.columns, rows(area.columns))
            extent = textRows
            return
        }
        let beside = area.columns - symbol.columns - 2
        guard beside < Self.minTextColumns else {
            (textColumns, textRows) = (beside, rows(beside))
            (self.symbol, extent) = (Offset(column: beside + 2, row: 0), max(textRows, symbol.rows))
            return
        }
        (textColumns, textRows) = (area.columns, rows(area.columns))
        guard symbol.columns <= area.columns else {
            extent = textRows + 2
            return
        }
        extent = textRows + 1 + symbol.rows
        guard extent > area.rows, symbol.rows <= area.rows, area.rows >= minRowsAbove else {
            self.symbol = Offset(column: 0, row: textRows + 1)
            return
        }
        (textRow, self.symbol) = (symbol.rows + 1, Offset(column: 0, row: 0))
    }
}
