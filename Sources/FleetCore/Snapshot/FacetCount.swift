/// How many vehicles are of one kind: of the same color, type and state.
public struct KindCount: Equatable, Sendable {
    /// Their color; `nil` is unknown.
    public var color: VehicleColor?
    /// Their type (`vehicle_type_id`).
    public var typeID: String?
    /// The form of their type (`form_factor`).
    public var formFactor: String?
    /// Their state.
    public var state: VehicleState
    /// How many there are.
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
