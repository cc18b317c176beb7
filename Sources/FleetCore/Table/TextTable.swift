/// A small text table with aligned columns.
///
/// On a terminal, columns are shortened or dropped until a row fits; a pipe gets all columns.
struct TextTable {
    /// A column of the table.
    struct Column {
        let title: String
        /// Whether its cells are right-aligned.
        var isRightAligned = false
        /// Priority; columns of the lowest priority are dropped first.
        var priority: Int
        /// Minimum useful width; `nil` for a column that is never shortened.
        var minWidth: Int?
    }

    /// One cell, safe for a terminal.
    struct Cell {
        var text: String
        var color = TextColor.plain
    }

    /// A column with its width in the layout.
    private struct FittedColumn {
        let index: Int
        var width: Int
    }

    let columns: [Column]
    private(set) var rows: [[Cell]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row with a cell for each column.
    mutating func add(_ row: [Cell]) {
        rows.append(row)
    }

    /// Returns the titles and the rows, without columns that are empty in every row.
    func lines(style: TableStyle) -> [String] {
        let fitted = fittedColumns(to: style.width)
        let titles = columns.map { Cell(text: $0.title, color: .bold) }
        return ([titles] + rows).map { line(of: $0, fitted, isColored: style.isColored) }
    }

    private func line(of row: [Cell], _ fitted: [FittedColumn], isColored: Bool) -> String {
        var line = ""
        for (position, column) in fitted.enumerated() {
            let cell = row[column.index]
            let text = DisplayWidth.shortened(cell.text, to: column.width)
            let padding = String(
                repeating: " ", count: max(0, column.width - DisplayWidth.of(text)))
            let isRightAligned = columns[column.index].isRightAligned
            if position > 0 { line += String(repeating: " ", count: TableLayout.gap) }
            if isRightAligned { line += padding }
            line += isColored ? cell.color(text) : text
            if !isRightAligned { line += padding }
        }
        // Trailing spaces would be selected along with the text.
        while line.last == " " { line.removeLast() }
        return line
    }
}

// The layout.
extension TextTable {
    private func fittedColumns(to width: Int?) -> [FittedColumn] {
        var fitted = columns.indices.compactMap { index in
            naturalWidth(of: index).map { FittedColumn(index: index, width: $0) }
        }
        guard let width else { return fitted }
        while fitted.count > 1, total(fitted, minWidth(of:)) > width,
            let lowest = fitted.indices.min(by: {
                columns[fitted[$0].index].priority < columns[fitted[$1].index].priority
            })
        {
            fitted.remove(at: lowest)
        }
        shrink(&fitted, to: max(width, 1))
        return fitted
    }

    /// Returns the width of a column's widest cell; `nil` if all are empty.
    private func naturalWidth(of index: Int) -> Int? {
        let widest = rows.reduce(0) { max($0, DisplayWidth.of($1[index].text)) }
        return widest == 0 ? nil : max(widest, DisplayWidth.of(columns[index].title))
    }

    private func minWidth(of column: FittedColumn) -> Int {
        min(column.width, columns[column.index].minWidth ?? column.width)
    }

    private func total(_ fitted: [FittedColumn], _ width: (FittedColumn) -> Int) -> Int {
        fitted.reduce(0) { $0 + width($1) } + max(fitted.count - 1, 0) * TableLayout.gap
    }

    /// Narrows the widest column that may be shortened until the row fits.
    private func shrink(_ fitted: inout [FittedColumn], to width: Int) {
        while total(fitted, \.width) > width,
            let widest = fitted.indices.filter({ fitted[$0].width > minWidth(of: fitted[$0]) })
                .max(by: { fitted[$0].width < fitted[$1].width })
        {
            fitted[widest].width -= 1
        }
        if fitted.count == 1 { fitted[0].width = min(fitted[0].width, width) }
    }
}

/// Style of text output: terminal width, colors, and clock.
public struct TableStyle: Sendable {
    /// Width of the terminal in columns; `nil` in a pipe, where nothing is shortened.
    public var width: Int?
    /// Whether output has ANSI colors.
    public var isColored: Bool
    /// Current time, the reference for ages.
    public var now: Timestamp
    /// Formats a time in the system's time zone with its offset, such as `2024-05-01 14:02 +02:00`.
    public var localTime: @Sendable (Timestamp) -> String

    /// Creates a style.
    public init(
        width: Int?, isColored: Bool, now: Timestamp,
        localTime: @escaping @Sendable (Timestamp) -> String
    ) {
        self.width = width
        self.isColored = isColored
        self.now = now
        self.localTime = localTime
    }
}
