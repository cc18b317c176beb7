/// Positions of the labels on a page.
///
/// All lengths are in millimetres, from the top left of the page.
public struct SheetLayout: Sendable, Equatable {
    /// Product number, such as `L7160`.
    public let name: String

    /// Manufacturer.
    public let maker: String

    /// Other product numbers of the same layout.
    public let aliases: [String]

    /// Size of the page; of a roll, one label.
    public let page: PaperSize

    /// Number of columns.
    public let columns: Int

    /// Number of rows.
    public let rows: Int

    /// Size of a label.
    public let label: PaperSize

    /// Left margin of the page.
    public let left: Double

    /// Top margin of the page.
    public let top: Double

    /// Distance between the left edges of adjacent labels.
    public let pitchX: Double

    /// Distance between the top edges of adjacent labels.
    public let pitchY: Double

    /// Whether each label is a page of its own.
    public let isRoll: Bool

    /// Number of labels on a page.
    public var labelsPerPage: Int { columns * rows }

    /// Horizontal gap between adjacent labels.
    public var gapX: Double { pitchX - label.width }

    /// Vertical gap between adjacent labels.
    public var gapY: Double { pitchY - label.height }

    /// Returns the top left corner of a label, counted from 0 row by row.
    public func origin(ofLabel index: Int) -> (x: Double, y: Double) {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        return (left + Double(column) * pitchX, top + Double(row) * pitchY)
    }

    /// Creates a sheet from the manufacturer's dimensions.
    init(
        _ name: String, _ maker: String, aliases: [String] = [], page: PaperSize,
        grid: (columns: Int, rows: Int), label: PaperSize,
        margins: (left: Double, top: Double), pitch: (x: Double, y: Double)
    ) {
        self.name = name
        self.maker = maker
        self.aliases = aliases
        self.page = page
        (columns, rows) = grid
        self.label = label
        (left, top) = margins
        (pitchX, pitchY) = pitch
        isRoll = false
    }

    /// Creates a roll from the manufacturer's dimensions; each label is a page.
    init(_ name: String, _ maker: String, aliases: [String] = [], label: PaperSize) {
        self.name = name
        self.maker = maker
        self.aliases = aliases
        page = label
        self.label = label
        (columns, rows) = (1, 1)
        (left, top) = (0, 0)
        (pitchX, pitchY) = (label.width, label.height)
        isRoll = true
    }
}

extension SheetLayout {
    /// Range of the sides of a page and a label, in millimetres.
    public static let sides: ClosedRange<Double> = 4...1500

    /// Range of the columns and rows of a page.
    public static let counts = 1...200

    /// Creates a custom layout; a single label of the page's size is a roll.
    ///
    /// - Parameters:
    ///   - page: The size of the page.
    ///   - columns: The number of columns.
    ///   - rows: The number of rows.
    ///   - label: The size of a label.
    ///   - left: The margin left of the first column.
    ///   - top: The margin above the first row.
    ///   - gapX: The gap between columns.
    ///   - gapY: The gap between rows.
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
        guard fitsPage else { throw .tooLarge(needed: extent, page: page) }
    }

    /// Creates a roll of labels of any size, whose name is the size.
    /// - Throws: `SheetLayoutError`.
    public init(rollOf label: PaperSize) throws(SheetLayoutError) {
        for side in [label.width, label.height] {
            guard SheetLayout.sides.contains(side) else { throw .sideOutOfRange(side) }
        }
        self.init(label.text + " mm", "", label: label)
    }

    /// Returns the positions in text such as `3,17` and `1-4,9`, ascending; `nil` for other text.
    public static func positions(_ text: String) -> [Int]? {
        var positions: Set<Int> = []
        let limit = counts.upperBound * counts.upperBound
        for part in text.filter({ $0 != " " }).split(
            separator: ",", omittingEmptySubsequences: false)
        {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
                .map { Int($0) }
            guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1],
                first >= 1, first <= last, last <= limit
            else { return nil }
            positions.formUnion(first...last)
        }
        return positions.sorted()
    }

    /// Extent of the labels from the top left corner of the page.
    var extent: PaperSize {
        PaperSize(
            width: left + Double(columns - 1) * pitchX + label.width,
            height: top + Double(rows - 1) * pitchY + label.height)
    }

    /// Whether all labels fit the page, within a hundredth of a millimetre.
    private var fitsPage: Bool {
        extent.width <= page.width + 0.01 && extent.height <= page.height + 0.01
    }
}

/// Error of a custom layout.
public enum SheetLayoutError: Error, Equatable, Sendable {
    /// A side of the page or label is outside of `SheetLayout.sides`, in millimetres.
    case sideOutOfRange(Double)

    /// The columns or rows are outside of `SheetLayout.counts`.
    case countOutOfRange(Int)

    /// A margin or gap is negative, too large or not a number, in millimetres.
    case spaceOutOfRange(Double)

    /// The labels with margins and gaps do not fit the page.
    case tooLarge(needed: PaperSize, page: PaperSize)
}
