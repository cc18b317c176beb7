import FleetCore
import FleetSQL
public import Foundation

extension Team {
    /// Returns the functions of the machine's administrator; no request may reach them.
    public func onMachine() -> Administration {
        Administration(team: self, actor: .machine)
    }
}

extension Access {
    /// Returns the functions of administrators.
    ///
    /// Each of them checks the role again.
    /// - Throws: ``TeamError/forbidden`` for other roles.
    public func administration() throws(TeamError) -> Administration {
        guard may(.settings) else { throw .forbidden }
        return Administration(team: team, actor: .access(self))
    }
}

/// The functions of administrators: users, invitations and the audit log, and nothing that belongs
/// to a user; the machine's administrator can copy local notes to one.
public struct Administration: Sendable {
    let team: Team
    let actor: Actor

    /// Returns the users, ordered by name.
    public func users() async throws -> [User] {
        try await read { try $0.users() }
    }

    /// Returns the user with a name.
    /// - Throws: ``TeamError/notFound``.
    public func user(named name: UserName) async throws -> User {
        try await read { transaction in
            guard let user = try transaction.users().first(where: { $0.name == name.text }) else {
                throw TeamError.notFound
            }
            return user
        }
    }

    /// Adds a user with a password.
    /// - Throws: ``TeamError/nameTaken``, ``TeamError/nameLooksTaken``, ``TeamError/invalid(_:_:)``,
    ///   ``TeamError/busy``.
    public func addUser(
        _ name: UserName, displayName: DisplayName? = nil, role: Role, password: Password
    ) async throws -> User {
        try password.check()
        try await read { _ in }
        let hash = try await team.passwords.hash(password)
        return try await write { transaction in
            let id = try transaction.addUser(
                name, displayName, role: role, password: hash)
            try transaction.audit(.userAdded, name.text, by: actor)
            return User(
                id: id, name: name.text, role: role, createdAt: transaction.now, lastSeenAt: nil,
                isDisabled: false, displayName: displayName?.text)
        }
    }

    /// Creates an invitation; its link registers one person.
    ///
    /// A repeated request gets the same link.
    /// - Throws: ``TeamError/tooMany(_:limit:)``, ``TeamError/keyReused``, and
    ///   ``TeamError/expiredLink`` if the link was used since.
    public func invite(_ role: Role) async throws -> Link {
        let step = RepeatableRequest.nextStep()
        return try await write { [team, actor] transaction in
            let item = try transaction.item(of: step, for: actor.userID, team.random)
            guard item.isNew else {
                let secret = BearerSecret(id: item.id, random: item.random)
                return Link(secret: secret, expiresAt: try transaction.expiry(of: secret))
            }
            let count = try transaction.sql.integer("SELECT count(*) FROM invitation", [])
            guard count < Invitation.limit else {
                throw TeamError.tooMany(.invitations, limit: Invitation.limit)
            }
            try transaction.audit(.invitationCreated, role.rawValue, by: actor)
            return try transaction.addInvitation(
                .invitation, role: role, by: actor.name, lifetime: Invitation.lifetime,
                item.random, id: item.id
            ).link
        }
    }

    /// Returns the open invitations, newest first.
    public func invitations() async throws -> [Invitation] {
        try await read { transaction in
            try transaction.sql.rows(
                """
                SELECT id, role, created_by, created_at, expires_at FROM invitation
                WHERE kind = 'invitation' AND expires_at > ?1 ORDER BY id DESC
                """, [.time(transaction.now)]
            ) { row in
                guard let id = row.uuid(0), let role = row.text(1).flatMap(Role.init),
                    let createdAt = row.time(3), let expiresAt = row.time(4)
                else { return nil }
                return Invitation(
                    id: id, role: role, createdBy: row.text(2), createdAt: createdAt,
                    expiresAt: expiresAt)
            }
        }
    }

    /// Withdraws an invitation.
    /// - Throws: ``TeamError/notFound``.
    public func revokeInvitation(_ id: UUID) async throws {
        try await write { transaction in
            let count = try transaction.sql.execute(
                "DELETE FROM invitation WHERE id = ?1 AND kind = 'invitation'", [.uuid(id)])
            guard count > 0 else { throw TeamError.notFound }
            try transaction.audit(.invitationRevoked, by: actor)
        }
    }

    /// Returns entries of the audit log, newest first, at most 1,000.
    /// - Parameter earlier: Only entries before the one with this ID, for the next page.
    public func auditEntries(before earlier: UUID? = nil, limit: Int) async throws -> [AuditEntry] {
        try await read {
            try $0.auditEntries(before: earlier, limit: min(max(limit, 0), 1000))
        }
    }

    /// Throws unless the actor may change the team now, before a change outside of its database.
    /// - Throws: ``TeamError/forbidden``, ``TeamError/signedOut``.
    public func requireChange() async throws {
        try await team.read { [actor] transaction in
            try actor.require(.changeSettings, in: transaction)
        }
    }

    /// Returns the UUID of a source that a request adds, the same one for a repeated request.
    /// - Throws: ``TeamError/keyReused``.
    public func newSourceID() async throws -> UUID {
        guard let step = RepeatableRequest.nextStep() else { return UUID() }
        return try await write { [team, actor] transaction in
            try transaction.item(of: step, for: actor.userID, team.random).id
        }
    }

    /// Adds an entry about a source, a test of an alert or an export to the audit log, unless an
    /// earlier request has added it.
    public func record(_ action: AuditAction, subject: String?) async throws {
        let step = RepeatableRequest.nextStep()
        try await write { [team, actor] transaction in
            guard try transaction.item(of: step, for: actor.userID, team.random).isNew else {
                return
            }
            try transaction.audit(action, subject, by: actor)
        }
    }

    /// Runs `body` if the actor still administers the team.
    func read<T: Sendable>(
        _ body: @escaping @Sendable (TeamTransaction) throws -> T
    ) async throws -> T {
        try await team.read { [actor] transaction in
            try actor.require(.settings, in: transaction)
            return try body(transaction)
        }
    }

    /// Runs `body` if the actor still administers the team and may change it.
    @discardableResult
    func write<T: Sendable>(
        _ body: @escaping @Sendable (TeamTransaction) throws -> T
    ) async throws -> T {
        try await team.write { [actor] transaction in
            try actor.require(.changeSettings, in: transaction)
            return try body(transaction)
        }
    }
}

extension Actor {
    /// The name for people.
    fileprivate var name: String? {
        switch self {
        case .access(let access): access.name
        case .user(_, let name, _): name
        case .unknown, .machine: nil
        }
    }

    /// - Throws: ``TeamError/forbidden``, ``TeamError/signedOut``.
    fileprivate func require(_ right: Right, in transaction: TeamTransaction) throws {
        switch self {
        case .machine: return
        case .access(let access): _ = try UserTransaction(access, right, in: transaction)
        case .user, .unknown: throw TeamError.forbidden
        }
    }
}
