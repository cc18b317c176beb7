/// Grid index of locations that finds the nearest one in constant time.
struct VehicleLocationIndex {
    private let locations: [VehicleLocation]
    private let grid: CellGrid
    /// The first location of each bucket of cells, and the successor of each location; -1 if none.
    private var heads: [Int32]
    private var nexts: [Int32]
    private let mask: UInt64

    /// The maximum number of locations examined per bucket; denser places need several rounds.
    private static let maxExamined = 32

    /// Adds the selected locations to cells that are `radius` wide.
    init(_ locations: [VehicleLocation], selected: [Int32], radius: Double) {
        self.locations = locations
        grid = CellGrid(size: radius * 1.001)
        var buckets = 16
        while buckets < selected.count * 2 { buckets *= 2 }
        mask = UInt64(buckets - 1)
        heads = Array(repeating: -1, count: buckets)
        nexts = Array(repeating: -1, count: locations.count)
        for index in selected { insert(index) }
    }

    private mutating func insert(_ index: Int32) {
        let location = locations[Int(index)]
        let row = grid.row(of: location)
        let column = grid.column(of: location, among: grid.columns(inRow: row))
        let bucket = Int(CellGrid.key(row: row, column: column, traits: location.traits) & mask)
        nexts[Int(index)] = heads[bucket]
        heads[bucket] = index
    }

    /// Returns the index and cost of the location with the lowest cost, at most `limit`, within
    /// `radius`; `nil` if there is none.
    func nearest(
        to location: VehicleLocation, radius: Double, limit: Double
    ) -> (index: Int32, cost: Double)? {
        var best: (index: Int32, cost: Double) = (-1, limit.nextUp)
        let middle = grid.row(of: location)
        for row in (middle - 1)...(middle + 1) {
            let columns = grid.columns(inRow: row)
            let column = grid.column(of: location, among: columns)
            for step in (columns < 3 ? 0...(columns - 1) : -1...1) {
                let neighbor = (column + step + columns) % columns
                let key = CellGrid.key(row: row, column: neighbor, traits: location.traits)
                improve(&best, inBucket: Int(key & mask), near: location, radius: radius)
            }
        }
        return best.index < 0 ? nil : best
    }

    private func improve(
        _ best: inout (index: Int32, cost: Double), inBucket bucket: Int,
        near location: VehicleLocation,
        radius: Double
    ) {
        var index = heads[bucket]
        var left = Self.maxExamined
        while index >= 0, left > 0 {
            let other = locations[Int(index)]
            if other.traits == location.traits, let cost = location.cost(to: other, within: radius),
                cost < best.cost
            {
                best = (index, cost)
            }
            index = nexts[Int(index)]
            left -= 1
        }
    }
}

/// A grid of roughly square cells on the sphere.
///
/// The columns of a row divide the whole circle, so the first is adjacent to the last.
struct CellGrid {
    /// The width and height of a cell, in metres.
    let size: Double

    /// Returns the row that contains a location.
    func row(of location: VehicleLocation) -> Int {
        Int((location.latitude + 90) * VehicleLocation.metersPerDegree / size)
    }

    /// Returns the number of columns in a row.
    func columns(inRow row: Int) -> Int {
        let latitude = (Double(row) + 0.5) * size / VehicleLocation.metersPerDegree - 90
        let circle = 360 * VehicleLocation.metersPerDegree
        let width = circle * max(0, Position.cosine(ofLatitude: latitude))
        return max(1, Int(width / size))
    }

    /// Returns the column that contains a location, in a row of `columns` columns.
    func column(of location: VehicleLocation, among columns: Int) -> Int {
        min(Int((location.longitude + 180) / 360 * Double(columns)), columns - 1)
    }

    /// Returns a hash of a cell and of vehicle traits; collisions are possible.
    ///
    /// Adjacent columns have consecutive hashes, so they are adjacent in memory.
    static func key(row: Int, column: Int, traits: UInt64) -> UInt64 {
        var key = (traits ^ UInt64(truncatingIfNeeded: row)) &* 0x9E37_79B9_7F4A_7C15
        key = (key ^ (key >> 32)) &* 0xBF58_476D_1CE4_E5B9
        return (key ^ (key >> 32)) &+ UInt64(truncatingIfNeeded: column)
    }
}
