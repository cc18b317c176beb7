extension SheetLayout {
    /// The sides that a page and a label can have, in millimetres.
    public static let sides: ClosedRange<Double> = 4...1500

    /// The columns and rows that a page can have.
    public static let counts = 1...200

    /// A layout of one's own; one label on a page of its size is a roll.
    ///
    /// - Parameters:
    ///   - page: The whole page.
    ///   - columns: Labels from left to right.
    ///   - rows: Labels from top to bottom.
    ///   - label: One label.
    ///   - left: The margin left of the first column.
    ///   - top: The margin over the first row.
    ///   - gapX: What is between two columns.
    ///   - gapY: What is between two rows.
    /// - Throws: `SheetLayoutError`, also if the labels do not fit the page.
    public init(
        page: PaperSize, columns: Int, rows: Int, label: PaperSize, left: Double, top: Double,
        gapX: Double, gapY: Double
    ) throws(SheetLayoutError) {
        for side in [page.width, page.height, label.width, label.height] {
            guard SheetLayout.sides.contains(side) else { throw .sideOutOfRange(side) }
        }
        for count in [columns, rows] {
            guard SheetLayout.counts.contains(count) else { throw .countOutOfRange(count) }
        }
        for space in [left, top, gapX, gapY] {
            guard 0...SheetLayout.sides.upperBound ~= space else { throw .spaceOutOfRange(space) }
        }
        if page == label, columns == 1, rows == 1, left == 0, top == 0 {
            self.init("custom", "", label: label)
        } else {
            self.init(
                "custom", "", page: page, grid: (columns, rows), label: label,
                margins: (left, top), pitch: (label.width + gapX, label.height + gapY))
        }
        guard fitsItsPage else { throw .tooLarge(needed: extent, page: page) }
    }

    /// How far the labels reach from the upper left corner of the page.
    var extent: PaperSize {
        PaperSize(
            width: left + Double(columns - 1) * pitchX + label.width,
            height: top + Double(rows - 1) * pitchY + label.height)
    }

    /// Whether all labels lie within the page, give or take a hundredth of a millimetre.
    var fitsItsPage: Bool {
        extent.width <= page.width + 0.01 && extent.height <= page.height + 0.01
    }
}

/// Why a layout cannot be.
public enum SheetLayoutError: Error, Equatable, Sendable {
    /// A side of the page or label is outside of `SheetLayout.sides`, in millimetres.
    case sideOutOfRange(Double)

    /// The columns or rows are outside of `SheetLayout.counts`.
    case countOutOfRange(Int)

    /// A margin or gap is negative, larger than any page or no number, in millimetres.
    case spaceOutOfRange(Double)

    /// The labels with margins and gaps need more than the page.
    case tooLarge(needed: PaperSize, page: PaperSize)
}
