/// All points of a map, with the values that are computed once for all frames.
struct MapPoints: Sendable {
    /// Points.
    private(set) var all: [MapPoint] = []
    /// Distinct colors.
    private(set) var colors: [ColorRole] = []
    /// Index in `colors` of each point's color.
    private(set) var colorIndices: [Int32] = []
    /// Number of points of each of `colors`.
    private(set) var colorCounts: [Int] = []
    /// Bounds of all points, or `nil` if there are none.
    private(set) var bounds: WorldBounds?

    init(_ points: [MapPoint] = []) {
        all = points
        bounds = WorldBounds(points)
        indexColors()
    }

    /// Returns the index of the point with this store row.
    func index(row: Int64) -> Int? {
        all.firstIndex { $0.row == row }
    }

    private mutating func indexColors() {
        colorIndices.reserveCapacity(all.count)
        var indices: [ColorRole: Int32] = [:]
        var last: (color: ColorRole, index: Int32)?
        for point in all {
            if let last, last.color == point.color {
                colorIndices.append(last.index)
                continue
            }
            let index = indices[point.color] ?? Int32(colors.count)
            if index == colors.count {
                colors.append(point.color)
                indices[point.color] = index
            }
            last = (point.color, index)
            colorIndices.append(index)
        }
        colorCounts = Array(repeating: 0, count: colors.count)
        for index in colorIndices { colorCounts[Int(index)] += 1 }
    }
}
