/// A block whose points are too many to be seen, and are counted.
struct MapCluster: Equatable, Sendable {
    /// What is shown.
    struct Label: Equatable, Sendable {
        /// The count, with spaces around it if there is room.
        var text: String
        /// The column of its first character.
        var column: Int
        /// Its row.
        var row: Int

        /// The cells that it takes.
        var cells: Rect { Rect(column: column, row: row, columns: text.utf8.count, rows: 1) }
    }

    /// The cells of its points.
    let cells: Rect
    /// How many points there are in view.
    let count: Int
    /// How the count is shown.
    let label: Label

    /// The cell that it is at when things are put in an order.
    var cell: (column: Int, row: Int) {
        (label.column + label.text.utf8.count / 2, label.row)
    }
}
