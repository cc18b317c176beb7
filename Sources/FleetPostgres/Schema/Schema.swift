import FleetStore

/// The tables of the program, in the schema `fleet`.
///
/// They are in parts that migrate one after the other; the table `schema_version` has the version of
/// each. A migration that was released never changes.
struct Schema: Sendable {
    /// The name of the part.
    let name: String
    /// The statements from each version to the next.
    let migrations: [String]

    /// All parts, in the order in which they are created.
    static let all: [Schema] = [.team, .snapshots, .sources, .leases]

    /// Migrates all parts to their current versions, unless another process is doing so.
    /// - Throws: `StoreError.newerVersion`, and nothing is changed; ``PostgresError``.
    static func migrate(_ connection: PostgresConnection, of address: PostgresAddress) throws {
        // A database that is up to date needs no lock.
        if try isCurrent(try versions(on: connection), at: address) { return }
        try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
        do {
            try connection.run(lock)
            let versions = try versions(on: connection)
            if try !isCurrent(versions, at: address) {
                try connection.run(foundation)
                for part in all { try part.migrate(connection, from: versions[part.name] ?? 0) }
            }
            try connection.run("COMMIT")
        } catch {
            _ = try? connection.run("ROLLBACK")
            throw error
        }
    }

    private func migrate(_ connection: PostgresConnection, from version: Int) throws {
        guard version < migrations.count else { return }
        for migration in migrations.dropFirst(version) { try connection.run(migration) }
        _ = try connection.query(
            """
            INSERT INTO fleet.schema_version (part, version) VALUES (?1, ?2)
            ON CONFLICT (part) DO UPDATE SET version = excluded.version
            """, [.text(name), .integer(Int64(migrations.count))]
        ) { _ in }
    }

    private static func isCurrent(
        _ versions: [String: Int], at address: PostgresAddress
    ) throws -> Bool {
        for part in all where versions[part.name] ?? 0 > part.migrations.count {
            throw StoreError.newerVersion(path: address.shown)
        }
        guard versions.keys.allSatisfy({ name in all.contains { $0.name == name } }) else {
            throw StoreError.newerVersion(path: address.shown)
        }
        return all.allSatisfy { (versions[$0.name] ?? 0) == $0.migrations.count }
    }

    private static func versions(on connection: PostgresConnection) throws -> [String: Int] {
        var exists = false
        // After waiting for the lock, `to_regclass` may still answer from the catalogue before.
        _ = try connection.query(
            """
            SELECT EXISTS (SELECT FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
                WHERE nspname = 'fleet' AND relname = 'schema_version')
            """, []
        ) { exists = $0.boolean(0) == true }
        guard exists else { return [:] }
        var versions: [String: Int] = [:]
        _ = try connection.query("SELECT part, version FROM fleet.schema_version", []) { row in
            if let part = row.text(0), let version = row.integer(1) {
                versions[part] = Int(version)
            }
        }
        return versions
    }

    /// The lock has the key "fleet" in ASCII.
    private static let lock = "SELECT pg_advisory_xact_lock(x'666c656574'::bigint)"

    private static let foundation = """
        CREATE SCHEMA IF NOT EXISTS fleet;
        COMMENT ON SCHEMA fleet IS 'The tables of fleet serve';
        CREATE TABLE IF NOT EXISTS fleet.schema_version (
            part text COLLATE "C" PRIMARY KEY,
            version integer NOT NULL CHECK (version > 0)
        );
        COMMENT ON TABLE fleet.schema_version IS
            'The version of each part of the tables; the program migrates them at its start';
        """
}
