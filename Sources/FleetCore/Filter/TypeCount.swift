/// Number of vehicles of a type.
public struct TypeCount: Equatable, Sendable {
    /// The type (`vehicle_type_id`).
    public var typeID: String?
    /// The form factor of the type (`form_factor`).
    public var formFactor: String?
    /// The number of vehicles.
    public var count: Int

    /// Creates a count.
    public init(typeID: String?, formFactor: String?, count: Int) {
        (self.typeID, self.formFactor, self.count) = (typeID, formFactor, count)
    }
}
