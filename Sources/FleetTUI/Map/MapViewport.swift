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

    /// Returns the cell that contains a location, or `nil` if it is out of view.
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

extension MapViewport {
    /// Scale at which a dot on the equator is a quarter of a meter wide.
    static let maxScale = MercatorPoint.equatorMeters / 0.25
    /// Minimum width of the view when it is fitted to all vehicles or to a single one.
    static let fittedMeters = 500.0

    /// Scale at which the whole world just fits the view.
    var minScale: Double { max(1, min(fittingDots.wide, fittingDots.high)) }

    /// Size in dots of the area that content is fitted into.
    ///
    /// It leaves a margin for the scale bar, and for rounding the view to whole cells.
    private var fittingDots: (wide: Double, high: Double) {
        (max(dotsWide - 5, dotsWide / 2, 1), max(dotsHigh - 13, dotsHigh / 2, 1))
    }

    /// Returns the scale at which the view is `meters` wide at a location.
    func scale(metersWide meters: Double, at location: MercatorPoint) -> Double {
        dotsWide * MercatorPoint.equatorMeters * location.scaleFactor / meters
    }

    /// Returns the largest scale at which the bounds fit into the view; infinite for a single
    /// location.
    func scale(holding bounds: WorldBounds) -> Double {
        let (wide, high) = fittingDots
        let across = bounds.width > 0 ? wide / bounds.width : .infinity
        let down = bounds.height > 0 ? high / bounds.height : .infinity
        return min(across, down)
    }

    /// Centers the view on a location, within the limits of the scale.
    mutating func show(_ location: MercatorPoint, scale: Double) {
        zoom(to: scale, around: middle)
        move(location, to: middle)
    }

    /// Fits the bounds into the view, which is at least 500 m wide.
    mutating func fit(_ bounds: WorldBounds) {
        let maxScale = scale(metersWide: Self.fittedMeters, at: bounds.middle)
        show(bounds.middle, scale: min(scale(holding: bounds), maxScale))
    }
}
