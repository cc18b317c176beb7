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

    /// Returns the top left corner of a label, counted from 0 row by row.
    func origin(ofLabel index: Int) -> (x: Double, y: Double) {
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
