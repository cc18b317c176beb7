public import FleetStore
import Foundation

/// The database of a team in PostgreSQL.
///
/// Writes are serializable. Each transaction has only the rights of its role, which does not own the
/// tables: row-level security shows a user no other rows than the user's own and the team's.
public struct PostgresTeamDatabase: TeamDatabase {
    private let database: PostgresDatabase

    /// Uses a database, whose tables are migrated already.
    public init(_ database: PostgresDatabase) { self.database = database }

    /// Runs `body` in one read transaction.
    public func read<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await database.read(.read.adding(role.statements)) { try body($0) }
    }

    /// Runs `body` in one serializable write transaction, and again after a conflict.
    public func write<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await database.write(.serializable.adding(role.statements)) { try body($0) }
    }
}

extension TeamDatabaseRole {
    /// The statements that limit a transaction to the rights of the role.
    var statements: [String] {
        switch self {
        case .server: ["SET LOCAL ROLE fleet_team_server"]
        case .user(let id):
            // A UUID has no character that needs quoting.
            [
                "SET LOCAL ROLE fleet_team_user",
                "SET LOCAL fleet.owner = '\(id.uuidString.lowercased())'",
            ]
        }
    }
}
