import CPostgres
import FleetSQL

extension PostgresConnection {
    /// Number of looks at the processes of two connections.
    private static let looks = 5

    /// Refuses a pooler that gives each transaction another connection to the server, as pgbouncer
    /// with `pool_mode = transaction`.
    ///
    /// Settings and notifications would be lost, and a prepared statement could be that of another
    /// client with the same name. One process of the server for two open connections, or several
    /// for one, prove such a pooler, whatever its name.
    /// - Throws: `StoreError.sharedConnections`; ``PostgresError``.
    func requireOwnProcess(at address: PostgresAddress) throws {
        // A pooler sends a key to cancel statements that it has made up, with another process.
        guard Int(pq.PQbackendPID(handle)) != process else { return }
        timeout = limits.read
        defer { timeout = nil }
        let other = try PostgresConnection(to: address, within: limits)
        other.timeout = limits.read
        var (own, others): (Set, Set) = ([process], [other.process])
        for _ in 0..<Self.looks {
            own.insert(try number("SELECT pg_backend_pid()"))
            others.insert(try other.number("SELECT pg_backend_pid()"))
        }
        guard own.count == 1, others.count == 1, own.isDisjoint(with: others) else {
            throw StoreError.sharedConnections(path: address.shown)
        }
    }
}
