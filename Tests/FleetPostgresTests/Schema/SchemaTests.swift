import FleetStore
import FleetTestSupport
import Testing

@testable import FleetPostgres

@Suite struct SchemaTests {
    @Test("processes that open a new database at once find the same tables")
    func concurrent() async throws {
        let database = try PostgresServer.shared().makeDatabase()
        let address = try PostgresAddress(database.address)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 { group.addTask { try PostgresDatabase(address).close() } }
            try await group.waitForAll()
        }
        #expect(try database.sql("SELECT digest FROM fleet.schema_digest") == [Schema.digest])
    }

    @Test(
        "a database with the tables of another version is refused, and stays as it is",
        arguments: [
            "UPDATE fleet.schema_digest SET digest = 'other'",
            "DELETE FROM fleet.schema_digest", "DROP TABLE fleet.schema_digest",
        ])
    func otherSchema(change: String) throws {
        let database = try TestDatabase.makeDatabase()
        try database.sql(change)
        let tables = "SELECT count(*) FROM pg_class WHERE relnamespace = 'fleet'::regnamespace"
        let before = try database.sql(tables)
        let address = try PostgresAddress(database.address)
        #expect(throws: StoreError.otherSchema(path: address.shown)) {
            try PostgresDatabase(address)
        }
        #expect(try database.sql(tables) == before)
    }

    @Test("a user who may not create roles gets an error, and no table is left")
    func noRoles() throws {
        let server = try PostgresServer()
        try server.sql("CREATE ROLE plain LOGIN")
        try server.sql("CREATE DATABASE plain OWNER plain")
        let error = try #require(throws: StoreError.self) {
            try PostgresDatabase(PostgresAddress(server.address(of: "plain", user: "plain")))
        }
        #expect(error.cause.contains("plain needs the right to create roles"))
        #expect(try server.sql("SELECT to_regnamespace('fleet') IS NULL", in: "plain") == ["t"])
    }

    @Test("every unique key begins with the owner of personal data, or else with the source")
    func keys() throws {
        // The names of the sources are unique in the whole database.
        let wrong = try TestDatabase.makeDatabase().sql(
            """
            SELECT t.relname, i.relname, k.attname
            FROM pg_index AS x JOIN pg_class AS t ON t.oid = indrelid
                JOIN pg_class AS i ON i.oid = indexrelid
                JOIN pg_attribute AS k ON k.attrelid = t.oid AND k.attnum = indkey[0]
            WHERE t.relnamespace = 'fleet'::regnamespace AND indisunique
                AND i.relname <> 'named_source_name_key' AND k.attname <> (
                SELECT attname FROM pg_attribute AS a
                WHERE a.attrelid = t.oid AND attname IN ('owner', 'source') AND attnotnull
                ORDER BY attname LIMIT 1)
            """)
        #expect(wrong == [])
    }

    @Test("every table of personal data has row-level security, also for its owner")
    func rowSecurity() throws {
        let open = try TestDatabase.makeDatabase().sql(
            """
            SELECT t.relname FROM pg_class AS t JOIN pg_attribute AS a ON attrelid = t.oid
            WHERE relnamespace = 'fleet'::regnamespace AND relkind = 'r' AND attname = 'owner'
                AND NOT (relrowsecurity AND relforcerowsecurity)
            """)
        #expect(open == [])
    }

    @Test("every table is documented")
    func comments() throws {
        let bare = try TestDatabase.makeDatabase().sql(
            """
            SELECT relname FROM pg_class
            WHERE relnamespace = 'fleet'::regnamespace AND relkind IN ('r', 'p')
                AND obj_description(oid, 'pg_class') IS NULL
            """)
        #expect(bare == [])
    }

    @Test("texts are ordered byte by byte")
    func order() throws {
        let other = try TestDatabase.makeDatabase().sql(
            """
            SELECT attrelid::regclass, attname FROM pg_attribute
                JOIN pg_class ON pg_class.oid = attrelid
            WHERE relnamespace = 'fleet'::regnamespace AND relkind IN ('r', 'p')
                AND atttypid = 'text'::regtype AND attcollation <> '"C"'::regcollation
            """)
        #expect(other == [])
    }
}
