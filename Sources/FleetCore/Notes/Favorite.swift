/// A vehicle that the user marked as a favorite.
public struct Favorite: Equatable, Sendable {
    /// The maximum number of favorites per source.
    public static let limit = 10_000

    /// The vehicle's ID.
    public var id: String
    /// The time when it was added.
    public var addedAt: Timestamp

    /// Creates a favorite.
    public init(id: String, addedAt: Timestamp) {
        (self.id, self.addedAt) = (id, addedAt)
    }
}
