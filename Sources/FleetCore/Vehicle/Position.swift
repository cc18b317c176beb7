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
}
