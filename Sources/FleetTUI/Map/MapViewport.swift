/// Part of the world that a map shows, and its scale.
///
/// The world is divided into cells of 2 × 4 dots, and the view starts at a whole cell, so moving
/// the map does not change the dots within a cell.
struct MapViewport: Equatable, Sendable {
    /// Size of the view in cells.
    private(set) var size = CanvasSize(columns: 0, rows: 0)
    /// Width and height of the world in dots.
    private(set) var scale = 1.0
    /// Leftmost column of the view, in cells of the world.
    private(set) var column = 0
    /// Topmost row of the view, in cells of the world.
    private(set) var row = 0

    /// A point of the view, in cells from its top left; (0.5, 0.5) is the middle of the first cell.
    struct Point: Equatable, Sendable {
        /// Cells from the left.
        var column: Double
        /// Cells from the top.
        var row: Double
    }

    /// Whether the view has no cells.
    var isEmpty: Bool { size.columns == 0 || size.rows == 0 }
    /// Middle of the view.
    var middle: Point { Point(column: Double(size.columns) / 2, row: Double(size.rows) / 2) }
    /// Width of the view in dots.
    var dotsWide: Double { Double(size.columns * 2) }
    /// Height of the view in dots.
    var dotsHigh: Double { Double(size.rows * 4) }

    /// Returns the location at a point.
    func location(at point: Point) -> MercatorPoint {
        MercatorPoint(
            x: (Double(column) + point.column) * 2 / scale, y: (Double(row) + point.row) * 4 / scale
        )
    }

    /// Returns the point of a location.
    func point(of location: MercatorPoint) -> Point {
        Point(
            column: location.x * scale / 2 - Double(column),
            row: location.y * scale / 4 - Double(row))
    }

    /// Returns the cell that contains a location, or nil if it is out of view.
    func cell(of location: MercatorPoint) -> (column: Int, row: Int)? {
        let point = point(of: location)
        guard point.column >= 0, point.column < Double(size.columns),
            point.row >= 0, point.row < Double(size.rows)
        else { return nil }
        return (Int(point.column), Int(point.row))
    }

    /// Width of a dot in meters at the middle of the view.
    var metersPerDot: Double {
        MercatorPoint.equatorMeters * location(at: middle).scaleFactor / scale
    }

    /// Changes the size; keeps the middle of the view, and the scale within its limits.
    mutating func resize(_ size: CanvasSize) {
        guard size != self.size else { return }
        let middleLocation = location(at: middle)
        self.size = size
        scale = min(max(scale, minScale), Self.maxScale)
        move(middleLocation, to: middle)
    }

    /// Moves the view so that a location is at a point, rounded to whole cells; the middle of the
    /// view never leaves the world.
    mutating func move(_ location: MercatorPoint, to point: Point) {
        column = Int((location.x * scale / 2 - point.column).rounded())
        row = Int((location.y * scale / 4 - point.row).rounded())
        clampToWorld()
    }

    /// Moves the view by whole cells.
    mutating func pan(columns: Int, rows: Int) {
        (column, row) = (column + columns, row + rows)
        clampToWorld()
    }

    /// Changes the scale within its limits; the location at `point` stays there.
    mutating func zoom(to scale: Double, around point: Point) {
        let location = location(at: point)
        self.scale = min(max(scale, minScale), Self.maxScale)
        move(location, to: point)
    }

    private mutating func clampToWorld() {
        let (left, top) = (size.columns / 2, size.rows / 2)
        column = min(max(column, -left), Int(scale / 2) - left)
        row = min(max(row, -top), Int(scale / 4) - top)
    }
}
