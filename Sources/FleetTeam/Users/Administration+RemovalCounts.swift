import FleetSQL
public import Foundation

/// Numbers of items of a source or a user, for the question before its removal.
public struct RemovalCounts: Equatable, Sendable {
    /// Notes; of a user, the private ones.
    public var notes = 0
    /// Notes that stay, of a former member.
    public var teamNotes = 0
    /// Photos of ``notes``.
    public var photos = 0
    /// Favorites.
    public var favorites = 0
    /// Saved color filters.
    public var filters = 0
    /// Views.
    public var views = 0
    /// Alerts that are only for the source.
    public var alerts = 0
    /// API tokens.
    public var tokens = 0
    /// Sessions of browsers.
    public var sessions = 0
    /// Imported rows.
    public var rows = 0
}

extension Administration {
    /// Returns how much all users have about a source.
    public func counts(ofSource source: UUID) async throws -> RemovalCounts {
        try await read { transaction in
            func count(_ rows: String) throws -> Int {
                Int(
                    try transaction.sql.integer(
                        "SELECT count(*) FROM \(rows)", [.uuid(source)]))
            }
            return RemovalCounts(
                notes: try count("note WHERE source = ?1"),
                photos: try count(
                    """
                    note_photo JOIN note ON note.owner = note_photo.owner AND note.id = note
                    WHERE source = ?1
                    """),
                favorites: try count("favorite WHERE source = ?1"),
                filters: try count("saved_filter WHERE source = ?1"),
                alerts: try count("alert WHERE source = ?1"),
                rows: try count("inventory_row WHERE source = ?1"))
        }
    }

    /// Returns the user with an ID, and how much belongs to the user.
    /// - Throws: ``TeamError/notFound``.
    public func counts(ofUser id: UserID) async throws -> (user: User, counts: RemovalCounts) {
        try await read { transaction in
            guard let user = try transaction.users().first(where: { $0.id == id }) else {
                throw TeamError.notFound
            }
            func count(_ rows: String) throws -> Int {
                Int(
                    try transaction.sql.integer(
                        "SELECT count(*) FROM \(rows)", [.uuid(id.uuid)]))
            }
            let counts = RemovalCounts(
                notes: try count("note WHERE owner = ?1 AND visibility <> 'team'"),
                teamNotes: try count("note WHERE owner = ?1 AND visibility = 'team'"),
                photos: try count(
                    """
                    note_photo JOIN note ON note.owner = note_photo.owner AND note.id = note
                    WHERE note.owner = ?1 AND visibility <> 'team'
                    """),
                favorites: try count("favorite WHERE owner = ?1"),
                filters: try count("saved_filter WHERE owner = ?1"),
                views: try count(
                    "saved_view WHERE owner = ?1 AND NOT \(UserTransaction.isColumns)"),
                tokens: try count("api_token WHERE owner = ?1"),
                sessions: try count("session WHERE owner = ?1"))
            return (user, counts)
        }
    }
}
