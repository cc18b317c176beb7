import FleetCore
import Foundation

/// A location on the square of the web Mercator projection (EPSG:3857).
///
/// Coordinates are 0...1 from the west and from the north. Latitudes beyond ±85.051129° are moved
/// to the edge.
struct MercatorPoint: Equatable, Sendable {
    /// Length of the equator in meters, on the sphere that EPSG:3857 uses.
    static let equatorMeters = 40_075_016.686
    /// Latitude at the edge of the square.
    static let maxLatitude = 85.051129

    /// 0...1 from the west.
    var x: Double
    /// 0...1 from the north.
    var y: Double

    init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }

    init(_ position: Position) {
        self.init(latitude: position.latitude, longitude: position.longitude)
    }

    init(_ point: ZonePolygon.Point) {
        self.init(latitude: point.latitude, longitude: point.longitude)
    }

    private init(latitude: Double, longitude: Double) {
        let latitude = min(max(latitude, -Self.maxLatitude), Self.maxLatitude)
        let north = log(tan(.pi / 4 + latitude * .pi / 360))
        x = longitude / 360 + 0.5
        y = min(max(0.5 - north / (2 * .pi), 0), 1)
    }

    /// Degrees east.
    var longitude: Double { (x - 0.5) * 360 }
    /// Degrees north.
    var latitude: Double { atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi }

    /// Geographic position.
    var position: Position? { Position(latitude: latitude, longitude: longitude) }

    /// Length of the parallel here relative to the equator: the cosine of the latitude.
    var scaleFactor: Double {
        1 / cosh(.pi * (1 - 2 * min(max(y, 0), 1)))
    }
}

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

    /// Creates the bounds of the points; returns `nil` if there are none.
    init?(_ points: some Sequence<MapPoint>) {
        var bounds: WorldBounds?
        for point in points {
            if bounds == nil { bounds = WorldBounds(point.location) }
            bounds?.include(point.location)
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

    /// Extends the bounds to a location.
    mutating func include(_ point: MercatorPoint) {
        (west, east) = (min(west, point.x), max(east, point.x))
        (north, south) = (min(north, point.y), max(south, point.y))
    }
}
