/// Where the labels lie on a page.
///
/// All lengths are millimetres, counted from the top left of the page.
public struct SheetLayout: Sendable, Equatable {
    /// What the maker calls it, as in `L7160`.
    public let name: String

    /// Who makes it.
    public let maker: String

    /// What else the same product is called.
    public let aliases: [String]

    /// The whole page; of a roll, one label.
    public let page: PaperSize

    /// Labels from left to right.
    public let columns: Int

    /// Labels from top to bottom.
    public let rows: Int

    /// One label.
    public let label: PaperSize

    /// From the left edge of the page to the first label.
    public let left: Double

    /// From the upper edge of the page to the first label.
    public let top: Double

    /// From the left edge of a label to that of the next.
    public let pitchX: Double

    /// From the upper edge of a label to that of the next.
    public let pitchY: Double

    /// Whether each label is a page of its own.
    public let isRoll: Bool

    /// Labels on a page.
    public var labelsPerPage: Int { columns * rows }

    /// The upper left corner of a label, counted from 0 row by row.
    func origin(ofLabel index: Int) -> (x: Double, y: Double) {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        return (left + Double(column) * pitchX, top + Double(row) * pitchY)
    }

    /// A sheet from a maker's numbers.
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

    /// A roll from a maker's numbers: the page is the label.
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
