/// Finds the most frequent color of a group of points.
struct DominantColor {
    private let points: MapPoints
    /// Number of points by color index; all zero between two calls.
    private var counts: [Int32]

    init(_ points: MapPoints) {
        self.points = points
        counts = Array(repeating: 0, count: points.colors.count)
    }

    /// Returns the most frequent color of the points; in a tie, the one that occurs first.
    mutating func color(of members: [ArraySlice<Int32>]) -> ColorRole {
        for run in members {
            for point in run { counts[Int(points.colorIndices[Int(point)])] += 1 }
        }
        var (maxCount, found) = (Int32(0), 0)
        for run in members {
            for point in run {
                let color = Int(points.colorIndices[Int(point)])
                if counts[color] > maxCount { (maxCount, found) = (counts[color], color) }
            }
        }
        clear(members)
        return points.colors.isEmpty ? .text : points.colors[found]
    }

    /// Returns the most frequent color of the points of a cell.
    mutating func color(of members: ArraySlice<Int32>) -> ColorRole {
        guard members.count == 1, let point = members.first else { return color(of: [members]) }
        return points.colors[Int(points.colorIndices[Int(point)])]
    }

    private mutating func clear(_ members: [ArraySlice<Int32>]) {
        for run in members {
            for point in run { counts[Int(points.colorIndices[Int(point)])] = 0 }
        }
    }
}
