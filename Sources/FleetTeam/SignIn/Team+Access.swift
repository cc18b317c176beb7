import FleetCore
import FleetSQL

extension Team {
    /// Returns the access of a session.
    ///
    /// Its last use is recorded at most every five minutes; if the database cannot be written at
    /// once, the user stays signed in.
    /// - Throws: ``TeamError/signedOut`` if the session has ended, was revoked or never existed.
    public func access(session secret: BearerSecret, from client: Client) async throws -> Access {
        let owner = UserID(secret.id)
        let hash = secret.hash
        let now = now()
        let found = try await credentials.credential(
            .session, of: owner, hash: hash, at: database.mark(), now: now
        ) {
            try await read(as: .user(owner.uuid)) { try $0.session(of: owner, hash: hash) }
        }
        guard let found else { throw TeamError.signedOut }
        if found.isUseDue(at: now) {
            try? await writeAtOnce(as: .user(owner.uuid)) { transaction in
                _ = try transaction.sql.execute(
                    """
                    UPDATE session SET last_seen_at = ?3
                    WHERE owner = ?1 AND hash = ?2 AND last_seen_at < ?3
                    """, [.uuid(owner.uuid), .text(hash), .time(transaction.now)])
            }
        }
        return Access(
            name: found.userName, displayName: found.displayName, language: found.language,
            followedSources: found.followedSources, role: found.role,
            method: .session, credentialID: found.id,
            team: self, owner: owner, hash: hash, client: client)
    }

    /// Returns the access of an API token; its last use is recorded like a session's.
    /// - Throws: ``TeamError/signedOut`` if the token has expired, was revoked or never existed.
    public func access(token secret: BearerSecret, from client: Client) async throws -> Access {
        let owner = UserID(secret.id)
        let hash = secret.hash
        let now = now()
        let found = try await credentials.credential(
            .token, of: owner, hash: hash, at: database.mark(), now: now
        ) {
            try await read(as: .user(owner.uuid)) { try $0.token(of: owner, hash: hash) }
        }
        guard let found, let scope = found.scope else { throw TeamError.signedOut }
        if found.isUseDue(at: now) {
            try? await writeAtOnce(as: .user(owner.uuid)) { transaction in
                _ = try transaction.sql.execute(
                    "UPDATE api_token SET last_used_at = ?3 WHERE owner = ?1 AND hash = ?2",
                    [.uuid(owner.uuid), .text(hash), .time(transaction.now)])
            }
        }
        return Access(
            name: found.userName, displayName: found.displayName, language: found.language,
            followedSources: found.followedSources, role: found.role,
            method: .token(scope), credentialID: found.id,
            team: self, owner: owner, hash: hash, client: client)
    }
}
