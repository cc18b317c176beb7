/// A column of a table.
struct TableColumn {
    /// Title; empty in a table without titles.
    var title: String
    /// Whether its cells are right-aligned, as numbers are.
    var isRightAligned = false
    /// Priority; a table that is too wide drops the columns of the lowest priority first.
    var priority = 0
    /// Minimum useful width; `nil` for a column that is never shortened.
    var minWidth: Int?
    /// Whether it is shown even if it is empty in every row.
    var isAlwaysShown = false
    /// Title in a table that is too wide otherwise; `nil` for the usual one.
    var shortTitle: String?
}

/// A column of a table, with the text of its cells, which is safe for a terminal.
struct CellColumn<Row> {
    let column: TableColumn
    /// Text of a cell without a value.
    var placeholder: StaticString = ""
    var color: (Row) -> TextColor = { _ in .plain }
    let text: (Row) -> String
}

/// Columns of a table and their widths: first natural ones, then those that fit.
struct TableLayout {
    /// A column of the layout.
    struct Column {
        fileprivate(set) var column: TableColumn
        /// Index of its cells in the rows.
        let index: Int
        /// Width of its widest cell, or of its title.
        fileprivate(set) var width: Int
        /// Whether longer cells are shortened; in a pipe, they shift the following cells instead.
        fileprivate(set) var isShortened = false
        /// Width of its widest cell.
        fileprivate var cellWidth = 0
        /// Whether a row has a value for it.
        fileprivate var isKnown = false
        fileprivate var isShown: Bool

        fileprivate var minWidth: Int { min(width, column.minWidth ?? width) }
    }

    private(set) var columns: [Column]
    /// Number of columns that were dropped although they are not empty.
    private(set) var dropped = 0
    /// The titles of all columns.
    private(set) var titles: TableRow
    private let allTitles: [String]

    /// Spaces between two columns: one if all or more columns fit then.
    private(set) var gap = 2

    /// Creates a layout as wide as the titles.
    init(_ columns: [TableColumn]) {
        self.columns = columns.enumerated().map { index, column in
            Column(
                column: column, index: index, width: DisplayWidth.of(column.title),
                isShown: column.isAlwaysShown)
        }
        allTitles = columns.map(\.title)
        titles = TableRow(allTitles)
    }

    /// Widens the columns for the cells of a row, up to `limit`.
    mutating func include(_ row: TableRow, limit: Int) {
        for (index, cell) in row.cells.enumerated() {
            let width = min(cell.width, limit)
            columns[index].cellWidth = max(columns[index].cellWidth, width)
            columns[index].width = max(columns[index].width, width)
            columns[index].isKnown = columns[index].isKnown || cell.isKnown
        }
    }

    mutating func setMinWidth(_ width: Int, ofColumn index: Int) {
        columns[index].column.minWidth = width
    }

    /// Drops empty columns, and drops or shortens others until a row fits a terminal.
    mutating func fit(to terminalWidth: Int?) {
        columns.removeAll { !$0.isShown && !$0.isKnown }
        guard let terminalWidth = terminalWidth.map({ max($0, 1) }) else { return }
        if total(of: \.width) > terminalWidth {
            let known = columns.filter(\.isKnown)
            if !known.isEmpty { columns = known }
            shortenTitles()
        }
        if total(of: \.width) > terminalWidth { gap = 1 }
        while columns.count > 1, total(of: \.minWidth) > terminalWidth,
            let lowest = columns.indices.min(by: { priority($0) < priority($1) })
        {
            columns.remove(at: lowest)
            dropped += 1
        }
        if gap == 1, total(of: \.width) + columns.count - 1 <= terminalWidth { gap = 2 }
        while total(of: \.width) > terminalWidth, let widest = widestThatShrinks {
            columns[widest].width -= 1
            columns[widest].isShortened = true
        }
        if total(of: \.width) > terminalWidth, columns.count == 1 {
            columns[0].width = terminalWidth
            columns[0].isShortened = true
        }
    }

    /// Replaces the titles by their short forms.
    private mutating func shortenTitles() {
        guard columns.contains(where: { $0.column.shortTitle != nil }) else { return }
        var texts = allTitles
        for index in columns.indices {
            guard let title = columns[index].column.shortTitle else { continue }
            texts[columns[index].index] = title
            columns[index].width = max(columns[index].cellWidth, DisplayWidth.of(title))
        }
        titles = TableRow(texts)
    }

    private func priority(_ index: Int) -> Int { columns[index].column.priority }

    private func total(of width: (Column) -> Int) -> Int {
        columns.reduce(0) { $0 + width($1) } + max(columns.count - 1, 0) * gap
    }

    private var widestThatShrinks: Int? {
        columns.indices.filter { columns[$0].width > columns[$0].minWidth }
            .max { columns[$0].width < columns[$1].width }
    }
}
