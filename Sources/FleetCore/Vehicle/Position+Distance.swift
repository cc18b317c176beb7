#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Position {
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
}
