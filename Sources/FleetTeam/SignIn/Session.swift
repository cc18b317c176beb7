public import FleetCore
import FleetSQL
public import Foundation

/// A session of a browser, as its user sees it.
public struct Session: Equatable, Sendable {
    /// Time without a request after which a session ends.
    public static let idleLimit = Duration.seconds(14 * 86_400)
    /// Time after which a session ends in any case.
    public static let absoluteLimit = Duration.seconds(90 * 86_400)
    /// Number of sessions of a user; a further one ends the one unused for longest.
    static let limit = 100

    /// The ID.
    public var id: UUID
    /// The time of signing in.
    public var createdAt: Timestamp
    /// The time of the last request, to the nearest five minutes.
    public var lastSeenAt: Timestamp
    /// The browser, as it called itself when it signed in.
    public var client: String?
    /// The network address when it signed in.
    public var address: String?
    /// Whether it is the session of this access.
    public var isCurrent: Bool
}

/// A new session, its secret and that of its device, which are not stored and belong into cookies.
public struct SignedIn: Sendable {
    /// The access of the session.
    public let access: Access
    /// The secret of the session.
    public let secret: BearerSecret
    /// The secret of the device.
    public let device: BearerSecret
}

extension TeamTransaction {
    /// Returns the session with a hash, unless it has ended or its user is disabled.
    func session(of owner: UserID, hash: String) throws -> ValidCredential? {
        try sql.rows(
            """
            SELECT session.id, name, role, last_seen_at, session.created_at, display_name,
                language, sources
            FROM session JOIN team_user ON team_user.id = session.owner
                LEFT JOIN followed_sources ON followed_sources.owner = session.owner
            WHERE session.owner = ?1 AND hash = ?2 AND last_seen_at > ?3 AND session.created_at > ?4
                AND disabled_at IS NULL AND removed_at IS NULL
            """,
            [
                .uuid(owner.uuid), .text(hash), .time(now - Session.idleLimit),
                .time(now - Session.absoluteLimit),
            ]
        ) { row -> ValidCredential? in
            guard let seenAt = row.time(3), let createdAt = row.time(4) else { return nil }
            return ValidCredential(
                row: row, displayName: row.text(5), language: row.text(6), followed: row.text(7),
                validUntil: min(
                    seenAt + Session.idleLimit, createdAt + Session.absoluteLimit))
        }.first
    }

    /// Starts a session of a user on a device, and returns its access.
    /// - Parameter device: The secret that the device presented.
    func startSession(
        of owner: UserID, name: String, displayName: String? = nil, role: Role,
        on device: BearerSecret? = nil, from client: Client, in team: Team
    ) throws -> SignedIn {
        let secret = BearerSecret(id: owner.uuid, random: team.random)
        let id = newID()
        try sql.execute(
            """
            INSERT INTO session (owner, id, hash, created_at, last_seen_at, client, address)
            VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)
            """,
            [
                .uuid(owner.uuid), .uuid(id), .text(secret.hash), .time(now),
                .optional(client.agent), .optional(client.address?.text),
            ])
        try sql.execute(
            """
            DELETE FROM session WHERE owner = ?1 AND id NOT IN
                (SELECT id FROM session WHERE owner = ?1 ORDER BY last_seen_at DESC, id DESC
                 LIMIT \(Session.limit))
            """, [.uuid(owner.uuid)])
        let access = Access(
            name: name, displayName: displayName, role: role, method: .session, credentialID: id,
            team: team, owner: owner,
            hash: secret.hash, client: client)
        return SignedIn(
            access: access, secret: secret,
            device: try KnownDevices(in: self).add(of: owner, replacing: device, team.random))
    }

    /// Ends the sessions of a user, except one, and forgets all devices.
    func endSessions(of owner: UserID, except kept: UUID? = nil) throws {
        try sql.execute(
            "DELETE FROM session WHERE owner = ?1 AND id <> ?2",
            [.uuid(owner.uuid), .text(kept?.text ?? "")])
        try sql.execute("DELETE FROM device WHERE owner = ?1", [.uuid(owner.uuid)])
        try advanceAccessRevision()
    }
}

/// The sessions of one user.
public struct SessionCollection: Sendable {
    let access: Access

    /// Returns the sessions, the last used first.
    public func all() async throws -> [Session] {
        try await access.read(.account) { transaction in
            try transaction.rows(
                """
                SELECT id, created_at, last_seen_at, client, address FROM session
                WHERE owner = ?1 AND last_seen_at > ?2 AND created_at > ?3
                ORDER BY last_seen_at DESC, id DESC
                """,
                [
                    .time(transaction.now - Session.idleLimit),
                    .time(transaction.now - Session.absoluteLimit),
                ]
            ) { row in
                guard let id = row.uuid(0), let createdAt = row.time(1), let seenAt = row.time(2)
                else { return nil }
                return Session(
                    id: id, createdAt: createdAt, lastSeenAt: seenAt, client: row.text(3),
                    address: row.text(4), isCurrent: id == access.credentialID)
            }
        }
    }

    /// Ends a session.
    /// - Throws: ``TeamError/notFound``.
    public func end(_ id: UUID) async throws {
        try await access.write(.account) { transaction in
            let count = try transaction.execute(
                "DELETE FROM session WHERE owner = ?1 AND id = ?2", [.uuid(id)])
            guard count > 0 else { throw TeamError.notFound }
            try transaction.transaction.advanceAccessRevision()
        }
    }

    /// Signs out: ends the session of this access.
    public func endCurrent() async throws {
        do {
            try await end(access.credentialID)
        } catch TeamError.signedOut, TeamError.notFound {
            // Another request was faster.
        }
    }

    /// Signs out everywhere, here, too, and forgets all devices.
    public func endAll() async throws {
        try await access.write(.account) { transaction in
            try transaction.transaction.endSessions(of: transaction.owner)
            try transaction.audit(.sessionsEnded)
        }
    }
}
