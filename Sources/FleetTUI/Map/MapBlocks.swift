/// Blocks of 8 × 4 cells in which points are counted.
///
/// Blocks are fixed to the world, so moving the map does not regroup points. Blocks at the edges
/// of the view are cut off.
struct MapBlocks: Sendable {
    private static let columnsPerBlock = 8
    private static let rowsPerBlock = 4
    /// Minimum label width in columns for a cut block; its label may extend into its neighbor.
    private static let minLabelWidth = 4

    private let size: CanvasSize
    /// Number of columns and rows of the first blocks that are out of view.
    private let (hiddenColumns, hiddenRows): (Int, Int)
    private let (blocksAcross, blocksDown): (Int, Int)

    init(_ viewport: MapViewport) {
        size = viewport.size
        hiddenColumns = viewport.column & (Self.columnsPerBlock - 1)
        hiddenRows = viewport.row & (Self.rowsPerBlock - 1)
        blocksAcross =
            size.columns == 0
            ? 0 : (size.columns + hiddenColumns + Self.columnsPerBlock - 1) / Self.columnsPerBlock
        blocksDown =
            size.rows == 0
            ? 0 : (size.rows + hiddenRows + Self.rowsPerBlock - 1) / Self.rowsPerBlock
    }

    /// Number of blocks in view.
    var count: Int { blocksAcross * blocksDown }

    /// Returns the index of the block that contains a cell.
    func block(column: Int, row: Int) -> Int {
        let blockRow = (row + hiddenRows) / Self.rowsPerBlock
        return blockRow * blocksAcross + (column + hiddenColumns) / Self.columnsPerBlock
    }

    /// Returns the visible cells of a block.
    func cells(of block: Int) -> Rect {
        let corner = Rect(
            column: block % blocksAcross * Self.columnsPerBlock - hiddenColumns,
            row: block / blocksAcross * Self.rowsPerBlock - hiddenRows,
            columns: Self.columnsPerBlock, rows: Self.rowsPerBlock)
        return corner.intersection(Rect(size))
    }

    /// Returns the count of a block, placed at the mean of its points.
    ///
    /// It never covers another count, and avoids the first and the last row, where the north arrow
    /// and the scale bar are, if it can.
    func label(of block: Int, _ density: BlockDensity) -> MapCluster.Label {
        let cells = cells(of: block)
        let columns = labelColumns(of: block % blocksAcross, cells)
        var text = ShortCount.text(density.count)
        if text.utf8.count + 2 <= columns.count { text = " \(text) " }
        let length = text.utf8.count
        let preferred = Int((density.mean.column - Double(length) / 2).rounded())
        let column = max(min(preferred, columns.upperBound - length), columns.lowerBound)
        return MapCluster.Label(
            text: text, column: max(min(column, size.columns - length), 0),
            row: labelRow(cells, preferred: Int(density.mean.row)))
    }

    /// Returns the columns of a block, widened if the block is cut to less than a label needs.
    private func labelColumns(of block: Int, _ cells: Rect) -> Range<Int> {
        let (first, last) = (Self.minLabelWidth, size.columns - Self.minLabelWidth)
        var (start, end) = (cells.column, cells.endColumn)
        if block == 0 { end = max(end, first) }
        if block == 1 { start = max(start, first) }
        if block == blocksAcross - 1 { start = min(start, last) }
        if block == blocksAcross - 2 { end = min(end, last) }
        return max(start, 0)..<max(end, start, 0)
    }

    private func labelRow(_ cells: Rect, preferred: Int) -> Int {
        var (first, last) = (cells.row, cells.endRow - 1)
        if first == 0, first < last { first += 1 }
        if last == size.rows - 1, first < last { last -= 1 }
        return min(max(preferred, first), last)
    }
}

/// Point and dot counts of a block of cells, which decide whether it is drawn as dots or as a
/// number.
struct BlockDensity: Equatable, Sendable {
    /// Number of points up to which a block is always drawn as dots.
    static let maxReadableCount = 24
    /// Average number of points per dot above which most points are hidden.
    static let maxPointsPerDot = 2
    /// Number of lit dots above which a block is a solid patch: half of its dots.
    static let maxDots = 128

    /// Number of points.
    private(set) var count = 0
    /// Number of lit dots.
    private(set) var litDots = 0
    private var columnSum = 0
    private var rowSum = 0

    /// Adds the points of a cell.
    mutating func add(_ count: Int, lit litDots: Int, column: Int, row: Int) {
        self.count += count
        self.litDots += litDots
        columnSum += count * column
        rowSum += count * row
    }

    /// Whether a number is clearer than dots: there are more than 24 points, and either more than
    /// two points per dot on average, or more than half of the dots lit.
    var isUnreadable: Bool {
        count > Self.maxReadableCount
            && (count > Self.maxPointsPerDot * litDots || litDots > Self.maxDots)
    }

    /// Mean position of the points, to the nearest half cell.
    var mean: MapViewport.Point {
        let count = Double(max(count, 1))
        return MapViewport.Point(
            column: Double(columnSum) / count + 0.5, row: Double(rowSum) / count + 0.5)
    }
}
