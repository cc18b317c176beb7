extension MapFrame {
    /// A thing, and the number of its cell, row by row from the top left.
    struct Place: Equatable {
        let cell: Int
        let thing: MapThing
    }

    /// All things in view, from top to bottom and from left to right.
    func things(_ points: [MapPoint]) -> [Place] {
        var places: [Place] = []
        var waiting = clusters.indices.map { Place(cell: cell(ofCluster: $0), thing: .cluster($0)) }
        waiting.sort { $0.cell > $1.cell }
        for cell in dots.indices {
            while let next = waiting.last, next.cell == cell {
                places.append(next)
                waiting.removeLast()
            }
            places += vehicles(in: cell, points).map { Place(cell: cell, thing: .vehicle($0)) }
        }
        return places + waiting.reversed()
    }

    /// The vehicles of a cell that are shown as dots, from top to bottom and from left to right.
    func vehicles(in cell: Int, _ points: [MapPoint]) -> [Int] {
        let (row, column) = cell.quotientAndRemainder(dividingBy: viewport.size.columns)
        guard dots[cell].count > 0, cluster(column: column, row: row) == nil else { return [] }
        let inside = members(row: row, columns: column..<column + 1).map { Int($0) }
        return inside.count < 2 ? inside : inside.sorted { isBefore(points[$0], points[$1]) }
    }

    /// The cell of a vehicle; `nil` if it is out of view.
    func cell(of point: MapPoint) -> Int? {
        viewport.cell(of: point.place).map { $0.row * viewport.size.columns + $0.column }
    }

    /// The cluster that a vehicle is counted in.
    func cluster(of point: MapPoint) -> Int? {
        viewport.cell(of: point.place).flatMap { cluster(column: $0.column, row: $0.row) }
    }

    /// Where the number of a cluster stands.
    func spot(ofCluster cluster: Int) -> MapViewport.Spot {
        let cell = clusters[cluster].cell
        return MapViewport.Spot(column: Double(cell.column) + 0.5, row: Double(cell.row) + 0.5)
    }

    private func cell(ofCluster cluster: Int) -> Int {
        clusters[cluster].cell.row * viewport.size.columns + clusters[cluster].cell.column
    }

    /// The order of points by the dots that they light; those of one dot go by their rows.
    private func isBefore(_ left: MapPoint, _ right: MapPoint) -> Bool {
        dot(left) == dot(right) ? left.row < right.row : dot(left) < dot(right)
    }

    private func dot(_ point: MapPoint) -> (y: Double, x: Double) {
        let scale = viewport.scale
        return ((point.y * scale).rounded(.down), (point.x * scale).rounded(.down))
    }
}
