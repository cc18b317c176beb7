import FleetCore
import FleetSQL

extension Team {
    /// Signs a user in and starts a session.
    ///
    /// Neither the answer nor its time depends on whether the name exists.
    /// - Parameter device: The secret that the browser got at an earlier sign-in.
    /// - Throws: ``TeamError/wrongPassword``, ``TeamError/throttled(until:)``, ``TeamError/busy``.
    public func signIn(
        name typed: String, password: Password, device: BearerSecret? = nil, from client: Client
    ) async throws -> SignedIn {
        // No account can have such a password.
        guard !password.isTooLong else { throw TeamError.wrongPassword }
        // An invalid name is treated like an unknown one.
        let name = try? UserName(typed)
        let subjects = ThrottleSubjects(name: name?.text ?? typed, client)
        return try await attempt(subjects, name: name?.text, from: device) { attempt in
            let verdict = try await verify(password, in: attempt)
            guard let user = attempt.user, case .match(let rehashed) = verdict else {
                try await write { try attempt.fail(in: $0, by: .unknown(client)) }
                throw TeamError.wrongPassword
            }
            let signedIn = try await write { transaction -> SignedIn? in
                guard let role = try transaction.finish(attempt, of: user, rehashed, client) else {
                    return nil
                }
                return try transaction.startSession(
                    of: user.id, name: user.name, role: role, on: device, from: client, in: self)
            }
            guard let signedIn else { throw TeamError.wrongPassword }
            return signedIn
        }
    }
}

/// A user who may sign in, with the hash of the password.
struct StoredPassword: Sendable {
    let id: UserID
    let name: String
    let role: Role
    let hash: String

    init?(row: any SQLRow) {
        guard let id = row.uuid(0), let name = row.text(1),
            let role = row.text(2).flatMap(Role.init), let hash = row.text(3)
        else { return nil }
        (self.id, self.name, self.role, self.hash) = (UserID(id), name, role, hash)
    }
}

extension TeamTransaction {
    /// Returns the user with a name, unless the user is disabled.
    func password(ofName name: String) throws -> StoredPassword? {
        try sql.rows(
            """
            SELECT id, name, role, \(sql.dialect.password) FROM team_user
            WHERE name = ?1 AND disabled_at IS NULL
            """, [.text(name)], StoredPassword.init
        ).first
    }

    /// Ends an attempt after the right password, and returns the user's role; `nil` if the password
    /// has changed meanwhile.
    fileprivate func finish(
        _ attempt: SignInAttempt, of user: StoredPassword, _ rehashed: String?, _ client: Client
    ) throws -> Role? {
        guard let current = try password(ofName: user.name), current.id == user.id,
            Digest.equal(current.hash, user.hash)
        else { return nil }
        if let rehashed { try setPassword(rehashed, of: user.id) }
        try attempt.succeed(in: self)
        try audit(.signedIn, by: .user(user.id, name: user.name, client))
        return current.role
    }

    /// Stores the hash of a password; an empty one allows no sign-in.
    func setPassword(_ hash: String, of owner: UserID) throws {
        try sql.execute(
            "UPDATE team_user SET password = ?2 WHERE id = ?1", [.uuid(owner.uuid), .text(hash)])
    }
}
