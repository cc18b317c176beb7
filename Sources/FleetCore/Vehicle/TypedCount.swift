/// A number of vehicles, or of docks, that are for some vehicle types.
public struct TypedCount: Equatable, Sendable, Codable {
    /// The IDs of the types (`vehicle_type_id`): one for vehicles, those that fit for docks.
    public var typeIDs: [String]
    /// The number.
    public var count: Int

    /// Creates a count.
    public init(_ typeIDs: [String], count: Int) {
        (self.typeIDs, self.count) = (typeIDs, count)
    }
}
