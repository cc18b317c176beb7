/// The points in view, sorted into the cells of the screen: what is drawn, and what can be chosen.
///
/// Made by a counting sort: two passes over the points, and no memory but a few arrays.
struct MapFrame {
    let viewport: MapViewport
    /// The places of the points in view in `MapPoints`, cell by cell, row by row.
    private(set) var members: [Int32] = []
    /// Where each cell's points begin in `members`; one more than there are cells.
    private(set) var starts: [Int32]
    /// The dots of each cell that have points.
    private(set) var dots: [BrailleDots]
    /// The blocks that are shown as a count, from top to bottom and from left to right.
    private(set) var clusters: [MapCluster] = []
    /// For each block, the place of its cluster in `clusters`, or −1.
    private var clusterOfBlock: [Int32] = []
    private let blocks: MapBlocks

    init(_ points: [MapPoint], in viewport: MapViewport) {
        self.viewport = viewport
        blocks = MapBlocks(viewport)
        let cells = viewport.size.columns * viewport.size.rows
        starts = Array(repeating: 0, count: cells + 1)
        dots = Array(repeating: BrailleDots(), count: cells)
        let cellOf = locate(points)
        sort(cellOf)
        findClusters()
    }

    /// The points of a run of cells in one row.
    func members(row: Int, columns: Range<Int>) -> ArraySlice<Int32> {
        let first = row * viewport.size.columns
        return members[
            Int(starts[first + columns.lowerBound])..<Int(starts[first + columns.upperBound])]
    }

    /// The points of a part of the view, row by row.
    func members(in part: Rect) -> [ArraySlice<Int32>] {
        (part.row..<part.endRow).map {
            members(row: $0, columns: part.column..<part.endColumn)
        }
    }

    /// The cluster that stands for the points of a cell.
    func cluster(column: Int, row: Int) -> Int? {
        let cluster = clusterOfBlock[blocks.block(column: column, row: row)]
        return cluster < 0 ? nil : Int(cluster)
    }

    /// Lights the dots, counts the points of each cell in `starts` one place further on, and tells
    /// the cell of each point, −1 if it is out of view.
    private mutating func locate(_ points: [MapPoint]) -> [Int32] {
        let (scale, columns) = (viewport.scale, viewport.size.columns)
        let (wide, high) = (viewport.dotsWide, viewport.dotsHigh)
        let (left, top) = (Double(viewport.column * 2), Double(viewport.row * 4))
        var cellOf: [Int32] = []
        cellOf.reserveCapacity(points.count)
        for point in points {
            let (x, y) = (point.x * scale - left, point.y * scale - top)
            guard x >= 0, x < wide, y >= 0, y < high else {
                cellOf.append(-1)
                continue
            }
            let (dotX, dotY) = (Int(x), Int(y))
            let cell = dotY / 4 * columns + dotX / 2
            dots[cell].light(x: dotX, y: dotY)
            starts[cell + 1] += 1
            cellOf.append(Int32(truncatingIfNeeded: cell))
        }
        return cellOf
    }

    private mutating func sort(_ cellOf: [Int32]) {
        for cell in dots.indices { starts[cell + 1] += starts[cell] }
        var next = starts
        members = Array(repeating: 0, count: Int(starts[dots.count]))
        for (point, cell) in cellOf.enumerated() where cell >= 0 {
            members[Int(next[Int(cell)])] = Int32(truncatingIfNeeded: point)
            next[Int(cell)] += 1
        }
    }

    private mutating func findClusters() {
        clusterOfBlock = Array(repeating: -1, count: blocks.count)
        for block in 0..<blocks.count {
            let tally = tally(blocks.cells(of: block))
            guard tally.isUnreadable else { continue }
            clusterOfBlock[block] = Int32(truncatingIfNeeded: clusters.count)
            clusters.append(
                MapCluster(
                    cells: blocks.cells(of: block), count: tally.count,
                    label: blocks.label(of: block, tally)))
        }
    }

    private func tally(_ cells: Rect) -> BlockTally {
        var tally = BlockTally()
        for row in cells.row..<cells.endRow {
            for column in cells.column..<cells.endColumn {
                let cell = row * viewport.size.columns + column
                let count = Int(starts[cell + 1] - starts[cell])
                guard count > 0 else { continue }
                tally.add(count, lit: dots[cell].count, column: column, row: row)
            }
        }
        return tally
    }
}
