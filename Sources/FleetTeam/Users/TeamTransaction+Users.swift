import FleetCore
import FleetSQL

extension TeamTransaction {
    /// Returns the users, ordered by name.
    func users() throws -> [User] {
        try sql.rows(
            """
            SELECT team_user.id, name, role, team_user.created_at, max(last_seen_at), disabled_at,
                display_name
            FROM team_user LEFT JOIN session ON owner = team_user.id
            WHERE name IS NOT NULL
            GROUP BY team_user.id, name, role, team_user.created_at, disabled_at, display_name
            ORDER BY name
            """, []
        ) { row in
            guard let id = row.uuid(0), let name = row.text(1),
                let role = row.text(2).flatMap(Role.init), let createdAt = row.time(3)
            else { return nil }
            return User(
                id: UserID(id), name: name, role: role, createdAt: createdAt,
                lastSeenAt: row.time(4), isDisabled: row.integer(5) != nil,
                displayName: row.text(6))
        }
    }

    /// Adds a user.
    /// - Throws: ``TeamError/nameTaken``, ``TeamError/nameLooksTaken``, ``TeamError/invalid(_:_:)``.
    func addUser(
        _ name: UserName, _ displayName: DisplayName? = nil, role: Role, password hash: String
    ) throws -> UserID {
        try name.requireOneScript()
        try requireUnmistakable(displayName, for: name.text)
        let others = try sql.rows("SELECT name FROM team_user WHERE name IS NOT NULL", []) {
            $0.text(0)
        }
        guard !others.contains(where: name.looksLike) else { throw TeamError.nameLooksTaken }
        let id = UserID(newID())
        let count = try sql.execute(
            """
            INSERT INTO team_user (id, name, role, password, created_at, display_name)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING
            """,
            [
                .uuid(id.uuid), .text(name.text), .text(role.rawValue), .text(hash), .time(now),
                .optional(displayName?.text),
            ])
        guard count > 0 else { throw TeamError.nameTaken }
        return id
    }

    /// Ends the sessions, tokens and reset links of a user, and forgets the devices.
    func endAccess(of owner: UserID) throws {
        for table in ["session", "device", "api_token", "reset_link"] {
            try sql.execute("DELETE FROM \(table) WHERE owner = ?1", [.uuid(owner.uuid)])
        }
        try advanceAccessRevision()
    }

    /// Returns the user of a reset link that can be used.
    /// - Throws: ``TeamError/expiredLink``.
    func resetLink(_ secret: BearerSecret) throws -> StoredPassword {
        let found = try sql.rows(
            """
            SELECT team_user.id, name, role, \(sql.dialect.password)
            FROM reset_link JOIN team_user ON team_user.id = owner
            WHERE owner = ?1 AND hash = ?2 AND expires_at > ?3
                AND disabled_at IS NULL AND removed_at IS NULL
            """, [.uuid(secret.id), .text(secret.hash), .time(now)], StoredPassword.init)
        guard let user = found.first else { throw TeamError.expiredLink }
        return user
    }

    /// - Throws: ``TeamError/nameTaken`` if the name is the sign-in name of another user.
    func requireUnmistakable(_ name: DisplayName?, for user: String) throws {
        guard let name else { return }
        let others = try sql.rows(
            "SELECT 1 FROM team_user WHERE name = ?1 AND name <> ?2",
            [.text(name.signInName), .text(user)]
        ) { $0.integer(0) }
        guard others.isEmpty else { throw TeamError.nameTaken }
    }

    /// - Throws: ``TeamError/expiredLink`` if there is no such link for a new password.
    func expiry(ofResetLink secret: BearerSecret) throws -> Timestamp {
        let times = try sql.rows(
            "SELECT expires_at FROM reset_link WHERE owner = ?1 AND hash = ?2",
            [.uuid(secret.id), .text(secret.hash)]
        ) { $0.time(0) }
        guard let time = times.first else { throw TeamError.expiredLink }
        return time
    }

    /// Removes the private data of a user; the files of photos are left to the next cleanup.
    func removePersonalData(of user: UserID) throws {
        let owner: [SQLValue] = [.uuid(user.uuid)]
        for table in [
            "favorite", "saved_filter", "followed_sources", "saved_view", "snooze", "sighting",
            "request_key",
        ] {
            try sql.execute("DELETE FROM \(table) WHERE owner = ?1", owner)
        }
        try sql.execute("DELETE FROM note WHERE owner = ?1 AND visibility <> 'team'", owner)
        try sql.execute(
            "UPDATE note SET idempotency_key = NULL, request_hash = NULL WHERE owner = ?1", owner)
        try sql.execute(
            "UPDATE note SET assignee = NULL, version = version + 1 WHERE assignee = ?1", owner)
    }
}
