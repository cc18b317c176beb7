import FleetSQL
import FleetTestSupport
import Testing

@testable import FleetPostgres

@Suite(.ownThreads) struct SchemaTests {
    @Test("processes that open a new database at once find the same tables")
    func concurrent() async throws {
        let database = try PostgresServer.shared().makeDatabase()
        let address = try PostgresAddress(database.address)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask { try PostgresDatabase(address, limits: .extended).close() }
            }
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
            try PostgresDatabase(address, limits: .extended)
        }
        #expect(try database.sql(tables) == before)
    }

    @Test(
        "a database with another encoding than UTF-8 is refused, and stays as it is",
        arguments: ["LATIN1", "SQL_ASCII"])
    func otherEncoding(encoding: String) throws {
        let server = try PostgresServer.shared()
        let name = "encoding_" + encoding.lowercased()
        try server.sql(
            "CREATE DATABASE \(name) OWNER fleet ENCODING '\(encoding)' LOCALE 'C' TEMPLATE template0"
        )
        defer { _ = try? server.sql("DROP DATABASE \(name) WITH (FORCE)") }
        let address = try PostgresAddress(server.address(of: name))
        let error = StoreError.otherEncoding(path: address.shown, encoding: encoding)
        #expect(throws: error) { try PostgresDatabase(address, limits: .extended) }
        #expect(error.hint.contains("ENCODING 'UTF8' TEMPLATE template0"))
        #expect(try server.sql("SELECT to_regnamespace('fleet') IS NULL", in: name) == ["t"])
        // The script of the documentation refuses it, too.
        try server.shell(
            """
            ! psql -d postgres -Xq -v database=\(name) -f postgresql-roles.sql 2> refusal-\(encoding)
            grep 'has the encoding \(encoding), not UTF8' refusal-\(encoding)
            """)
    }

    @Test("the script of the documentation makes a database with UTF-8")
    func scriptEncoding() throws {
        let encoding = try PostgresServer.shared().sql(
            "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = 'fleet'")
        #expect(encoding == ["UTF8"])
    }

    @Test(
        "tables that become those of an older version, or are removed, are noticed",
        arguments: [
            ("UPDATE fleet.schema_digest SET digest = 'c77721ebb435196b'", "older"),
            ("DROP SCHEMA fleet CASCADE", "missing"),
        ])
    func later(change: String, kind: String) async throws {
        let test = try TestDatabase()
        try await test.database.checkTables()
        try test.server.sql(change)
        let path = test.database.address.shown
        let expected: StoreError =
            kind == "older" ? .upgradeNeeded(path: path) : .tablesMissing(path: path)
        await #expect(throws: expected) { try await test.database.checkTables() }
        guard kind == "older" else { return }
        // A rolling upgrade.
        try test.server.sql("UPDATE fleet.schema_digest SET digest = 'newer'")
        try await test.database.checkTables()
        try test.server.sql("UPDATE fleet.schema_digest SET digest = '\(Schema.digest)'")
        try await test.database.checkTables()
    }

    @Test("a login that is no member of the roles gets an error, and no table is left")
    func noRoles() throws {
        let server = try PostgresServer(hasRoles: false)
        try server.sql("CREATE ROLE plain LOGIN CREATEROLE")
        try server.sql("CREATE DATABASE plain OWNER plain")
        let address = try PostgresAddress(server.address(of: "plain", user: "plain"))
        func error() throws -> StoreError {
            try #require(throws: StoreError.self) {
                try PostgresDatabase(address, limits: .extended)
            }
        }
        let expected = StoreError.roleMissing(path: address.shown, user: "plain")
        #expect(try error() == expected)
        try server.makeRoles()
        #expect(try error() == expected)
        #expect(
            expected.cause
                == "the user plain of \(address.shown) is not a member of the role fleet_service")
        #expect(expected.hint.contains("Documentation/postgresql-roles.sql"))
        #expect(try server.sql("SELECT to_regnamespace('fleet') IS NULL", in: "plain") == ["t"])
        try server.makeRoles(for: "plain", owner: "plain", login: "plain")
        try PostgresDatabase(address, limits: .extended).close()
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

    @Test("the roles of the servers have rows of every table, and neither triggers nor tables")
    func rights() throws {
        let database = try TestDatabase.makeDatabase()
        let tables = """
            FROM pg_class AS t WHERE relnamespace = 'fleet'::regnamespace AND relkind IN ('r', 'p')
            """
        let unreadable = try database.sql(
            """
            SELECT relname \(tables) AND NOT EXISTS (SELECT FROM unnest(
                ARRAY['fleet_service', 'fleet_team_server']) AS role
                WHERE has_any_column_privilege(role, t.oid, 'SELECT'))
            """)
        #expect(unreadable == [])
        let excessive = try database.sql(
            """
            SELECT relname \(tables) AND EXISTS (SELECT FROM unnest(
                ARRAY['fleet_service', 'fleet_team_server', 'fleet_team_user']) AS role
                WHERE has_table_privilege(role, t.oid, 'TRUNCATE, REFERENCES, TRIGGER'))
            """)
        #expect(excessive == [])
        let owned = try database.sql(
            """
            SELECT classid::regclass, objid FROM pg_shdepend JOIN pg_roles ON pg_roles.oid = refobjid
            WHERE deptype = 'o' AND rolname LIKE 'fleet\\_%' AND rolname <> 'fleet_team_owner'
                AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
            """)
        #expect(owned == [])
    }

    @Test("other roles have no right on any table or function")
    func everybody() throws {
        let database = try TestDatabase.makeDatabase()
        let open = try database.sql(
            """
            SELECT relname FROM pg_class CROSS JOIN aclexplode(relacl)
                WHERE relnamespace = 'fleet'::regnamespace AND grantee = 0
            UNION ALL SELECT proname FROM pg_proc
                CROSS JOIN aclexplode(coalesce(proacl, acldefault('f', proowner)))
                WHERE pronamespace = 'fleet'::regnamespace AND grantee = 0
            UNION ALL SELECT nspname FROM pg_namespace CROSS JOIN aclexplode(nspacl)
                WHERE nspname = 'fleet' AND grantee = 0
            """)
        #expect(open == [])
    }

    @Test("a function with the rights of its owner finds only the tables of the program")
    func definers() throws {
        let functions = try TestDatabase.makeDatabase().sql(
            """
            SELECT proname, proowner::regrole, proconfig FROM pg_proc
            WHERE pronamespace = 'fleet'::regnamespace AND prosecdef ORDER BY 1
            """)
        let path = #"{"search_path=fleet, pg_temp"}"#
        #expect(
            functions
                == ["password_of", "remove_unused_photo"].map {
                    "\($0)|fleet_team_owner|\(path)"
                })
    }

    @Test("every table with row-level security is copied by the role of the owner")
    func ownerPolicies() throws {
        let hidden = try TestDatabase.makeDatabase().sql(
            """
            SELECT relname FROM pg_class
            WHERE relnamespace = 'fleet'::regnamespace AND relrowsecurity AND NOT EXISTS (
                SELECT FROM pg_policy
                WHERE polrelid = pg_class.oid AND 'fleet_team_owner'::regrole = ANY (polroles))
            """)
        #expect(hidden == [])
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
