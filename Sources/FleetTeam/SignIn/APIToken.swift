public import FleetCore
import FleetSQL
public import Foundation

/// An API token, as its user sees it.
public struct APIToken: Equatable, Sendable {
    /// The longest time until a token expires.
    public static let maxLifetime = Duration.seconds(366 * 86_400)
    /// The maximum number of tokens of a user.
    public static let limit = 100

    /// The ID.
    public var id: UUID
    /// The name that the user gave it.
    public var name: String
    /// Its rights.
    public var scope: TokenScope
    /// The time when it was made.
    public var createdAt: Timestamp
    /// The time when it expires.
    public var expiresAt: Timestamp
    /// The time of the last request, to the nearest five minutes; `nil` before the first.
    public var lastUsedAt: Timestamp?
}

/// A new API token and its secret, which is shown once and not stored.
public struct NewToken: Sendable {
    /// The token.
    public let token: APIToken
    /// The secret.
    public let secret: BearerSecret
}

extension TeamTransaction {
    /// Returns the token with a hash, unless it has expired or its user is disabled.
    func token(of owner: UserID, hash: String) throws -> ValidCredential? {
        try sql.rows(
            """
            SELECT api_token.id, team_user.name, role, last_used_at, expires_at, scope,
                display_name, language, sources
            FROM api_token JOIN team_user ON team_user.id = api_token.owner
                LEFT JOIN followed_sources ON followed_sources.owner = api_token.owner
            WHERE api_token.owner = ?1 AND hash = ?2 AND expires_at > ?3
                AND disabled_at IS NULL AND removed_at IS NULL
            """, [.uuid(owner.uuid), .text(hash), .time(now)]
        ) { row -> ValidCredential? in
            guard let expiresAt = row.time(4) else { return nil }
            return ValidCredential(
                row: row, displayName: row.text(6), language: row.text(7), followed: row.text(8),
                scope: row.text(5).flatMap(TokenScope.init), validUntil: expiresAt)
        }.first
    }

    /// Revokes all tokens of a user.
    func revokeTokens(of owner: UserID) throws {
        try sql.execute("DELETE FROM api_token WHERE owner = ?1", [.uuid(owner.uuid)])
        try advanceAccessRevision()
    }
}

/// The API tokens of one user, which a token itself cannot reach.
public struct TokenCollection: Sendable {
    let access: Access

    /// Returns the tokens, the newest first, also those that have expired.
    public func all() async throws -> [APIToken] {
        try await access.read(.account) { try $0.tokens() }
    }

    /// Makes a token; a repeated request gets the same one.
    /// - Throws: ``TeamError/forbidden`` if a viewer asks for one that writes;
    ///   ``TeamError/tooMany(_:limit:)``; ``TeamError/invalid(_:_:)``; ``TeamError/keyReused``, and
    ///   ``TeamError/notFound`` if the token was revoked since.
    public func add(
        name: String, scope: TokenScope, lifetime: Duration
    ) async throws -> NewToken {
        let name = try Self.checkedName(name)
        guard lifetime > .zero, lifetime <= APIToken.maxLifetime else {
            throw TeamError.invalid(.lifetime, .malformed)
        }
        let step = RepeatableRequest.nextStep()
        return try await access.write(.account) { [access] transaction in
            guard scope == .read || transaction.rights.has(.write) else {
                throw TeamError.forbidden
            }
            let item = try transaction.item(of: step, access.team.random)
            let secret = BearerSecret(id: access.owner.uuid, random: item.random)
            guard item.isNew else {
                return NewToken(token: try transaction.token(item.id), secret: secret)
            }
            let token = APIToken(
                id: item.id, name: name, scope: scope,
                createdAt: transaction.now, expiresAt: transaction.now + lifetime)
            try transaction.execute(
                """
                INSERT INTO api_token (owner, id, hash, name, scope, created_at, expires_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """,
                [
                    .uuid(token.id), .text(secret.hash), .text(name), .text(scope.rawValue),
                    .time(token.createdAt), .time(token.expiresAt),
                ])
            let count = try transaction.integer("SELECT count(*) FROM api_token WHERE owner = ?1")
            guard count <= APIToken.limit else {
                throw TeamError.tooMany(.tokens, limit: APIToken.limit)
            }
            try transaction.audit(.tokenCreated, name)
            return NewToken(token: token, secret: secret)
        }
    }

    /// Revokes a token.
    /// - Throws: ``TeamError/notFound``.
    public func revoke(_ id: UUID) async throws {
        try await access.write(.account) { transaction in
            let names = try transaction.rows(
                "DELETE FROM api_token WHERE owner = ?1 AND id = ?2 RETURNING name", [.uuid(id)]
            ) { $0.text(0) }
            guard let name = names.first else { throw TeamError.notFound }
            try transaction.transaction.advanceAccessRevision()
            try transaction.audit(.tokenRevoked, name)
        }
    }

    /// Revokes the token of this access, for `fleet logout`; nothing happens for a session.
    public func revokeCurrent() async throws {
        guard case .token = access.method else { return }
        try await access.write(nil) { transaction in
            try transaction.execute(
                "DELETE FROM api_token WHERE owner = ?1 AND id = ?2", [.uuid(access.credentialID)])
            try transaction.transaction.advanceAccessRevision()
            try transaction.audit(.tokenRevoked)
        }
    }

    private static func checkedName(_ name: String) throws(TeamError) -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty else { throw .invalid(.tokenName, .tooShort(1)) }
        guard name.unicodeScalars.count <= 100 else { throw .invalid(.tokenName, .tooLong(100)) }
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw .invalid(.tokenName, .malformed) }
        return name
    }
}

extension UserTransaction {
    /// Returns the user's tokens, the newest first.
    fileprivate func tokens() throws -> [APIToken] {
        try rows(
            """
            SELECT id, name, scope, created_at, expires_at, last_used_at FROM api_token
            WHERE owner = ?1 ORDER BY id DESC
            """
        ) { row in
            guard let id = row.uuid(0), let name = row.text(1),
                let scope = row.text(2).flatMap(TokenScope.init), let createdAt = row.time(3),
                let expiresAt = row.time(4)
            else { return nil }
            return APIToken(
                id: id, name: name, scope: scope, createdAt: createdAt, expiresAt: expiresAt,
                lastUsedAt: row.time(5))
        }
    }

    /// - Throws: ``TeamError/notFound``.
    fileprivate func token(_ id: UUID) throws -> APIToken {
        guard let token = try tokens().first(where: { $0.id == id }) else {
            throw TeamError.notFound
        }
        return token
    }
}
