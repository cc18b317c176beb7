import FleetPostgres
import FleetSQL
import FleetTestSupport
import Foundation

/// A team in a PostgreSQL database of its own, whose tables belong to another login.
final class PostgresTeam: ForwardingTeamDatabase {
    let database: PostgresTestDatabase
    private let connections: PostgresDatabase
    let inner: any TeamDatabase

    init() throws {
        database = try PostgresServer.shared().makeDatabase(like: "created") { address in
            try PostgresDatabase(PostgresAddress(address), limits: .extended).close()
        }
        connections = try PostgresDatabase(
            PostgresAddress(database.serversAddress), limits: .extended)
        inner = PostgresTeamDatabase(connections)
    }

    deinit { connections.close() }

    func writeAtOnce<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await inner.writeAtOnce(as: role, body)
    }
}
