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

    /// Returns the cell index of a vehicle, or nil if it is out of view.
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
