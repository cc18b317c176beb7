/// Spots in the cells of a grid, to find the nearest one in constant time.
struct SpotIndex {
    private let spots: [Spot]
    private let grid: CellGrid
    /// The first spot of each bucket of cells, and the one after each spot; -1 is none.
    private var heads: [Int32]
    private var nexts: [Int32]
    private let mask: UInt64

    /// How many spots of a cell are looked at; a place where more stand is served in several
    /// rounds.
    private static let most = 32

    /// Puts the chosen ones of the spots into cells that are `radius` wide.
    init(_ spots: [Spot], chosen: [Int32], radius: Double) {
        self.spots = spots
        grid = CellGrid(size: radius * 1.001)
        var buckets = 16
        while buckets < chosen.count * 2 { buckets *= 2 }
        mask = UInt64(buckets - 1)
        heads = Array(repeating: -1, count: buckets)
        nexts = Array(repeating: -1, count: spots.count)
        for place in chosen { insert(place) }
    }

    private mutating func insert(_ place: Int32) {
        let spot = spots[Int(place)]
        let row = grid.row(of: spot)
        let column = grid.column(of: spot, among: grid.columns(inRow: row))
        let bucket = Int(CellGrid.key(row: row, column: column, kind: spot.kind) & mask)
        nexts[Int(place)] = heads[bucket]
        heads[bucket] = place
    }

    /// The place among the spots of the one with the least cost, at most `limit`, that is at most
    /// `radius` away; and its cost.
    func nearest(
        to spot: Spot, radius: Double, limit: Double
    ) -> (place: Int32, cost: Double)? {
        var best: (place: Int32, cost: Double) = (-1, limit.nextUp)
        let middle = grid.row(of: spot)
        for row in (middle - 1)...(middle + 1) {
            let columns = grid.columns(inRow: row)
            let column = grid.column(of: spot, among: columns)
            for step in (columns < 3 ? 0...(columns - 1) : -1...1) {
                let neighbor = (column + step + columns) % columns
                let key = CellGrid.key(row: row, column: neighbor, kind: spot.kind)
                improve(&best, inBucket: Int(key & mask), near: spot, radius: radius)
            }
        }
        return best.place < 0 ? nil : best
    }

    private func improve(
        _ best: inout (place: Int32, cost: Double), inBucket bucket: Int, near spot: Spot,
        radius: Double
    ) {
        var place = heads[bucket]
        var left = Self.most
        while place >= 0, left > 0 {
            let other = spots[Int(place)]
            if other.kind == spot.kind, let cost = spot.cost(to: other, within: radius),
                cost < best.cost
            {
                best = (place, cost)
            }
            place = nexts[Int(place)]
            left -= 1
        }
    }
}
