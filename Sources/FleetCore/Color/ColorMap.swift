/// The colors that a user gave to a source's vehicle types (`--color-of TYPE_ID=red`).
///
/// Most feeds say nothing of color, so what the user says comes before what the feed says.
public struct ColorMap: Equatable, Sendable {
    /// The color of each vehicle type, by `vehicle_type_id`.
    public var colors: [String: VehicleColor]

    /// Creates a map; an empty one leaves every color to the feed.
    public init(_ colors: [String: VehicleColor] = [:]) {
        self.colors = colors
    }

    /// The color given to a type, if any.
    public subscript(typeID: String?) -> VehicleColor? {
        typeID.flatMap { colors[$0] }
    }
}
