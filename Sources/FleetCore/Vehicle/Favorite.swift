/// A vehicle that a person wants to have at hand.
public struct Favorite: Equatable, Sendable {
    /// The most that one source can have.
    public static let limit = 10_000

    /// The vehicle's code.
    public var id: String
    /// Since when.
    public var addedAt: Timestamp

    /// Creates a favorite.
    public init(id: String, addedAt: Timestamp) {
        (self.id, self.addedAt) = (id, addedAt)
    }
}
