import FleetCore
import FleetStore

/// The sessions and tokens that stood when they were looked up last, as long as nothing was written
/// to the database since.
///
/// So most requests need no query, and whatever ends an access, in any process, acts at once.
struct StandingCredentials: Sendable {
    /// The kind of a credential.
    enum Kind: Hashable {
        case session, token
    }

    /// The kind is part of the key, so that a token is no session; so is the owner, because a secret
    /// names it, and only the rest is hashed.
    private struct Key: Hashable {
        let kind: Kind
        let owner: UserID
        let hash: String
    }

    private let known = MarkedCache<Key, StandingCredential>(limit: 10_000)

    /// Returns the credential of a kind with a hash of an owner, looked up by `find` unless it is known.
    /// - Parameter mark: The mark of the database now; nil looks everything up.
    func credential(
        _ kind: Kind, of owner: UserID, hash: String, at mark: CommitMark?, now: Timestamp,
        _ find: () async throws -> StandingCredential?
    ) async throws -> StandingCredential? {
        let key = Key(kind: kind, owner: owner, hash: hash)
        if let found = known.value(of: key, at: mark), found.standsUntil > now,
            !found.isUseDue(at: now)
        {
            return found
        }
        let found = try await find()
        if let found { known.keep(found, of: key, readAt: mark) }
        return found
    }
}
