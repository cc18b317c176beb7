public import FleetCore
import FleetStore

/// The account of one user.
public struct Account: Sendable {
    let access: Access

    /// Changes the password, and ends the other sessions and all tokens.
    ///
    /// Wrong current passwords are counted like failures to sign in.
    /// - Throws: ``TeamError/wrongPassword``, ``TeamError/throttled(until:)``,
    ///   ``TeamError/invalid(_:_:)``, ``TeamError/busy``.
    public func changePassword(from current: Password, to new: Password) async throws {
        try new.check()
        let team = access.team
        let name = try await access.read(.changeAccount) { $0.name }
        let subjects = ThrottleSubjects(name: name, access.client)
        try await team.attempt(subjects, name: name) { stored in
            try await change(stored, from: current, to: new, subjects)
        }
    }

    private func change(
        _ stored: StoredPassword?, from current: Password, to new: Password,
        _ subjects: ThrottleSubjects
    ) async throws {
        let team = access.team
        let verdict = try await team.verify(current, against: stored?.hash, subjects)
        guard let stored, verdict != .mismatch else {
            try await team.write { transaction in
                try transaction.countFailure(of: subjects.network)
                try transaction.audit(.signInFailed, stored?.name, by: .access(access))
            }
            throw TeamError.wrongPassword
        }
        let hash = try await team.hash(new, subjects)
        let isChanged = try await team.write { [access] server in
            // The transactions of a user cannot read passwords.
            let transaction = try UserTransaction(access, .changeAccount, in: server)
            let current = try transaction.rows("SELECT password FROM team_user WHERE id = ?1") {
                $0.text(0)
            }
            guard current == [stored.hash] else { return false }
            try server.setPassword(hash, of: access.owner)
            try server.endSessions(of: access.owner, except: access.credentialID)
            try server.revokeTokens(of: access.owner)
            try transaction.audit(.passwordChanged)
            return true
        }
        guard isChanged else { throw TeamError.wrongPassword }
        try await team.write { try $0.forgetFailures(of: subjects.account) }
    }

    /// Returns the time of registration.
    public func createdAt() async throws -> Timestamp {
        try await access.read { transaction in
            let times = try transaction.rows("SELECT created_at FROM team_user WHERE id = ?1") {
                $0.time(0)
            }
            guard let time = times.first else { throw TeamError.signedOut }
            return time
        }
    }

    /// Records that the user downloads what belongs to the user.
    public func recordExport() async throws {
        try await access.write(.changeAccount) { try $0.audit(.exported) }
    }
}

extension Team {
    /// Hashes a new password; an attempt that finds no free thread does not count.
    fileprivate func hash(_ new: Password, _ subjects: ThrottleSubjects) async throws -> String {
        do {
            return try await passwords.hash(new)
        } catch {
            try await write { try $0.uncountFailure(of: subjects.account) }
            throw error
        }
    }
}
