/// Columns of the vehicle table and their widths.
struct TableLayout: Equatable {
    /// A column of the layout.
    struct Column: Equatable {
        let column: VehicleTableColumn
        /// Index of its cells in the rows.
        let index: Int
        var width: Int
        /// Whether longer cells are shortened; in a pipe, they shift the following cells instead.
        var isShortened = false
    }

    private(set) var columns: [Column]

    /// Spaces between two columns.
    static let gap = 2

    /// Maximum column width in a pipe, so that one long ID does not widen every row.
    private static let maxPadding = 64

    /// Lays out columns of these natural widths; a terminal omits columns that are empty.
    init(_ widths: [MeasuredColumn], terminalWidth: Int?) {
        columns = widths.enumerated().map { index, measured in
            Column(column: measured.column, index: index, width: measured.width)
        }
        guard let terminalWidth else {
            for index in columns.indices {
                columns[index].width = min(columns[index].width, Self.maxPadding)
            }
            return
        }
        columns.removeAll { !widths[$0.index].isKnown && $0.column != .id }
        fit(max(terminalWidth, 1))
    }

    private mutating func fit(_ terminalWidth: Int) {
        while columns.count > 1, total(of: \.minWidth) > terminalWidth,
            let lowest = columns.indices.min(by: { priority($0) < priority($1) })
        {
            columns.remove(at: lowest)
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

    private func priority(_ index: Int) -> Int { columns[index].column.priority }

    private func total(of width: (Column) -> Int) -> Int {
        columns.reduce(0) { $0 + width($1) } + max(columns.count - 1, 0) * Self.gap
    }

    private var widestThatShrinks: Int? {
        columns.indices.filter { columns[$0].width > columns[$0].minWidth }
            .max { columns[$0].width < columns[$1].width }
    }

    /// Returns the step by which the widest column shrinks: down to the next shrinkable column.
    private func step(_ widest: Int) -> Int {
        let width = columns[widest].width
        let next =
            columns.indices
            .filter { columns[$0].column.minWidth != nil && columns[$0].width < width }
            .map { columns[$0].width }.max() ?? 0
        return width - max(columns[widest].minWidth, min(next, width - 1))
    }
}

extension TableLayout.Column {
    /// Minimum width in this layout.
    var minWidth: Int { min(width, column.minWidth ?? width) }
}

/// Natural width of a column.
struct MeasuredColumn: Equatable {
    let column: VehicleTableColumn
    /// Width of its widest cell, or of its title.
    var width: Int
    /// Whether any vehicle has a value in this column.
    var isKnown = false

    init(_ column: VehicleTableColumn) {
        self.column = column
        width = column.title.utf8CodeUnitCount
    }

    mutating func include(_ cell: VehicleTableRow.Cell) {
        width = max(width, cell.width)
        isKnown = isKnown || cell.isKnown
    }
}
