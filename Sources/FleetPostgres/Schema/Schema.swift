import FleetCore
import FleetSQL

/// The tables of the program, in the schema `fleet`.
///
/// Until the first release there is one version of them, edited in place: a database with other
/// tables is refused and never migrated.
enum Schema {
    private static let tables =
        """
        CREATE SCHEMA IF NOT EXISTS fleet;
        COMMENT ON SCHEMA fleet IS 'The tables of fleet serve';

        """ + team + snapshots + sources + leases + service

    /// Digest of the statements that create the tables, in hexadecimal.
    static let digest = StableHash.digits(of: StableHash.hash(tables))

    /// Creates the tables in a database that lacks them, unless another process is doing so.
    /// - Throws: `StoreError.otherSchema`, `StoreError.roleMissing`, or `StoreError.tablesMissing`
    ///   if the login may not create them, and nothing is changed; ``PostgresError``.
    static func create(on connection: PostgresConnection, of address: PostgresAddress) throws {
        try requireRoles(on: connection, of: address)
        // A database that has the tables needs no lock.
        if try check(connection, of: address) { return }
        guard try mayCreate(on: connection) else {
            throw StoreError.tablesMissing(path: address.shown)
        }
        try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
        do {
            // Others may be creating them.
            try connection.run("SET LOCAL lock_timeout = '30s'")
            try connection.run(lock)
            if try !check(connection, of: address) {
                try connection.run(tables)
                try connection.run(digestTable)
            }
            try connection.run("COMMIT")
        } catch {
            _ = try? connection.run("ROLLBACK")
            throw error
        }
    }

    /// Returns whether the database has the tables.
    /// - Throws: `StoreError.otherSchema`, if it has other ones.
    private static func check(
        _ connection: PostgresConnection, of address: PostgresAddress
    ) throws -> Bool {
        var (hasSchema, hasDigest) = (false, false)
        // After waiting for the lock, `to_regclass` may still answer from the catalogue before.
        _ = try connection.query(
            """
            SELECT count(*) > 0, count(*) FILTER (WHERE relname = 'schema_digest') > 0
            FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace WHERE nspname = 'fleet'
            """, []
        ) { (hasSchema, hasDigest) = ($0.boolean(0) == true, $0.boolean(1) == true) }
        guard hasSchema else { return false }
        var isCurrent = false
        if hasDigest {
            _ = try connection.query("SELECT digest FROM fleet.schema_digest", []) {
                isCurrent = $0.text(0) == digest
            }
        }
        guard isCurrent else { throw StoreError.otherSchema(path: address.shown) }
        return true
    }

    /// The lock has the key "fleet" in ASCII.
    private static let lock = "SELECT pg_advisory_xact_lock(x'666c656574'::bigint)"

    private static let digestTable = """
        CREATE TABLE fleet.schema_digest (digest text COLLATE "C" PRIMARY KEY);
        COMMENT ON TABLE fleet.schema_digest IS
            'One row, which differs between versions of the program with other tables';
        INSERT INTO fleet.schema_digest VALUES ('\(digest)');
        GRANT SELECT ON fleet.schema_digest TO fleet_service;
        """
}
