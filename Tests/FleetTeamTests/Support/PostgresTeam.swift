import FleetPostgres
import FleetStore
import FleetTestSupport
import Foundation

/// A team in a PostgreSQL database of its own, whose tables belong to another login.
final class PostgresTeam: TeamDatabase {
    let database: PostgresTestDatabase
    private let connections: PostgresDatabase
    private let team: PostgresTeamDatabase

    init() throws {
        database = try PostgresServer.shared().makeDatabase(like: "created") { address in
            try PostgresDatabase(PostgresAddress(address)).close()
        }
        connections = try PostgresDatabase(PostgresAddress(database.serversAddress))
        team = PostgresTeamDatabase(connections)
    }

    deinit { connections.close() }

    func read<T: Sendable>(
        as role: TeamDatabaseRole, of data: TeamDatabaseData,
        _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await team.read(as: role, of: data, body)
    }

    func write<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await team.write(as: role, body)
    }
}
