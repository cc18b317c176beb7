/// The blocks of 8 × 4 cells that points are counted in.
///
/// They lie still in the world, so that moving the map does not shuffle what is counted together;
/// those at the edges of the view are cut.
struct MapBlocks: Sendable {
    private static let wide = 8
    private static let high = 4
    /// The least columns for the label of a cut block, which may reach into its neighbor.
    private static let leastLabel = 4

    private let size: CanvasSize
    /// How many cells of the first blocks are out of view.
    private let (cutColumns, cutRows): (Int, Int)
    private let (across, down): (Int, Int)

    init(_ viewport: MapViewport) {
        size = viewport.size
        cutColumns = viewport.column & (Self.wide - 1)
        cutRows = viewport.row & (Self.high - 1)
        across = size.columns == 0 ? 0 : (size.columns + cutColumns + Self.wide - 1) / Self.wide
        down = size.rows == 0 ? 0 : (size.rows + cutRows + Self.high - 1) / Self.high
    }

    /// How many blocks are in view.
    var count: Int { across * down }

    /// The block of a cell.
    func block(column: Int, row: Int) -> Int {
        (row + cutRows) / Self.high * across + (column + cutColumns) / Self.wide
    }

    /// The cells of a block that are in view.
    func cells(of block: Int) -> Rect {
        let corner = Rect(
            column: block % across * Self.wide - cutColumns,
            row: block / across * Self.high - cutRows, columns: Self.wide, rows: Self.high)
        return corner.intersection(Rect(size))
    }

    /// Where the count of a block stands: around the middle of its points, but so that it does not
    /// cover another count, and leaves the first and the last row to the scale bar if it can.
    func label(of block: Int, _ tally: BlockTally) -> MapCluster.Label {
        let cells = cells(of: block)
        let columns = labelColumns(of: block % across, cells)
        var text = ShortCount.text(tally.count)
        if text.utf8.count + 2 <= columns.count { text = " \(text) " }
        let length = text.utf8.count
        let wanted = Int((tally.mean.column - Double(length) / 2).rounded())
        let column = max(min(wanted, columns.upperBound - length), columns.lowerBound)
        return MapCluster.Label(
            text: text, column: max(min(column, size.columns - length), 0),
            row: labelRow(cells, wanted: Int(tally.mean.row)))
    }

    /// The columns of a block, or a bit more if it is cut to less than a label takes.
    private func labelColumns(of block: Int, _ cells: Rect) -> Range<Int> {
        let (first, last) = (Self.leastLabel, size.columns - Self.leastLabel)
        var (start, end) = (cells.column, cells.endColumn)
        if block == 0 { end = max(end, first) }
        if block == 1 { start = max(start, first) }
        if block == across - 1 { start = min(start, last) }
        if block == across - 2 { end = min(end, last) }
        return max(start, 0)..<max(end, start, 0)
    }

    private func labelRow(_ cells: Rect, wanted: Int) -> Int {
        var (first, last) = (cells.row, cells.endRow - 1)
        if first == 0, first < last { first += 1 }
        if last == size.rows - 1, first < last { last -= 1 }
        return min(max(wanted, first), last)
    }
}
