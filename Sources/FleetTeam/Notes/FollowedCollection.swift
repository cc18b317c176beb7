import FleetSQL
public import Foundation

extension Access {
    /// The sources that the user follows.
    public var followed: FollowedCollection { FollowedCollection(access: self) }
}

/// The sources that one user follows, with which pages, search and tasks begin.
public struct FollowedCollection: Sendable {
    let access: Access

    /// The most sources that a user can choose.
    public static let limit = 1000

    /// Returns the UUIDs of the sources; none means all.
    public func all() async throws -> [UUID] {
        try await access.read(nil) { transaction in
            try transaction.rows("SELECT sources FROM followed_sources WHERE owner = ?1") { row in
                SourceList.sources(of: row.text(0))
            }.first ?? []
        }
    }

    /// Follows these sources instead of the earlier ones; none means all.
    /// - Throws: ``TeamError/tooMany(_:limit:)``.
    public func save(_ sources: Set<UUID>) async throws {
        guard sources.count <= Self.limit else {
            throw TeamError.tooMany(.sources, limit: Self.limit)
        }
        let text = SourceList.text(of: sources)
        try await access.write(.own) { transaction in
            // The access of a request has the list, which is not looked up each time.
            try transaction.transaction.advanceAccessRevision()
            guard !text.isEmpty else {
                try transaction.execute("DELETE FROM followed_sources WHERE owner = ?1")
                return
            }
            try transaction.execute(
                """
                INSERT INTO followed_sources (owner, sources) VALUES (?1, ?2)
                ON CONFLICT (owner) DO UPDATE SET sources = ?2
                """, [.text(text)])
        }
    }
}
