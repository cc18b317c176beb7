/// What is known of the points in a block of cells.
struct BlockTally: Equatable, Sendable {
    /// Up to so many points are always shown one by one.
    static let alwaysReadable = 24
    /// From so many points a dot on, on the average, most of them cannot be seen.
    static let mostPerDot = 2
    /// Half of the dots of a block: with more of them it is a stain.
    static let mostDots = 128

    /// How many points there are.
    private(set) var count = 0
    /// How many dots are lit.
    private(set) var lit = 0
    private var columnSum = 0
    private var rowSum = 0

    /// Adds the points of a cell.
    mutating func add(_ count: Int, lit: Int, column: Int, row: Int) {
        self.count += count
        self.lit += lit
        columnSum += count * column
        rowSum += count * row
    }

    /// Whether dots would tell less than a number: there are more than 24 points, and either more
    /// than two of them a dot, on the average, or more than half of the dots are lit.
    var isUnreadable: Bool {
        count > Self.alwaysReadable && (count > Self.mostPerDot * lit || lit > Self.mostDots)
    }

    /// The middle of the points, to the nearest half of a cell.
    var mean: MapViewport.Spot {
        let count = Double(max(count, 1))
        return MapViewport.Spot(
            column: Double(columnSum) / count + 0.5, row: Double(rowSum) / count + 0.5)
    }
}
