import FleetCore
import FleetSQL
public import Foundation

/// The access of one user to the team, by a session or an API token.
///
/// Only signing in, ``Team/access(session:from:)`` and ``Team/access(token:from:)`` make one. Each
/// use checks in its own transaction that the session or token is still valid, and the role that
/// the user has by then. What belongs to the user is in the collections, which are bound to the
/// user.
public struct Access: Sendable {
    /// The credential of the user.
    public enum Method: Hashable, Sendable {
        /// A session of a browser.
        case session
        /// An API token.
        case token(TokenScope)

        static let all = [session, token(.read), token(.write)]
    }

    /// The user's sign-in name.
    public let name: String
    /// The user's name for people; `nil` if it is the sign-in name.
    public let displayName: String?
    /// Tag of the language that the user has chosen for pages; `nil` if the browser chooses.
    public private(set) var language: String?
    /// The UUIDs of the sources that the user follows; none means all.
    public private(set) var followedSources: [UUID] = []
    /// The user's role when the access was made.
    public let role: Role
    /// The credential of the user.
    public let method: Method
    /// The user's ID, for logs and limits; it reaches nothing that belongs to the user.
    public var userID: UserID { owner }
    /// The ID of the session or token.
    let credentialID: UUID
    let team: Team
    let owner: UserID
    let hash: String
    let client: Client

    /// The user's API tokens.
    public var tokens: TokenCollection { TokenCollection(access: self) }
    /// The user's sessions.
    public var sessions: SessionCollection { SessionCollection(access: self) }
    /// The devices in which the user has signed in.
    public var devices: DeviceCollection { DeviceCollection(access: self) }

    /// What the user might do when the access was made.
    public var rights: Rights { team.rights(of: role, by: method) }

    /// Whether the user might do something when the access was made.
    public func may(_ right: Right) -> Bool { rights.has(right) }

    /// Returns the access as it is now, for a stream that stays open.
    /// - Throws: ``TeamError/signedOut``.
    public func renewed() async throws -> Access {
        try await team.read(as: .user(owner.uuid)) { transaction in
            let current = try CurrentUser(of: self, in: transaction)
            return Access(
                name: current.name, displayName: current.displayName, language: current.language,
                followedSources: current.followedSources, role: current.role, method: method,
                credentialID: credentialID, team: team, owner: owner, hash: hash, client: client)
        }
    }

    /// Runs `body` in a read transaction if the user still has the right; `nil` needs none.
    func read<T: Sendable>(
        _ right: Right?, of data: TeamDatabaseData = .others,
        _ body: @escaping @Sendable (UserTransaction) throws -> T
    ) async throws -> T {
        try await team.read(as: .user(owner.uuid), of: data) {
            try body(UserTransaction(self, right, in: $0))
        }
    }

    /// Runs `body` in a write transaction if the user still has the right; `nil` needs none.
    @discardableResult
    func write<T: Sendable>(
        _ right: Right?, _ body: @escaping @Sendable (UserTransaction) throws -> T
    ) async throws -> T {
        try await team.write(as: .user(owner.uuid)) {
            try body(UserTransaction(self, right, in: $0))
        }
    }
}

/// The name and role that the user of an access has within a transaction.
struct CurrentUser {
    let name: String
    let displayName: String?
    let language: String?
    let followedSources: [UUID]
    let role: Role

    /// - Throws: ``TeamError/signedOut`` if the session or token is no longer valid.
    init(of access: Access, in transaction: TeamTransaction) throws {
        let found =
            switch access.method {
            case .session:
                try transaction.session(of: access.owner, hash: access.hash)
            case .token:
                try transaction.token(of: access.owner, hash: access.hash)
            }
        guard let found else { throw TeamError.signedOut }
        (name, displayName, role) = (found.userName, found.displayName, found.role)
        (language, followedSources) = (found.language, found.followedSources)
    }
}

/// A transaction of one user, or of an owner in this home: the first parameter of each statement,
/// `?1`, is the user.
struct UserTransaction {
    let owner: UserID
    /// The user's name now; empty for an owner in this home.
    let name: String
    /// Whether it is an owner in this home, and not a user of the team.
    var isOfHome: Bool { name.isEmpty }
    /// What the user may do now.
    let rights: Rights
    /// The roles of the people who can be given tasks.
    let writers: [Role]
    private let actor: Actor
    let transaction: TeamTransaction

    var now: Timestamp { transaction.now }

    /// - Throws: ``TeamError/signedOut``, ``TeamError/forbidden``.
    init(_ access: Access, _ right: Right?, in transaction: TeamTransaction) throws {
        let current = try CurrentUser(of: access, in: transaction)
        (owner, name) = (access.owner, current.name)
        rights = access.team.rights(of: current.role, by: access.method)
        writers = Role.allCases.filter { access.team.rights(of: $0, by: .session).has(.write) }
        if let right, !rights.has(right) { throw TeamError.forbidden }
        (actor, self.transaction) = (.access(access), transaction)
    }

    /// Creates the transaction of an owner without a name, to whom no check applies.
    init(uncheckedOwner owner: UserID, in transaction: TeamTransaction) {
        (self.owner, name) = (owner, "")
        rights = Rights(of: .member, by: .session, among: Grant.presets)
        writers = Role.allCases.filter { $0 >= .member }
        (actor, self.transaction) = (.machine, transaction)
    }

    /// Returns the values of the rows of a query.
    /// - Parameter values: The values of `?2` and following.
    func rows<T>(
        _ sql: String, _ values: [SQLValue] = [], _ value: (any SQLRow) throws -> T?
    ) throws -> [T] {
        try transaction.sql.rows(sql, [.uuid(owner.uuid)] + values, value)
    }

    /// Runs a statement and returns the number of rows that it changed.
    /// - Parameter values: The values of `?2` and following.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
        try transaction.sql.execute(sql, [.uuid(owner.uuid)] + values)
    }

    /// Returns the integer in the first column of the only row; 0 without a row.
    func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64 {
        try transaction.sql.integer(sql, [.uuid(owner.uuid)] + values)
    }

    /// Adds an entry to the audit log.
    func audit(_ action: AuditAction, _ subject: String? = nil) throws {
        try transaction.audit(action, subject, by: actor)
    }
}
