/// Smallest rectangle of the world that contains a set of points.
struct WorldBounds: Equatable, Sendable {
    private var west: Double
    private var east: Double
    private var north: Double
    private var south: Double

    /// Creates the bounds of a single location.
    init(_ location: MercatorPoint) {
        (west, east, north, south) = (location.x, location.x, location.y, location.y)
    }

    /// Creates the bounds of the points; returns nil if there are none.
    init?(_ points: some Sequence<MapPoint>) {
        var bounds: WorldBounds?
        for point in points {
            if bounds == nil { bounds = WorldBounds(point.location) }
            bounds?.include(point)
        }
        guard let bounds else { return nil }
        self = bounds
    }

    /// Width from west to east.
    var width: Double { east - west }
    /// Height from north to south.
    var height: Double { south - north }
    /// Location halfway between the edges.
    var middle: MercatorPoint { MercatorPoint(x: (west + east) / 2, y: (north + south) / 2) }

    private mutating func include(_ point: MapPoint) {
        (west, east) = (min(west, point.x), max(east, point.x))
        (north, south) = (min(north, point.y), max(south, point.y))
    }
}
