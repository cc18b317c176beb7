public import FleetSQL
import Foundation

/// The database of a team in PostgreSQL.
///
/// Writes are serializable. Each transaction has only the rights of its role, which does not own
/// the tables: row-level security shows a user no other rows than the user's own and the team's.
public struct PostgresTeamDatabase: TeamDatabase {
    private let database: PostgresDatabase

    /// Uses a database, whose tables exist already.
    public init(_ database: PostgresDatabase) { self.database = database }

    /// Runs `body` in one read transaction.
    public func read<T: Sendable>(
        as role: TeamDatabaseRole, of data: TeamDatabaseData,
        _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        let mode = TransactionMode.read.using(data == .notes ? .notes : .read)
        return try await database.read(mode.limited(to: role)) { try body($0) }
    }

    /// Runs `body` in one write transaction if a connection is free, and waits for no standby.
    public func writeAtOnce<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await database.write(.serializable.unimportant().limited(to: role)) { try body($0) }
    }

    /// Runs `body` in one serializable write transaction, and again after a conflict.
    public func write<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await database.write(.serializable.forPerson().limited(to: role)) { transaction in
            let result = try body(transaction)
            if case .user = role { try ChangeNotification.sendTeam(in: transaction) }
            return result
        }
    }
}

extension TransactionMode {
    /// Returns a mode with the rights of a role.
    fileprivate func limited(to role: TeamDatabaseRole) -> TransactionMode {
        switch role {
        case .server: adding("SET LOCAL ROLE fleet_team_server")
        case .user(let id):
            adding("SET LOCAL ROLE fleet_team_user")
                .adding("SELECT set_config('fleet.owner', ?1, true)", id.uuidString.lowercased())
        }
    }
}
