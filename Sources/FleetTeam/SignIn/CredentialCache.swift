import FleetCore
import FleetSQL
import Foundation

/// Cache of valid sessions and tokens, until the database is written.
///
/// So most requests need no query, and the end of an access, in any process, acts at once.
struct CredentialCache: Sendable {
    /// The kind of a credential.
    enum Kind: Hashable {
        case session, token
    }

    /// The kind is part of the key, so that a token is no session; so is the owner, because a
    /// secret names it, and only the rest is hashed.
    private struct Key: Hashable {
        let kind: Kind
        let owner: UserID
        let hash: String
    }

    private let known = MarkedCache<Key, ValidCredential>(limit: 10_000)

    /// Returns the credential of a kind with a hash of an owner, looked up by `find` unless it is
    /// known.
    /// - Parameter mark: The mark of the database now; `nil` looks everything up.
    func credential(
        _ kind: Kind, of owner: UserID, hash: String, at mark: CommitMark?, now: Timestamp,
        _ find: () async throws -> ValidCredential?
    ) async throws -> ValidCredential? {
        let key = Key(kind: kind, owner: owner, hash: hash)
        if let found = known.value(of: key, at: mark), found.validUntil > now,
            !found.isUseDue(at: now)
        {
            return found
        }
        let found = try await find()
        if let found { known.keep(found, of: key, readAt: mark) }
        return found
    }
}

/// A valid session or token, and its user.
struct ValidCredential {
    /// Time between two records of the last request.
    private static let touchInterval = Duration.seconds(300)

    let id: UUID
    let userName: String
    /// The user's name for people; `nil` if it is the sign-in name.
    let displayName: String?
    /// Tag of the language of pages; `nil` if the browser chooses.
    let language: String?
    /// The UUIDs of the sources that the user follows; none means all.
    let followedSources: [UUID]
    let role: Role
    /// The time of the last recorded use; `nil` before the first.
    let usedAt: Timestamp?
    /// The time when it ends unless it is used again.
    let validUntil: Timestamp
    /// The scope of a token; `nil` for a session.
    let scope: TokenScope?

    /// - Parameters:
    ///   - row: The ID, name, role and last recorded use.
    ///   - followed: The list of followed sources.
    init?(
        row: any SQLRow, displayName: String?, language: String?, followed: String?,
        scope: TokenScope? = nil, validUntil: Timestamp
    ) {
        guard let id = row.uuid(0), let name = row.text(1),
            let role = row.text(2).flatMap(Role.init)
        else { return nil }
        (self.id, userName, self.role, usedAt) = (id, name, role, row.time(3))
        (self.displayName, self.scope, self.validUntil) = (displayName, scope, validUntil)
        self.language = language
        followedSources = SourceList.sources(of: followed)
    }

    /// Returns whether its use is to be recorded.
    func isUseDue(at now: Timestamp) -> Bool {
        usedAt.map { now - $0 >= Self.touchInterval } ?? true
    }
}
