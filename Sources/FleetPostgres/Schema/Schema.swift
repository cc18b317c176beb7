import FleetCore
import FleetSQL

/// The tables of the program, in the schema `fleet`.
///
/// The tables of each release are upgraded to the current ones, in one transaction. A database
/// with tables that are neither the current ones nor those of a release is refused.
enum Schema {
    /// The way from the tables of a release to the current ones.
    struct Upgrade: Equatable {
        /// Digest of the statements that created the tables before.
        let digest: String
        /// Statements that change the tables, with `fleet` in the search path.
        let statements: String
    }

    /// Upgrades from the tables of each release; there was none before 0.1.0.
    static let upgrades = [
        upgrade(from: 1, digest: "c77721ebb435196b"),  // 0.1.0
        upgrade(from: 2, digest: "a083fafd069f7b71"),
        upgrade(from: 2, digest: "8febaeb21f24a334"),
        upgrade(from: 3, digest: "803856a50273ba8f"),
    ]

    private static func upgrade(from version: Int, digest: String) -> Upgrade {
        Upgrade(
            digest: digest,
            statements: Table.upgrade(Table.all, from: version, .postgres, rights: rights))
    }

    /// What is in a database.
    enum State: Equatable {
        case empty
        case current
        /// Tables of an earlier release, and their upgrade.
        case older(Upgrade)
        /// Tables of a version that this one does not know, such as a newer one.
        case unknown
    }

    private static let tables =
        """
        CREATE SCHEMA IF NOT EXISTS fleet;
        COMMENT ON SCHEMA fleet IS 'The tables of fleet serve';

        """ + Table.statements(Table.all, .postgres) + rows + functions + service + identity
        + teamSecurity

    /// The tables of one row.
    private static let rows = """
        INSERT INTO team_access VALUES (1, 0);
        INSERT INTO source_catalog (revision) VALUES (0);

        """

    /// Returns whether this version can use, or upgrade, tables with a digest.
    static func isKnown(_ digest: String) -> Bool {
        digest == self.digest || upgrades.contains { $0.digest == digest }
    }

    /// Digest of the statements that create the tables, in hexadecimal.
    static let digest = StableHash.digits(of: StableHash.hash(tables))

    /// Creates the tables in a database that lacks them, or upgrades those of an earlier release,
    /// unless another process is doing so.
    /// - Throws: `StoreError.otherEncoding`, `.otherSchema`, `.roleMissing`, or `.tablesMissing` or
    ///   `.upgradeNeeded` if the login may not do it, and nothing is changed; ``PostgresError``.
    static func create(
        on connection: PostgresConnection, of address: PostgresAddress,
        upgrades: [Upgrade] = upgrades
    ) throws {
        let transaction = PostgresTransaction(connection: connection)
        try requireUnicode(of: transaction, at: address)
        try requireRoles(on: connection, of: address)
        // A database that has the tables needs no lock.
        let state = try state(of: transaction, upgrades)
        if state == .current { return }
        if state == .unknown { throw StoreError.otherSchema(path: address.shown) }
        guard try mayCreate(on: connection) else {
            throw state == .empty
                ? StoreError.tablesMissing(path: address.shown)
                : StoreError.upgradeNeeded(path: address.shown)
        }
        try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
        do {
            // Others may be creating them.
            try connection.run("SET LOCAL lock_timeout = '30s'")
            try connection.run(lock)
            switch try self.state(of: transaction, upgrades) {
            case .current: break
            case .empty:
                try connection.run(tables)
                try connection.run(digestTable)
            case .older(let upgrade): try self.upgrade(connection, upgrade)
            case .unknown: throw StoreError.otherSchema(path: address.shown)
            }
            try connection.run("COMMIT")
        } catch {
            _ = try? connection.run("ROLLBACK")
            throw error
        }
    }

    /// Checks that a database that a process uses still has the tables that it needs.
    ///
    /// Those of a newer version do, since an upgrade only adds to them while servers of the version
    /// before are running.
    /// - Throws: `StoreError.otherEncoding`, `.upgradeNeeded` or `.tablesMissing`; ``PostgresError``.
    static func check(
        _ transaction: PostgresTransaction, at address: PostgresAddress
    ) throws {
        try requireUnicode(of: transaction, at: address)
        switch try state(of: transaction, upgrades) {
        case .current, .unknown: break
        case .empty: throw StoreError.tablesMissing(path: address.shown)
        case .older: throw StoreError.upgradeNeeded(path: address.shown)
        }
    }

    /// Checks that the database stores all characters.
    ///
    /// With another encoding, the server refuses the characters that it lacks, in the middle of
    /// snapshots and notes; `SQL_ASCII` checks nothing.
    private static func requireUnicode(
        of transaction: PostgresTransaction, at address: PostgresAddress
    ) throws {
        var encoding = ""
        try transaction.rows(of: "SELECT current_setting('server_encoding')") {
            encoding = $0.text(0) ?? ""
        }
        guard encoding == "UTF8" else {
            throw StoreError.otherEncoding(path: address.shown, encoding: encoding)
        }
    }

    private static func upgrade(
        _ connection: PostgresConnection, _ upgrade: Upgrade
    ) throws {
        try connection.run(upgrade.statements)
        try connection.run("UPDATE fleet.schema_digest SET digest = '\(digest)'")
    }

    /// Returns what is in the database.
    private static func state(
        of transaction: PostgresTransaction, _ upgrades: [Upgrade]
    ) throws -> State {
        var (hasSchema, hasDigest) = (false, false)
        // After waiting for the lock, `to_regclass` may still answer from the catalogue before.
        try transaction.rows(
            of: """
                SELECT count(*) > 0, count(*) FILTER (WHERE relname = 'schema_digest') > 0
                FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
                WHERE nspname = 'fleet'
                """
        ) { (hasSchema, hasDigest) = ($0.boolean(0) == true, $0.boolean(1) == true) }
        guard hasSchema else { return .empty }
        var found: String?
        if hasDigest {
            try transaction.rows(of: "SELECT digest FROM fleet.schema_digest") {
                found = $0.text(0)
            }
        }
        if found == digest { return .current }
        return upgrades.first { $0.digest == found }.map(State.older) ?? .unknown
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
