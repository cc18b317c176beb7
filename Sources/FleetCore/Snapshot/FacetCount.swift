/// The number of vehicles with the same color, type and state.
public struct FacetCount: Equatable, Sendable {
    /// The color; `nil` if it is unknown.
    public var color: VehicleColor?
    /// The type (`vehicle_type_id`).
    public var typeID: String?
    /// The form factor of the type (`form_factor`).
    public var formFactor: String?
    /// The state.
    public var state: VehicleState
    /// The number of vehicles.
    public var count: Int

    /// Creates a count.
    public init(
        color: VehicleColor?, typeID: String?, formFactor: String?, state: VehicleState, count: Int
    ) {
        self.color = color
        self.typeID = typeID
        self.formFactor = formFactor
        self.state = state
        self.count = count
    }
}
