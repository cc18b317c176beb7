/// Which columns a table has and how wide they are.
struct TableLayout: Equatable {
    /// One column as it is drawn.
    struct Column: Equatable {
        let column: TableColumn
        /// Its place in the rows' cells.
        let index: Int
        /// Its width.
        var width: Int
        /// Whether longer cells are shortened; in a pipe they are not, and push the others aside.
        var isShortened = false
    }

    private(set) var columns: [Column]

    /// Columns between two columns.
    static let gap = 2

    /// How far a column of a pipe is padded at most, lest one long code widen every row.
    static let widestPadding = 64

    /// Lays out columns of these natural widths; on terminals, those without a known cell vanish.
    init(_ widths: [MeasuredColumn], terminalWidth: Int?) {
        columns = widths.enumerated().map { index, measured in
            Column(column: measured.column, index: index, width: measured.width)
        }
        guard let terminalWidth else {
            for index in columns.indices {
                columns[index].width = min(columns[index].width, Self.widestPadding)
            }
            return
        }
        columns.removeAll { !widths[$0.index].isKnown && $0.column != .id }
        fit(max(terminalWidth, 1))
    }

    private mutating func fit(_ terminalWidth: Int) {
        while columns.count > 1, total(of: \.least) > terminalWidth,
            let cheapest = columns.indices.min(by: { rank($0) < rank($1) })
        {
            columns.remove(at: cheapest)
        }
        while total(of: \.width) > terminalWidth, let widest = widestThatShrinks {
            let excess = total(of: \.width) - terminalWidth
            columns[widest].width -= min(excess, step(widest))
            columns[widest].isShortened = true
        }
        if total(of: \.width) > terminalWidth, columns.count == 1 {
            columns[0].width = terminalWidth
            columns[0].isShortened = true
        }
    }

    private func rank(_ index: Int) -> Int { columns[index].column.rank }

    private func total(of width: (Column) -> Int) -> Int {
        columns.reduce(0) { $0 + width($1) } + max(columns.count - 1, 0) * Self.gap
    }

    private var widestThatShrinks: Int? {
        columns.indices.filter { columns[$0].width > columns[$0].least }
            .max { columns[$0].width < columns[$1].width }
    }

    /// How far the widest column shrinks at once: to the next one that shrinks, so that they share.
    private func step(_ widest: Int) -> Int {
        let width = columns[widest].width
        let next =
            columns.indices
            .filter { columns[$0].column.leastWidth != nil && columns[$0].width < width }
            .map { columns[$0].width }.max() ?? 0
        return width - max(columns[widest].least, min(next, width - 1))
    }
}

extension TableLayout.Column {
    /// The least width that it can be given.
    var least: Int { min(width, column.leastWidth ?? width) }
}

/// How wide a column would like to be.
struct MeasuredColumn: Equatable {
    let column: TableColumn
    /// The width of its widest cell, or of its title.
    var width: Int
    /// Whether any vehicle has anything there.
    var isKnown = false

    init(_ column: TableColumn) {
        self.column = column
        width = column.title.utf8CodeUnitCount
    }

    mutating func include(_ cell: TableCells.Cell) {
        width = max(width, cell.width)
        isKnown = isKnown || cell.isKnown
    }
}
