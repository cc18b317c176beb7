/// The smallest part of the world that holds some points.
struct WorldBounds: Equatable, Sendable {
    private var west: Double
    private var east: Double
    private var north: Double
    private var south: Double

    /// The bounds of a single place.
    init(_ place: WorldPlace) {
        (west, east, north, south) = (place.x, place.x, place.y, place.y)
    }

    /// The bounds of some points; `nil` if there are none.
    init?(_ points: some Sequence<MapPoint>) {
        var bounds: WorldBounds?
        for point in points {
            if bounds == nil { bounds = WorldBounds(point.place) }
            bounds?.include(point)
        }
        guard let bounds else { return nil }
        self = bounds
    }

    /// From west to east.
    var width: Double { east - west }
    /// From north to south.
    var height: Double { south - north }
    /// The place halfway between the edges.
    var middle: WorldPlace { WorldPlace(x: (west + east) / 2, y: (north + south) / 2) }

    private mutating func include(_ point: MapPoint) {
        (west, east) = (min(west, point.x), max(east, point.x))
        (north, south) = (min(north, point.y), max(south, point.y))
    }
}
