public import Foundation

/// The favorites, views and notes of one owner, which another owner can get, in the same or another
/// database.
public struct OwnerContent: Sendable {
    /// The favorites.
    package var favorites: [TeamRecord] = []
    /// The views.
    package var views: [TeamRecord] = []
    /// The notes.
    package var notes: [TeamRecord] = []
    /// Number of photos of the notes, which are not copied.
    public private(set) var photos = 0

    /// Creates the content of an owner who has nothing.
    public init() {}

    /// Reads the data of an owner.
    /// - Throws: `HomeCopyError.unstorableText`, and the errors of the database.
    public init(reading transaction: any SQLTransaction, of owner: UUID) throws {
        favorites = try TeamRows(of: .favorite, in: transaction, owner: owner).records
        views = try TeamRows(of: .savedView, in: transaction, owner: owner).records
        notes = try TeamRows(of: .note, in: transaction, owner: owner).records
        photos = Int(
            try transaction.integer(
                "SELECT count(*) FROM note_photo WHERE owner = ?1",
                [.text(owner.uuidString.lowercased())]))
    }

    /// Adds the rows to a database; favorites that exist are left out, and views whose names do.
    /// - Returns: The numbers of new favorites and views.
    package func add(
        to transaction: any SQLTransaction
    ) throws -> (favorites: Int, views: Int) {
        try Table.note.insert(notes.lazy.map(\.values), into: transaction)
        let favorites = try Table.favorite.insert(
            favorites.lazy.map(\.values), skipsKnown: true, into: transaction)
        let views = try Table.savedView.insert(
            views.lazy.map(\.values), skipsKnown: true, into: transaction)
        return (favorites, views)
    }
}
