package import FleetSQL

/// A team database that passes its transactions on to another one, except those that it changes.
package protocol ForwardingTeamDatabase: TeamDatabase {
    var inner: any TeamDatabase { get }
}

extension ForwardingTeamDatabase {
    package func read<T: Sendable>(
        as role: TeamDatabaseRole, of data: TeamDatabaseData,
        _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await inner.read(as: role, of: data, body)
    }

    package func write<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await inner.write(as: role, body)
    }

    package func mark() -> CommitMark? { inner.mark() }
}
