public import FleetCore
import FleetSQL

extension Access {
    /// The user's own account.
    public var account: Account { Account(access: self) }
}

/// The account of one user.
public struct Account: Sendable {
    let access: Access

    /// Changes the password, ends the other sessions and all tokens, and forgets all devices.
    ///
    /// Wrong current passwords are counted like failures to sign in.
    /// - Parameter device: The secret that the browser got when the user signed in there.
    /// - Throws: ``TeamError/wrongPassword``, ``TeamError/throttled(until:)``,
    ///   ``TeamError/invalid(_:_:)``, ``TeamError/busy``.
    public func changePassword(
        from current: Password, to new: Password, device: BearerSecret? = nil
    ) async throws {
        try new.check()
        guard !current.isTooLong else { throw TeamError.wrongPassword }
        let name = try await access.read(.account) { $0.name }
        let subjects = ThrottleSubjects(name: name, access.client)
        try await access.team.attempt(subjects, name: name, from: device) { attempt in
            try await change(attempt, from: current, to: new)
        }
    }

    private func change(
        _ attempt: SignInAttempt, from current: Password, to new: Password
    ) async throws {
        let team = access.team
        let verdict = try await team.verify(current, in: attempt)
        guard let stored = attempt.user, verdict != .mismatch else {
            try await team.write { try attempt.fail(in: $0, by: .access(access)) }
            throw TeamError.wrongPassword
        }
        let hash = try await team.hash(new, in: attempt)
        let isChanged = try await team.write { [access] server in
            // The transactions of a user cannot read passwords.
            let transaction = try UserTransaction(access, .account, in: server)
            let current = try transaction.rows(
                "SELECT \(server.sql.dialect.password) FROM team_user WHERE id = ?1"
            ) { $0.text(0) }
            guard current == [stored.hash] else { return false }
            try server.setPassword(hash, of: access.owner)
            try server.endSessions(of: access.owner, except: access.credentialID)
            try server.revokeTokens(of: access.owner)
            try transaction.audit(.passwordChanged)
            return true
        }
        guard isChanged else { throw TeamError.wrongPassword }
        try await team.write { try attempt.succeed(in: $0) }
    }

    /// Changes the name for people; `nil` for the sign-in name.
    /// - Throws: ``TeamError/nameTaken`` if it is the sign-in name of another user.
    public func setDisplayName(_ name: DisplayName?) async throws {
        try await access.write(.account) { transaction in
            try transaction.transaction.requireUnmistakable(name, for: transaction.name)
            try transaction.execute(
                "UPDATE team_user SET display_name = ?2 WHERE id = ?1", [.optional(name?.text)])
        }
    }

    /// Changes the language of pages; `nil` for that of the browser.
    /// - Parameter tag: A language tag (BCP 47).
    public func setLanguage(_ tag: String?) async throws {
        try await access.write(.account) { transaction in
            try transaction.execute(
                "UPDATE team_user SET language = ?2 WHERE id = ?1", [.optional(tag)])
        }
    }

    /// Returns the time of registration.
    public func createdAt() async throws -> Timestamp {
        try await access.read(nil) { transaction in
            let times = try transaction.rows("SELECT created_at FROM team_user WHERE id = ?1") {
                $0.time(0)
            }
            guard let time = times.first else { throw TeamError.signedOut }
            return time
        }
    }

    /// Records that the user downloads the user's data.
    public func recordExport() async throws {
        try await access.write(.account) { try $0.audit(.exported) }
    }
}
