import FleetCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A place on the square that web Mercator (EPSG:3857) makes of the world.
///
/// The square is 0...1 from the west and from the north. What lies nearer to a pole than 85.051129°
/// is drawn at the edge.
struct WorldPlace: Equatable, Sendable {
    /// The length of the equator in meters, on the sphere that EPSG:3857 uses.
    static let equatorMeters = 40_075_016.686
    /// The latitude at which the square ends.
    static let lastLatitude = 85.051129

    /// From the west.
    var x: Double
    /// From the north.
    var y: Double

    init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }

    init(_ position: Position) {
        let latitude = min(max(position.latitude, -Self.lastLatitude), Self.lastLatitude)
        let north = log(tan(.pi / 4 + latitude * .pi / 360))
        x = position.longitude / 360 + 0.5
        y = min(max(0.5 - north / (2 * .pi), 0), 1)
    }

    /// How much shorter the parallel here is than the equator: the cosine of the latitude.
    var shrinkage: Double {
        1 / cosh(.pi * (1 - 2 * min(max(y, 0), 1)))
    }
}
