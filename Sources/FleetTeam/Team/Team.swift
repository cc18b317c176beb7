public import FleetCore
public import FleetSQL
import Foundation

/// A team: its users, their sessions and collections, and their shared data.
///
/// There are two ways in. Signing in, a session or a token gives an ``Access``, through which one
/// user reaches what belongs to that user; `onMachine()` is for the commands of the machine's
/// administrator. Nothing that belongs to a user is reached through a user ID.
public struct Team: Sendable {
    let database: any TeamDatabase
    let passwords: PasswordHasher
    let attempts = AttemptQueue()
    /// The attempts of known devices, which do not wait for those of strangers.
    let deviceAttempts = AttemptQueue()
    let random: RandomSource
    /// The people who can register.
    public let registration: Registration
    /// Time for which the audit log is kept.
    public let auditRetention: Duration
    /// Time for which it is kept who reported where a vehicle is.
    public let reporterRetention: Duration
    let now: @Sendable () -> Timestamp
    let credentials = CredentialCache()
    private let ids: UUIDv7Generator
    private var rights: [Role: [Access.Method: Rights]] = [:]

    /// The people who can register.
    public enum Registration: String, CaseIterable, Sendable {
        /// No one; administrators add users on the machine.
        case closed
        /// People with an invitation.
        case invite
        /// Everyone, as a member.
        case open
    }

    /// Creates a team whose data is in a database.
    ///
    /// - Parameters:
    ///   - auditRetention: Time for which the audit log is kept, at least a day.
    ///   - reporterRetention: Time for which it is kept who reported a sighting.
    ///   - grants: What roles may do.
    public init(
        database: any TeamDatabase, passwords: PasswordHasher,
        registration: Registration = .invite, auditRetention: Duration = .seconds(90 * 86_400),
        reporterRetention: Duration = Sighting.personLifetime,
        random: RandomSource = .system, grants: [Grant] = Grant.presets,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.database, self.passwords, self.registration) = (database, passwords, registration)
        self.auditRetention = max(auditRetention, .seconds(86_400))
        self.reporterRetention = reporterRetention
        (self.random, self.now) = (random, now)
        ids = UUIDv7Generator(random: random)
        for role in Role.allCases {
            for method in Access.Method.all {
                rights[role, default: [:]][method] = Rights(of: role, by: method, among: grants)
            }
        }
    }

    /// Returns the rights that a role has by a credential.
    func rights(of role: Role, by method: Access.Method) -> Rights {
        rights[role]?[method] ?? Rights(of: role, by: method, among: [])
    }

    /// Writes a row to the database and removes it, to find out whether that is possible.
    ///
    /// SQLite would not write a row that stays the same.
    /// - Throws: `StoreError`.
    public func checkWritable() async throws {
        try await write { transaction in
            let subject = SQLValue.text("check " + transaction.newID().text)
            try transaction.sql.execute(
                "INSERT INTO throttle (subject, failures, last_failed_at) VALUES (?1, 1, 0)",
                [subject])
            try transaction.sql.execute("DELETE FROM throttle WHERE subject = ?1", [subject])
        }
    }

    /// Returns a number that grows whenever an access ends or changes.
    ///
    /// A server that finds a new number checks the accesses of its open streams again.
    public func accessRevision() async throws -> Int64 {
        try await read { try $0.sql.integer("SELECT revision FROM team_access WHERE id = 1", []) }
    }

    /// Returns a mark that differs after each change of the team's data by any process; `nil` if it
    /// is not known.
    public func mark() -> CommitMark? { database.mark() }

    /// Runs `body` in a read transaction of the server or of a user, for whom rows of others are
    /// out of reach.
    func read<T: Sendable>(
        as role: TeamDatabaseRole = .server, of data: TeamDatabaseData = .others,
        _ body: @escaping @Sendable (TeamTransaction) throws -> T
    ) async throws -> T {
        let now = now()
        return try await database.read(as: role, of: data) { [ids] in
            try body(TeamTransaction(sql: $0, now: now, ids: ids))
        }
    }

    /// Runs `body` in a write transaction, unless that would have to wait.
    func writeAtOnce(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (TeamTransaction) throws -> Void
    ) async throws {
        let now = now()
        try await database.writeAtOnce(as: role) { [ids] in
            try body(TeamTransaction(sql: $0, now: now, ids: ids))
        }
    }

    /// Runs `body` in a write transaction of the server or of a user.
    @discardableResult
    func write<T: Sendable>(
        as role: TeamDatabaseRole = .server,
        _ body: @escaping @Sendable (TeamTransaction) throws -> T
    ) async throws -> T {
        let now = now()
        return try await database.write(as: role) { [ids] in
            try body(TeamTransaction(sql: $0, now: now, ids: ids))
        }
    }
}

/// A transaction with its time and a generator of IDs.
struct TeamTransaction {
    let sql: any SQLTransaction
    let now: Timestamp
    let ids: UUIDv7Generator

    /// Returns a new ID.
    func newID() -> UUID { ids.next(at: now) }

    /// Marks that an access ended or changed.
    func advanceAccessRevision() throws {
        try sql.execute("UPDATE team_access SET revision = revision + 1 WHERE id = 1", [])
    }
}

extension SQLValue {
    static func time(_ time: Timestamp) -> SQLValue { .integer(time.milliseconds) }
    static func uuid(_ uuid: UUID) -> SQLValue { .text(uuid.text) }
}

extension SQLRow {
    func time(_ column: Int) -> Timestamp? {
        integer(column).map(Timestamp.init(milliseconds:))
    }

    func uuid(_ column: Int) -> UUID? { text(column).flatMap(UUID.init(uuidString:)) }
}
