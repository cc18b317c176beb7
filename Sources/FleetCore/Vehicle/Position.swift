#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A position on the WGS 84 ellipsoid, in decimal degrees (GBFS: `lat`, `lon`).
public struct Position: Hashable, Sendable, Codable {
    /// Degrees north, −90 to 90.
    public let latitude: Double
    /// Degrees east, −180 to 180.
    public let longitude: Double

    /// Creates a position; returns `nil` if either number is out of range or NaN.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether it is 0, 0, in the Gulf of Guinea, which feeds write for an unknown one.
    public var isZero: Bool { latitude == 0 && longitude == 0 }

    /// Returns the great-circle distance in metres, by the haversine formula on a sphere of the
    /// mean radius 6,371,008.8 m (IUGG); within 0.6 % of the ellipsoid.
    public func distance(to other: Position) -> Double {
        let radians = Double.pi / 180
        let halfLatitude = (other.latitude - latitude) * radians / 2
        let halfLongitude = (other.longitude - longitude) * radians / 2
        let haversine =
            sin(halfLatitude) * sin(halfLatitude)
            + cos(latitude * radians) * cos(other.latitude * radians)
            * sin(halfLongitude) * sin(halfLongitude)
        return 2 * 6_371_008.8 * asin(min(1, haversine.squareRoot()))
    }

    /// Returns the cosine of a latitude in degrees: the length of its circle relative to the
    /// equator.
    static func cosine(ofLatitude latitude: Double) -> Double { cos(latitude * .pi / 180) }
}
