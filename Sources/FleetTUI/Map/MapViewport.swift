/// Which part of the world a map shows, and how large.
///
/// The world is cut into cells of 2 × 4 dots, and the top left of the view is always a whole one of
/// them: what is drawn stays the same, dot for dot, when the map moves.
struct MapViewport: Equatable, Sendable {
    /// How large the view is, in cells.
    private(set) var size = CanvasSize(columns: 0, rows: 0)
    /// How many dots wide and high the world is.
    private(set) var scale = 1.0
    /// The world's column of cells that is leftmost.
    private(set) var column = 0
    /// The world's row of cells that is topmost.
    private(set) var row = 0

    /// A place in the view, in cells from its top left; (0.5, 0.5) is the middle of the first.
    struct Spot: Equatable, Sendable {
        /// From the left.
        var column: Double
        /// From the top.
        var row: Double
    }

    /// Whether nothing can be shown.
    var isEmpty: Bool { size.columns == 0 || size.rows == 0 }
    /// The middle of the view.
    var middle: Spot { Spot(column: Double(size.columns) / 2, row: Double(size.rows) / 2) }
    /// How wide the view is, in dots.
    var dotsWide: Double { Double(size.columns * 2) }
    /// How high the view is, in dots.
    var dotsHigh: Double { Double(size.rows * 4) }

    /// What lies at a spot.
    func place(at spot: Spot) -> WorldPlace {
        WorldPlace(
            x: (Double(column) + spot.column) * 2 / scale, y: (Double(row) + spot.row) * 4 / scale)
    }

    /// Where a place is.
    func spot(of place: WorldPlace) -> Spot {
        Spot(
            column: place.x * scale / 2 - Double(column), row: place.y * scale / 4 - Double(row))
    }

    /// The cell that a place is in; `nil` if it is out of the view.
    func cell(of place: WorldPlace) -> (column: Int, row: Int)? {
        let spot = spot(of: place)
        guard spot.column >= 0, spot.column < Double(size.columns),
            spot.row >= 0, spot.row < Double(size.rows)
        else { return nil }
        return (Int(spot.column), Int(spot.row))
    }

    /// How many meters of ground a dot covers at the middle of the view.
    var metersPerDot: Double {
        WorldPlace.equatorMeters * place(at: middle).shrinkage / scale
    }

    /// The same part of the world around the middle, as far as it fits into another size.
    mutating func resize(_ size: CanvasSize) {
        guard size != self.size else { return }
        let middlePlace = place(at: middle)
        self.size = size
        scale = min(max(scale, leastScale), Self.mostScale)
        move(middlePlace, to: middle)
    }

    /// Moves the world so that a place comes to a spot, as nearly as whole cells allow; the middle
    /// of the view stays in the world.
    mutating func move(_ place: WorldPlace, to spot: Spot) {
        column = Int((place.x * scale / 2 - spot.column).rounded())
        row = Int((place.y * scale / 4 - spot.row).rounded())
        keepInWorld()
    }

    /// Moves the view by so many cells.
    mutating func pan(columns: Int, rows: Int) {
        (column, row) = (column + columns, row + rows)
        keepInWorld()
    }

    /// Changes how large the world is, within the limits, and keeps a spot where it is.
    mutating func zoom(to scale: Double, around spot: Spot) {
        let fixed = place(at: spot)
        self.scale = min(max(scale, leastScale), Self.mostScale)
        move(fixed, to: spot)
    }

    private mutating func keepInWorld() {
        let (left, top) = (size.columns / 2, size.rows / 2)
        column = min(max(column, -left), Int(scale / 2) - left)
        row = min(max(row, -top), Int(scale / 4) - top)
    }
}
