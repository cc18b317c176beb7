/// Finds the ink that most of some points have.
struct InkTally {
    private let points: MapPoints
    /// For each ink, how many points have it; none between two questions.
    private var counts: [Int32]

    init(_ points: MapPoints) {
        self.points = points
        counts = Array(repeating: 0, count: points.inks.count)
    }

    /// The most frequent ink; of several that are, that of the first point.
    mutating func ink(of members: [ArraySlice<Int32>]) -> Ink {
        for slice in members {
            for point in slice { counts[Int(points.inkOf[Int(point)])] += 1 }
        }
        var (most, found) = (Int32(0), 0)
        for slice in members {
            for point in slice {
                let ink = Int(points.inkOf[Int(point)])
                if counts[ink] > most { (most, found) = (counts[ink], ink) }
            }
        }
        clear(members)
        return points.inks.isEmpty ? .text : points.inks[found]
    }

    /// The same of the points of a cell.
    mutating func ink(of members: ArraySlice<Int32>) -> Ink {
        guard members.count == 1, let point = members.first else { return ink(of: [members]) }
        return points.inks[Int(points.inkOf[Int(point)])]
    }

    private mutating func clear(_ members: [ArraySlice<Int32>]) {
        for slice in members {
            for point in slice { counts[Int(points.inkOf[Int(point)])] = 0 }
        }
    }
}
