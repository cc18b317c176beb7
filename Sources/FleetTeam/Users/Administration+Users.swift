import FleetCore
import FleetSQL

extension Administration {
    /// Changes the role of a user, which acts at once.
    /// - Throws: ``TeamError/notFound``, ``TeamError/lastAdministrator``.
    public func setRole(_ role: Role, of user: UserID) async throws {
        try await change(user) { transaction, name in
            try transaction.sql.execute(
                "UPDATE team_user SET role = ?2 WHERE id = ?1",
                [.uuid(user.uuid), .text(role.rawValue)])
            try transaction.audit(.roleChanged, "\(name): \(role.rawValue)", by: actor)
        }
    }

    /// Disables a user, which acts at once: sessions, tokens and links end.
    /// - Throws: ``TeamError/notFound``, ``TeamError/lastAdministrator``.
    public func disable(_ user: UserID) async throws {
        try await change(user) { transaction, name in
            try transaction.sql.execute(
                "UPDATE team_user SET disabled_at = ?2 WHERE id = ?1 AND disabled_at IS NULL",
                [.uuid(user.uuid), .time(transaction.now)])
            try transaction.endAccess(of: user)
            try transaction.audit(.userDisabled, name, by: actor)
        }
    }

    /// Enables a disabled user, who can then sign in again.
    /// - Throws: ``TeamError/notFound``.
    public func enable(_ user: UserID) async throws {
        try await change(user) { transaction, name in
            try transaction.sql.execute(
                "UPDATE team_user SET disabled_at = NULL WHERE id = ?1", [.uuid(user.uuid)])
            try transaction.audit(.userEnabled, name, by: actor)
        }
    }

    /// Makes a link with which a user sets a new password; sessions, tokens and the old password
    /// end at once.
    ///
    /// A repeated request gets the same link.
    /// - Throws: ``TeamError/notFound``, ``TeamError/userDisabled``, ``TeamError/keyReused``, and
    ///   ``TeamError/expiredLink`` if the link was used since.
    public func resetPassword(of user: UserID) async throws -> Link {
        let step = RepeatableRequest.nextStep()
        return try await change(user) { [team, actor] transaction, name in
            let item = try transaction.item(of: step, for: actor.userID, team.random)
            let secret = BearerSecret(id: user.uuid, random: item.random)
            guard item.isNew else {
                return Link(secret: secret, expiresAt: try transaction.expiry(ofResetLink: secret))
            }
            let disabled = try transaction.sql.rows(
                "SELECT 1 FROM team_user WHERE id = ?1 AND disabled_at IS NOT NULL",
                [.uuid(user.uuid)]
            ) { $0.integer(0) }
            guard disabled.isEmpty else { throw TeamError.userDisabled }
            try transaction.endAccess(of: user)
            try transaction.setPassword("", of: user)
            let expiresAt = transaction.now + .seconds(86_400)
            try transaction.sql.execute(
                "INSERT INTO reset_link (owner, hash, expires_at) VALUES (?1, ?2, ?3)",
                [.uuid(user.uuid), .text(secret.hash), .time(expiresAt)])
            try transaction.audit(.resetLinkCreated, name, by: actor)
            return Link(secret: secret, expiresAt: expiresAt)
        }
    }

    /// Removes a user and the user's private data; the user's team notes stay, of a former
    /// member.
    /// - Throws: ``TeamError/notFound``, ``TeamError/lastAdministrator``.
    public func remove(_ user: UserID) async throws {
        try await change(user) { transaction, name in
            try transaction.endAccess(of: user)
            try transaction.removePersonalData(of: user)
            try transaction.sql.execute(
                """
                UPDATE team_user SET name = NULL, display_name = NULL, language = NULL,
                    password = '', role = 'viewer', removed_at = ?2
                WHERE id = ?1
                """, [.uuid(user.uuid), .time(transaction.now)])
            try transaction.sql.execute(
                """
                DELETE FROM team_user
                WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM note WHERE owner = ?1)
                """, [.uuid(user.uuid)])
            try transaction.audit(.userRemoved, name, by: actor)
        }
    }

    /// Runs a change of a user, which must leave an administrator.
    private func change<T: Sendable>(
        _ user: UserID,
        _ body: @escaping @Sendable (TeamTransaction, _ name: String) throws -> T
    ) async throws -> T {
        try await write { transaction in
            // Two changes at the same time must not end with no administrator.
            try transaction.advanceAccessRevision()
            let before = try transaction.administrators()
            let names = try transaction.sql.rows(
                "SELECT name FROM team_user WHERE id = ?1",
                [.uuid(user.uuid)]
            ) { $0.text(0) }
            guard let name = names.first else { throw TeamError.notFound }
            let result = try body(transaction, name)
            if before > 0, try transaction.administrators() == 0 {
                throw TeamError.lastAdministrator
            }
            return result
        }
    }
}
