import FleetCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
        let latitude = min(max(position.latitude, -Self.maxLatitude), Self.maxLatitude)
        let north = log(tan(.pi / 4 + latitude * .pi / 360))
        x = position.longitude / 360 + 0.5
        y = min(max(0.5 - north / (2 * .pi), 0), 1)
    }

    /// Length of the parallel here relative to the equator: the cosine of the latitude.
    var scaleFactor: Double {
        1 / cosh(.pi * (1 - 2 * min(max(y, 0), 1)))
    }
}
