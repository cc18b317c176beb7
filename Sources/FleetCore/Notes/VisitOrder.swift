/// The order in which positions are visited, so that the way is short.
///
///     let order = VisitOrder.indices(of: positions, from: here)
public enum VisitOrder {
    /// The maximum number of positions that are ordered; the time grows with its square.
    public static let maxCount = 300
    /// Rounds of 2-opt after which the way stays as it is; a few suffice for hundreds of positions.
    private static let maxRounds = 24
    /// The shortest gain in metres that counts; smaller ones may be rounding errors.
    private static let minGain = 1e-6

    /// Returns the indices of the positions in the order of a short way: the nearest next one, and
    /// then 2-opt (Croes, 1958), by great-circle distance.
    ///
    /// - Parameters:
    ///   - positions: Positions beyond ``maxCount`` follow in their order.
    ///   - start: The start; `nil` for the first position.
    public static func indices(of positions: [Position], from start: Position? = nil) -> [Int] {
        let count = min(positions.count, maxCount)
        guard let first = start ?? positions.first else { return [] }
        // The start is the last of the points; the way does not return to it.
        let points = positions.prefix(count) + [first]
        let distances = points.map { one in points.map { one.distance(to: $0) } }
        var way = nearest(distances, from: count)
        for _ in 0..<maxRounds where !shorten(&way, distances) { break }
        return Array(way.dropFirst()) + Array(count..<positions.count)
    }

    /// Returns a way that visits the nearest remaining point next.
    private static func nearest(_ distances: [[Double]], from start: Int) -> [Int] {
        var way = [start]
        var rest = Array(0..<start)
        while let last = way.last,
            let next = rest.indices.min(by: {
                distances[last][rest[$0]] < distances[last][rest[$1]]
            })
        {
            way.append(rest.remove(at: next))
        }
        return way
    }

    /// Reverses each part of the way whose reversal makes it shorter; returns whether any did.
    private static func shorten(_ way: inout [Int], _ distances: [[Double]]) -> Bool {
        var isShorter = false
        for from in way.indices.dropFirst() {
            for to in way.indices.dropFirst(from + 1) {
                let before = distances[way[from - 1]]
                var gain = before[way[from]] - before[way[to]]
                if to + 1 < way.count {
                    let after = distances[way[to + 1]]
                    gain += after[way[to]] - after[way[from]]
                }
                guard gain > minGain else { continue }
                way[from...to].reverse()
                isShorter = true
            }
        }
        return isShorter
    }
}
