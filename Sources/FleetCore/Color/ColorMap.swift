/// The user's colors for the vehicle types of a source (`--color-of TYPE_ID=red`).
///
/// They take precedence over the colors in the feed, which most feeds omit.
public struct ColorMap: Equatable, Sendable {
    /// The color of each vehicle type, by `vehicle_type_id`.
    public var colors: [String: VehicleColor]

    /// Creates a map; with an empty map every color comes from the feed.
    public init(_ colors: [String: VehicleColor] = [:]) {
        self.colors = colors
    }

    /// The user's color for a type, if any.
    public subscript(typeID: String?) -> VehicleColor? {
        typeID.flatMap { colors[$0] }
    }
}
