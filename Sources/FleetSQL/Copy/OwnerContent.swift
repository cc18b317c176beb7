public import Foundation

/// The favorites and notes of one owner, which another owner can get, in the same or another
/// database.
public struct OwnerContent: Sendable {
    /// The favorites.
    package var favorites: [TeamRecord] = []
    /// The notes.
    package var notes: [TeamRecord] = []
    /// Number of photos of the notes, which are not copied.
    public private(set) var photos = 0

    /// Creates the content of an owner who has nothing.
    public init() {}

    /// Reads the data of an owner.
    /// - Throws: `HomeCopyError.unstorableText`, and the errors of the database.
    public init(reading transaction: any SQLTransaction, of owner: UUID) throws {
        favorites = try TeamRows(of: .favorites, in: transaction, owner: owner).records
        notes = try TeamRows(of: .notes, in: transaction, owner: owner).records
        photos = Int(
            try transaction.integer(
                "SELECT count(*) FROM note_photo WHERE owner = ?1",
                [.text(owner.uuidString.lowercased())]))
    }

    /// Adds the rows to a database; favorites that exist are left out.
    /// - Returns: The number of new favorites.
    package func add(to transaction: any SQLTransaction) throws -> Int {
        try TeamTable.notes.insert(notes.lazy.map(\.values), into: transaction)
        return try TeamTable.favorites.insert(
            favorites.lazy.map(\.values), skipsKnown: true, into: transaction)
    }
}
