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

extension Style {
    /// Style of the selected cluster.
    static let selectedCluster = Style(.text, on: .selection, bold: true, underlined: true)

    /// Returns the style of a cluster's count: black or white, whichever is more readable on
    /// `color`.
    ///
    /// Its black and white are slightly off, because a monochrome palette keeps exact black and
    /// white for QR codes but drops this background.
    static func cluster(of color: ColorRole) -> Style {
        switch color {
        case .rgb(let red, let green, let blue):
            let brightness = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
            let background = color == .black ? nearBlack : color == .white ? nearWhite : color
            return Style(brightness < 128_000 ? nearWhite : nearBlack, on: background, bold: true)
        case .accent, .good, .warning, .bad:
            return Style(nearBlack, on: color, bold: true)
        case .text, .muted, .frame, .selection, .sheet:
            return Style(.text, on: .frame, bold: true)
        }
    }

    private static let nearBlack = ColorRole.rgb(1, 1, 1)
    private static let nearWhite = ColorRole.rgb(254, 254, 254)
}
