import FleetPostgres
import FleetTestSupport

/// A new database with the tables of the program, and a connection pool.
struct TestDatabase {
    let server: PostgresTestDatabase
    let database: PostgresDatabase

    init(connections: Int = 4, limits: PostgresLimits = .extended) throws {
        server = try Self.makeDatabase()
        database = try PostgresDatabase(
            PostgresAddress(server.address), connections: connections, limits: limits)
    }

    /// Returns a new database with the tables of the program.
    static func makeDatabase() throws -> PostgresTestDatabase {
        try PostgresServer.shared().makeDatabase(like: "created") { address in
            try PostgresDatabase(PostgresAddress(address), limits: .extended).close()
        }
    }
}
