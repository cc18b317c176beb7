/// The points in view, sorted by screen cell, for drawing and for selection.
///
/// Built by a counting sort: two passes over the points and a few arrays.
struct MapFrame {
    let viewport: MapViewport
    /// Indices in `MapPoints` of the points in view, cell by cell, row by row.
    private(set) var members: [Int32] = []
    /// Index in `members` at which each cell's points begin; one more entry than there are cells.
    private(set) var starts: [Int32]
    /// Lit dots of each cell.
    private(set) var dots: [BrailleDots]
    /// Blocks drawn as a count, from top to bottom and from left to right.
    private(set) var clusters: [MapCluster] = []
    /// Index in `clusters` of each block's cluster, or −1.
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

    /// Returns the points of adjacent cells in one row.
    func members(row: Int, columns: Range<Int>) -> ArraySlice<Int32> {
        let first = row * viewport.size.columns
        return members[
            Int(starts[first + columns.lowerBound])..<Int(starts[first + columns.upperBound])]
    }

    /// Returns the points of a part of the view, row by row.
    func members(in part: Rect) -> [ArraySlice<Int32>] {
        (part.row..<part.endRow).map {
            members(row: $0, columns: part.column..<part.endColumn)
        }
    }

    /// Returns the cluster that counts the points of a cell, if one does.
    func cluster(column: Int, row: Int) -> Int? {
        let cluster = clusterOfBlock[blocks.block(column: column, row: row)]
        return cluster < 0 ? nil : Int(cluster)
    }

    /// Lights the dots and counts the points of cell `i` in `starts[i + 1]`.
    /// - Returns: The cell index of each point, or −1 if it is out of view.
    private mutating func locate(_ points: [MapPoint]) -> [Int32] {
        let (scale, columns) = (viewport.scale, viewport.size.columns)
        let (width, height) = (viewport.dotsWide, viewport.dotsHigh)
        let (left, top) = (Double(viewport.column * 2), Double(viewport.row * 4))
        var cellOf: [Int32] = []
        cellOf.reserveCapacity(points.count)
        for point in points {
            let (x, y) = (point.x * scale - left, point.y * scale - top)
            guard x >= 0, x < width, y >= 0, y < height else {
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
            let density = density(blocks.cells(of: block))
            guard density.isUnreadable else { continue }
            clusterOfBlock[block] = Int32(truncatingIfNeeded: clusters.count)
            clusters.append(
                MapCluster(
                    cells: blocks.cells(of: block), count: density.count,
                    label: blocks.label(of: block, density)))
        }
    }

    private func density(_ cells: Rect) -> BlockDensity {
        var density = BlockDensity()
        for row in cells.row..<cells.endRow {
            for column in cells.column..<cells.endColumn {
                let cell = row * viewport.size.columns + column
                let count = Int(starts[cell + 1] - starts[cell])
                guard count > 0 else { continue }
                density.add(count, lit: dots[cell].count, column: column, row: row)
            }
        }
        return density
    }
}

extension MapFrame {
    /// An item and the index of its cell, row by row from the top left.
    struct PlacedItem: Equatable {
        let cell: Int
        let item: MapItem
    }

    /// Returns all items in view, from top to bottom and from left to right.
    func items(_ points: [MapPoint]) -> [PlacedItem] {
        var placed: [PlacedItem] = []
        var waiting = clusters.indices.map {
            PlacedItem(cell: cell(ofCluster: $0), item: .cluster($0))
        }
        waiting.sort { $0.cell > $1.cell }
        for cell in dots.indices {
            while let next = waiting.last, next.cell == cell {
                placed.append(next)
                waiting.removeLast()
            }
            placed += vehicles(in: cell, points).map { PlacedItem(cell: cell, item: .vehicle($0)) }
        }
        return placed + waiting.reversed()
    }

    /// Returns the vehicles of a cell that are drawn as dots, from top to bottom and from left to
    /// right.
    func vehicles(in cell: Int, _ points: [MapPoint]) -> [Int] {
        let (row, column) = cell.quotientAndRemainder(dividingBy: viewport.size.columns)
        guard dots[cell].count > 0, cluster(column: column, row: row) == nil else { return [] }
        let inside = members(row: row, columns: column..<column + 1).map { Int($0) }
        return inside.count < 2 ? inside : inside.sorted { isBefore(points[$0], points[$1]) }
    }

    /// Returns the cell index of a vehicle, or `nil` if it is out of view.
    func cell(of point: MapPoint) -> Int? {
        viewport.cell(of: point.location).map { $0.row * viewport.size.columns + $0.column }
    }

    /// Returns the cluster that counts a vehicle, if one does.
    func cluster(of point: MapPoint) -> Int? {
        viewport.cell(of: point.location).flatMap { cluster(column: $0.column, row: $0.row) }
    }

    /// Returns the position of a cluster's label.
    func point(ofCluster cluster: Int) -> MapViewport.Point {
        let cell = clusters[cluster].cell
        return MapViewport.Point(column: Double(cell.column) + 0.5, row: Double(cell.row) + 0.5)
    }

    private func cell(ofCluster cluster: Int) -> Int {
        clusters[cluster].cell.row * viewport.size.columns + clusters[cluster].cell.column
    }

    /// Orders points by the dots that they light, and points of the same dot by store row.
    private func isBefore(_ left: MapPoint, _ right: MapPoint) -> Bool {
        dot(left) == dot(right) ? left.row < right.row : dot(left) < dot(right)
    }

    private func dot(_ point: MapPoint) -> (y: Double, x: Double) {
        let scale = viewport.scale
        return ((point.y * scale).rounded(.down), (point.x * scale).rounded(.down))
    }
}
