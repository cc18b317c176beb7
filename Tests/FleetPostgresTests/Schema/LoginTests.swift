import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetPostgres

/// The two ways to set up a database, as the script of the administrator makes them.
enum SetUp: String, CaseIterable {
    /// The login of the servers owns the tables.
    case simple
    /// It owns nothing.
    case strict

    var owner: String { self == .simple ? "plain" : "fleet_owner" }
    var login: String { self == .simple ? "plain" : "app" }

    /// A server with both databases, which have a row of everything that is secret.
    private static let server = Result {
        let server = try PostgresServer()
        for setUp in allCases {
            try server.makeRoles(for: setUp.rawValue, owner: setUp.owner, login: setUp.login)
            try PostgresDatabase(
                setUp.address(on: server, of: setUp.owner), limits: .extended
            ).close()
            try server.sql(secrets, in: setUp.rawValue)
        }
        return server
    }

    private static let secrets = """
        SET search_path = fleet;
        INSERT INTO team_user (id, name, role, password, created_at)
            SELECT rpad(name, 36, '0'), name, 'administrator', 'hash of ' || name, 0
            FROM unnest(ARRAY['anna', 'eve']) AS name;
        INSERT INTO note (owner, id, number, text, visibility, created_at)
            SELECT id, id, 1, 'secret', 'private', 0 FROM team_user WHERE name = 'anna';
        INSERT INTO named_source (source, name, location, settings, credentials)
            VALUES (gen_random_uuid(), 'town', 'https://town.example', '{}', 'sealed');
        INSERT INTO audit (id, at, action) VALUES (gen_random_uuid(), 0, 'x')
        """

    static func postgres() throws -> PostgresServer { try server.get() }

    private func address(
        on server: PostgresServer, of user: String
    ) throws -> PostgresAddress {
        try PostgresAddress(server.address(of: rawValue, user: user))
    }

    /// Opens a connection with the login of the servers, or another one.
    func connect(as user: String? = nil) throws -> PostgresConnection {
        try PostgresConnection(
            to: address(on: Self.postgres(), of: user ?? login), within: .extended)
    }

    /// Returns the error of statements with the login of the servers; `nil` if they are allowed.
    func error(of sql: String) throws -> String? {
        let connection = try connect()
        do {
            try connection.run("BEGIN; \(sql)")
            return nil
        } catch let error as PostgresError {
            return error.state
        }
    }
}

@Suite("The logins of a database", .ownThreads) struct LoginTests {
    /// The state of a statement that needs a right: `insufficient_privilege`.
    private static let denied = "42501"

    @Test(
        "have no right outside the database, and cannot give themselves any",
        arguments: SetUp.allCases,
        [
            "CREATE ROLE other", "ALTER ROLE CURRENT_USER SUPERUSER",
            "ALTER ROLE CURRENT_USER CREATEROLE", "SET ROLE postgres",
            "SET SESSION AUTHORIZATION postgres", "GRANT pg_execute_server_program TO CURRENT_USER",
            "GRANT pg_read_all_data TO CURRENT_USER", "GRANT fleet_team_owner TO CURRENT_USER",
            "GRANT fleet_team_server TO CURRENT_USER", "ALTER ROLE fleet_service INHERIT",
            "COPY (SELECT 1) TO PROGRAM 'true'", "COPY source_removal FROM PROGRAM 'true'",
            "COPY (SELECT 1) TO '/tmp/fleet'", "COPY source_removal FROM '/etc/passwd'",
            "SELECT pg_read_file('/etc/passwd')", "SELECT pg_ls_dir('/')",
            "SELECT lo_import('/etc/passwd')", "SELECT * FROM pg_authid",
            "CREATE FUNCTION pg_temp.run(text) RETURNS int AS 'libc.so.6', 'system' LANGUAGE c",
        ])
    func outside(setUp: SetUp, statement: String) throws {
        #expect(try setUp.error(of: statement) == Self.denied)
    }

    @Test(
        "change nothing of the cluster, with statements that no transaction may have",
        arguments: SetUp.allCases,
        [
            "CREATE DATABASE other", "DROP DATABASE template1",
            "ALTER SYSTEM SET archive_command = 'true'",
        ])
    func cluster(setUp: SetUp, statement: String) throws {
        let error = try #require(throws: PostgresError.self) {
            try setUp.connect().run(statement)
        }
        #expect(error.state == Self.denied)
    }

    @Test(
        "read and change no secret in the roles of the servers",
        arguments: SetUp.allCases,
        [
            "SET ROLE fleet_team_server; SELECT password FROM team_user",
            "SET ROLE fleet_team_server; UPDATE team_user SET name = password",
            "SET ROLE fleet_team_server; DELETE FROM team_user RETURNING password",
            "SET ROLE fleet_team_server; SELECT FROM team_user WHERE password > 'h'",
            "SET ROLE fleet_team_server; COPY team_user TO STDOUT",
            "SET ROLE fleet_team_server; UPDATE audit SET at = 1",
            "SET ROLE fleet_team_server; TRUNCATE audit",
            "SET ROLE fleet_team_server; SELECT credentials FROM named_source",
            "SET ROLE fleet_team_server; ALTER FUNCTION remove_unused_photo SECURITY INVOKER",
            "SET ROLE fleet_team_user; SELECT password_of('anna')",
            "SET ROLE fleet_team_user; SELECT password FROM team_user",
            "SET ROLE fleet_team_user; SELECT credentials FROM named_source",
            "SET ROLE fleet_team_user; SELECT FROM audit",
            "SET ROLE fleet_team_user; SET row_security = off; SELECT FROM note",
        ])
    func inRole(setUp: SetUp, statement: String) throws {
        #expect(try setUp.error(of: statement) == Self.denied)
    }

    @Test(
        "change nothing but rows if the tables have another owner",
        arguments: [
            "SET ROLE fleet_owner", "SET ROLE fleet_team_owner",
            "SELECT password FROM team_user", "SELECT password_of('anna')",
            "SELECT name FROM team_user", "SELECT text FROM note", "SELECT FROM audit",
            "SET LOCAL fleet.owner = 'anna'; SELECT text FROM note",
            "CREATE TABLE fleet.other (id int)", "CREATE TABLE public.other (id int)",
            "CREATE SCHEMA other", "CREATE VIEW fleet.other AS SELECT 1",
            "ALTER TABLE vehicle ADD other int", "DROP TABLE vehicle", "TRUNCATE vehicle",
            "CREATE INDEX other ON vehicle (color)", "COMMENT ON TABLE vehicle IS ''",
            "CREATE TRIGGER other BEFORE UPDATE ON note EXECUTE FUNCTION refuse_audit_change()",
            "ALTER TABLE audit DISABLE TRIGGER audit_is_append_only",
            "ALTER TABLE note DISABLE ROW LEVEL SECURITY",
            "ALTER TABLE note NO FORCE ROW LEVEL SECURITY", "DROP POLICY server ON note",
            "CREATE POLICY other ON note USING (true)",
            "GRANT SELECT ON team_user TO CURRENT_USER",
            "ALTER FUNCTION password_of RESET search_path", "DROP FUNCTION password_of",
            "ALTER FUNCTION password_of OWNER TO CURRENT_USER",
            "CREATE OR REPLACE FUNCTION fleet.distance() RETURNS int LANGUAGE sql AS 'SELECT 1'",
            "UPDATE schema_digest SET digest = ''", "DELETE FROM database_identity",
            "ALTER DATABASE strict OWNER TO CURRENT_USER", "DROP SCHEMA fleet",
            "SET ROLE fleet_team_server; TRUNCATE team_user",
            "SET ROLE fleet_team_server; DROP FUNCTION remove_unused_photo CASCADE",
        ])
    func strict(statement: String) throws {
        #expect(try SetUp.strict.error(of: statement) == Self.denied)
    }

    @Test(
        "see people's rows only in a role, and of a person only that one's",
        arguments: SetUp.allCases)
    func rows(setUp: SetUp) throws {
        let count = "SELECT count(*)::text FROM note"
        func notes(_ setting: String) throws -> String {
            let connection = try setUp.connect()
            try connection.run("BEGIN; \(setting)")
            return try connection.text(count)
        }
        func owner(_ name: String) -> String {
            "SET LOCAL fleet.owner = '\(name.padding(toLength: 36, withPad: "0", startingAt: 0))'"
        }
        if setUp == .simple {
            #expect(try notes("") == "0")
            #expect(try notes(owner("anna")) == "0")
        }
        #expect(try notes("SET LOCAL ROLE fleet_team_user") == "0")
        #expect(try notes("SET LOCAL ROLE fleet_team_user; \(owner("eve"))") == "0")
        #expect(try notes("SET LOCAL ROLE fleet_team_user; \(owner("anna"))") == "1")
        #expect(try notes("SET LOCAL ROLE fleet_team_server") == "1")
    }

    @Test(
        "read the hash of one password by a function, whatever else has its name",
        arguments: SetUp.allCases)
    func password(setUp: SetUp) throws {
        let connection = try setUp.connect()
        try connection.run(
            """
            CREATE TEMPORARY TABLE team_user AS SELECT 'anna' AS name, 'forged' AS password;
            GRANT SELECT ON pg_temp.team_user TO PUBLIC;
            SET search_path = pg_temp, fleet;
            SET ROLE fleet_team_server
            """)
        #expect(try connection.text("SELECT fleet.password_of('anna')") == "hash of anna")
        #expect(try connection.text("SELECT coalesce(fleet.password_of('bob'), 'none')") == "none")
    }

    @Test("of servers may not read passwords if the tables have another owner")
    func readers() throws {
        let readers = try SetUp.postgres().sql(
            """
            SELECT rolname FROM pg_roles WHERE rolcanlogin AND NOT rolsuper
                AND has_database_privilege(rolname, current_database(), 'CONNECT')
                AND has_column_privilege(rolname, 'fleet.team_user', 'password', 'SELECT')
            """, in: "strict")
        #expect(readers == ["fleet_owner"])
    }

    @Test("that may create no tables are told which command does")
    func tablesMissing() throws {
        let server = try SetUp.postgres()
        try server.sql("CREATE DATABASE empty OWNER fleet_owner")
        let address = try PostgresAddress(server.address(of: "empty", user: "app"))
        let error = try #require(throws: StoreError.self) {
            try PostgresDatabase(address, limits: .extended)
        }
        #expect(error.cause == "the database \(address.shown) has no tables of fleet")
        #expect(
            error.hint == "create them with the login of their owner: "
                + "`fleet serve migrate --database OWNER_URL`")
        #expect(try server.sql("SELECT to_regnamespace('fleet') IS NULL", in: "empty") == ["t"])
    }

    @Test("lose what they should not have when the script runs again, and nothing else changes")
    func again() throws {
        let server = try SetUp.postgres()
        // Other tests make databases and logins meanwhile.
        func state() throws -> [String] {
            try server.sql(
                """
                SELECT rolname, rolcreaterole, rolcreatedb, rolinherit, rolbypassrls FROM pg_roles
                    WHERE rolname ~ '^(again|fleet_(team|service))' ORDER BY 1
                """)
                + server.sql(
                    """
                    SELECT roleid::regrole, member::regrole, admin_option FROM pg_auth_members
                    WHERE member::regrole::text ~ '^(again|fleet_(team|service))' ORDER BY 1::text
                    """)
                + server.sql(
                    """
                    SELECT datname, datdba::regrole, datacl FROM pg_database
                    WHERE datname = 'again'
                    """)
        }
        try server.makeRoles(for: "again", owner: "again_owner", login: "again")
        let before = try state()
        try server.sql(
            """
            ALTER ROLE again CREATEROLE CREATEDB BYPASSRLS; GRANT again_owner TO again;
            GRANT fleet_team_owner TO again; GRANT ALL ON DATABASE again TO PUBLIC;
            ALTER DATABASE again OWNER TO again
            """)
        try server.makeRoles(for: "again", owner: "again_owner", login: "again")
        #expect(try state() == before)
    }
}
