/// Search for a crossing of two edges of a ring.
enum RingCheck {
    /// A position.
    struct Point: Equatable {
        var x: Double
        var y: Double
    }

    /// Number of pairs of edges that are compared in a document; an outline of a city has a million.
    static let maxComparisons = 20_000_000

    /// Returns whether a ring encloses its area counterclockwise, by the sign of that area.
    static func isCounterclockwise(_ ring: [Point]) -> Bool {
        guard let origin = ring.first else { return false }
        let area = zip(ring, ring.dropFirst()).reduce(0.0) { sum, edge in
            let (from, to) = edge
            return sum + (from.x - origin.x) * (to.y - origin.y)
                - (to.x - origin.x) * (from.y - origin.y)
        }
        return area > 0
    }

    /// Returns the first positions of two edges that cross, or `nil`.
    ///
    /// Edges are sorted from west to east, so that only those with a common longitude are compared.
    /// - Parameter comparisons: Number of comparisons that are left; the search ends without.
    static func crossing(of ring: [Point], comparisons: inout Int) -> (Int, Int)? {
        guard ring.count > 3 else { return nil }
        let isClosed = ring.first == ring.last
        let edges = isClosed ? ring.count - 1 : ring.count
        let west = (0..<edges).map { min(ring[$0].x, ring[($0 + 1) % ring.count].x) }
        let order = (0..<edges).sorted { west[$0] < west[$1] }
        for (place, first) in order.enumerated() {
            let start = ring[first]
            let end = ring[(first + 1) % ring.count]
            let east = max(start.x, end.x)
            for second in order[(place + 1)...] {
                guard west[second] <= east, comparisons > 0 else { break }
                comparisons -= 1
                let distance = abs(first - second)
                // Neighbours share a position.
                if distance == 1 || distance == edges - 1 { continue }
                if crosses(start, end, ring[second], ring[(second + 1) % ring.count]) {
                    return (min(first, second), max(first, second))
                }
            }
        }
        return nil
    }

    /// Returns whether two edges cross in their insides; a touch is none.
    private static func crosses(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
        side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }

    /// Returns 1 for a point to the left of a line, -1 to the right, and 0 on it.
    private static func side(_ a: Point, _ b: Point, _ point: Point) -> Int {
        let area = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
        return area == 0 ? 0 : area > 0 ? 1 : -1
    }
}
