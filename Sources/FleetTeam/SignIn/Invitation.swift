public import FleetCore
import FleetSQL
public import Foundation

/// An open invitation, as administrators see it.
public struct Invitation: Equatable, Sendable {
    /// Time for which an invitation is valid.
    public static let lifetime = Duration.seconds(7 * 86_400)
    /// Time for which the link for setting up is valid.
    public static let setupLifetime = Duration.seconds(3600)
    /// The maximum number of open invitations.
    public static let limit = 1000

    /// The ID.
    public var id: UUID
    /// The role that it gives.
    public var role: Role
    /// The name of the administrator who made it.
    public var createdBy: String?
    /// The time when it was made.
    public var createdAt: Timestamp
    /// The time when it expires.
    public var expiresAt: Timestamp
}

/// A link that works once; its secret is shown once and not stored.
public struct Link: Sendable {
    /// The secret.
    public let secret: BearerSecret
    /// The time when it expires.
    public let expiresAt: Timestamp
}

extension Team {
    /// Whether the team has no administrator yet, so that the set-up link must be used.
    public func needsSetup() async throws -> Bool {
        try await read { try $0.administrators() == 0 }
    }

    /// Makes the link with which the first administrator registers, and ends the ones before.
    /// - Returns: `nil` if there is an administrator.
    public func makeSetupLink() async throws -> Link? {
        let random = random
        return try await write { transaction in
            guard try transaction.administrators() == 0 else { return nil }
            try transaction.sql.execute("DELETE FROM invitation WHERE kind = 'setup'", [])
            return try transaction.addInvitation(
                .setup, role: .administrator, by: nil, lifetime: Invitation.setupLifetime, random
            ).link
        }
    }

    /// Returns the role that an invitation or set-up link gives, without using it.
    /// - Throws: ``TeamError/expiredLink``.
    public func role(ofInvitation secret: BearerSecret) async throws -> Role {
        try await read { try $0.invitation(secret).role }
    }
}

/// The purpose of an invitation; the raw value is stored.
enum InvitationKind: String {
    case setup, invitation
}

extension TeamTransaction {
    /// Adds an invitation.
    func addInvitation(
        _ kind: InvitationKind, role: Role, by name: String?, lifetime: Duration,
        _ random: RandomSource, id: UUID? = nil
    ) throws -> (id: UUID, link: Link) {
        let secret = BearerSecret(id: id ?? newID(), random: random)
        let expiresAt = now + lifetime
        try sql.execute(
            """
            INSERT INTO invitation (id, hash, kind, role, created_by, created_at, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            [
                .uuid(secret.id), .text(secret.hash), .text(kind.rawValue), .text(role.rawValue),
                .optional(name), .time(now), .time(expiresAt),
            ])
        return (secret.id, Link(secret: secret, expiresAt: expiresAt))
    }

    /// Returns an invitation that can be used.
    /// - Throws: ``TeamError/expiredLink``, also for a set-up link once there is an administrator.
    func invitation(_ secret: BearerSecret) throws -> (kind: InvitationKind, role: Role) {
        let found = try sql.rows(
            "SELECT hash, kind, role FROM invitation WHERE id = ?1 AND expires_at > ?2",
            [.uuid(secret.id), .time(now)]
        ) { row -> (kind: InvitationKind, role: Role)? in
            guard let hash = row.text(0), Digest.equal(hash, secret.hash),
                let kind = row.text(1).flatMap(InvitationKind.init),
                let role = row.text(2).flatMap(Role.init)
            else { return nil }
            return (kind, role)
        }
        guard let invitation = found.first else { throw TeamError.expiredLink }
        if invitation.kind == .setup, try administrators() > 0 { throw TeamError.expiredLink }
        return invitation
    }

    /// Returns the time when an invitation expires.
    /// - Throws: ``TeamError/expiredLink``.
    func expiry(of secret: BearerSecret) throws -> Timestamp {
        let times = try sql.rows(
            "SELECT expires_at FROM invitation WHERE id = ?1 AND hash = ?2",
            [.uuid(secret.id), .text(secret.hash)]
        ) { $0.time(0) }
        guard let time = times.first else { throw TeamError.expiredLink }
        return time
    }

    /// Uses an invitation, which can be done once.
    /// - Throws: ``TeamError/expiredLink``.
    func useInvitation(_ secret: BearerSecret) throws -> Role {
        let role = try invitation(secret).role
        let count = try sql.execute("DELETE FROM invitation WHERE id = ?1", [.uuid(secret.id)])
        guard count > 0 else { throw TeamError.expiredLink }
        return role
    }

    /// Returns the number of administrators who can sign in.
    func administrators() throws -> Int64 {
        try sql.integer(
            """
            SELECT count(*) FROM team_user
            WHERE role = 'administrator' AND disabled_at IS NULL AND removed_at IS NULL
            """, [])
    }
}
