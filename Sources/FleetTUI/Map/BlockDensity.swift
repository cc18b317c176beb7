/// Point and dot counts of a block of cells, which decide whether it is drawn as dots or as a
/// number.
struct BlockDensity: Equatable, Sendable {
    /// Number of points up to which a block is always drawn as dots.
    static let maxReadableCount = 24
    /// Average number of points per dot above which most points are hidden.
    static let maxPointsPerDot = 2
    /// Number of lit dots above which a block is a solid patch: half of its dots.
    static let maxDots = 128

    /// Number of points.
    private(set) var count = 0
    /// Number of lit dots.
    private(set) var litDots = 0
    private var columnSum = 0
    private var rowSum = 0

    /// Adds the points of a cell.
    mutating func add(_ count: Int, lit litDots: Int, column: Int, row: Int) {
        self.count += count
        self.litDots += litDots
        columnSum += count * column
        rowSum += count * row
    }

    /// Whether a number is clearer than dots: there are more than 24 points, and either more than
    /// two points per dot on average, or more than half of the dots lit.
    var isUnreadable: Bool {
        count > Self.maxReadableCount
            && (count > Self.maxPointsPerDot * litDots || litDots > Self.maxDots)
    }

    /// Mean position of the points, to the nearest half cell.
    var mean: MapViewport.Point {
        let count = Double(max(count, 1))
        return MapViewport.Point(
            column: Double(columnSum) / count + 0.5, row: Double(rowSum) / count + 0.5)
    }
}
