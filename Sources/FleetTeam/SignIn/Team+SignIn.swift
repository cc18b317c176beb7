import FleetCore
import FleetStore

extension Team {
    /// Signs a user in and starts a session.
    ///
    /// Neither the answer nor its time depends on whether the name exists.
    /// - Throws: ``TeamError/wrongPassword``, ``TeamError/throttled(until:)``, ``TeamError/busy``.
    public func signIn(
        name typed: String, password: Password, from client: Client
    ) async throws -> SignedIn {
        // A name that nobody can have is treated like one that nobody has.
        let name = try? UserName(typed)
        let subjects = ThrottleSubjects(name: name?.text ?? typed, client)
        return try await attempt(subjects, name: name?.text) { stored in
            let verdict = try await verify(password, against: stored?.hash, subjects)
            guard let stored, case .match(let rehashed) = verdict else {
                try await write { transaction in
                    try transaction.countFailure(of: subjects.network)
                    // An unknown name may be a password in the wrong field.
                    try transaction.audit(.signInFailed, stored?.name, by: .unknown(client))
                }
                throw TeamError.wrongPassword
            }
            let signedIn = try await write { transaction -> SignedIn? in
                try transaction.finishSignIn(
                    stored, rehashed: rehashed, subjects, from: client, in: self)
            }
            guard let signedIn else { throw TeamError.wrongPassword }
            return signedIn
        }
    }

    /// Runs an attempt with the user that may sign in by a name, once it is counted.
    ///
    /// - Throws: ``TeamError/throttled(until:)``, ``TeamError/busy``; the errors of `body`.
    func attempt<T>(
        _ subjects: ThrottleSubjects, name: String?, _ body: (StoredPassword?) async throws -> T
    ) async throws -> T {
        try await attempts.run(for: subjects.name) {
            try await beginAttempt(subjects, name: name)
        } _: { stored in
            try await body(stored)
        }
    }

    /// Checks the delays, counts the attempt and returns the user that may sign in by a name.
    private func beginAttempt(
        _ subjects: ThrottleSubjects, name: String?
    ) async throws -> StoredPassword? {
        // A flood of attempts costs no write.
        guard passwords.hasRoom else { throw TeamError.busy }
        try await read { try $0.requireNoDelay(of: subjects.all) }
        return try await write { transaction in
            try transaction.requireNoDelay(of: subjects.all)
            try transaction.countFailure(of: subjects.account)
            return try name.flatMap(transaction.password)
        }
    }

    /// Checks a password; an attempt that finds no free thread does not count.
    func verify(
        _ password: Password, against hash: String?, _ subjects: ThrottleSubjects
    ) async throws -> PasswordHasher.Verdict {
        do {
            return try await passwords.verify(password, against: hash)
        } catch {
            try await write { try $0.uncountFailure(of: subjects.account) }
            throw error
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
            "SELECT id, name, role, password FROM team_user WHERE name = ?1 AND disabled_at IS NULL",
            [.text(name)], StoredPassword.init
        ).first
    }

    /// Starts a session after the right password; `nil` if the password has changed meanwhile.
    fileprivate func finishSignIn(
        _ stored: StoredPassword, rehashed: String?, _ subjects: ThrottleSubjects,
        from client: Client, in team: Team
    ) throws -> SignedIn? {
        guard let current = try password(ofName: stored.name), current.id == stored.id,
            Digest.equal(current.hash, stored.hash)
        else { return nil }
        if let rehashed { try setPassword(rehashed, of: stored.id) }
        try forgetFailures(of: subjects.account)
        try audit(.signedIn, by: .user(stored.id, name: stored.name, client))
        return try startSession(
            of: stored.id, name: stored.name, role: current.role, from: client, in: team)
    }

    /// Stores the hash of a password; an empty one lets nobody sign in.
    func setPassword(_ hash: String, of owner: UserID) throws {
        try sql.execute(
            "UPDATE team_user SET password = ?2 WHERE id = ?1", [.uuid(owner.uuid), .text(hash)])
    }
}
