/// A block with too many points to draw, shown as a count.
struct MapCluster: Equatable, Sendable {
    /// The count as drawn.
    struct Label: Equatable, Sendable {
        /// Count, with spaces around it if there is room.
        var text: String
        /// Column of the first character.
        var column: Int
        /// Row.
        var row: Int

        /// Cells that the text covers.
        var cells: Rect { Rect(column: column, row: row, columns: text.utf8.count, rows: 1) }
    }

    /// Cells of its points.
    let cells: Rect
    /// Number of points in view.
    let count: Int
    /// Text and position of the count.
    let label: Label

    /// Middle of the label, which determines the cluster's position in the order of items.
    var cell: (column: Int, row: Int) {
        (label.column + label.text.utf8.count / 2, label.row)
    }
}
