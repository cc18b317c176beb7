import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@Suite("fleet serve copy loses nothing, and copies all or nothing", .slots, .ownThreads)
struct ServeCopyRefusalTests {
    private let copied: CopiedHome

    init() async throws { copied = try await CopiedHome() }

    private var hint: String {
        "copy into a new database; `DROP SCHEMA fleet CASCADE` makes this one new and deletes "
            + "everything in it"
    }

    /// The address of the database as errors show it.
    private var shown: String {
        copied.shared.address.replacing("%2F", with: "/")
    }

    @Test("a database with other users is refused, and stays as it is")
    func otherUsers() async throws {
        let team = try copied.copiedTeam()
        for name in ["eve", "anna"] {
            _ = try await team.onMachine().addUser(
                UserName(name), role: .member, password: Password(CopiedHome.password))
        }
        let rows = try copied.storedRows()
        try await copied.copy().failed(
            64, "\(shown) already has other users: anna, eve", hint)
        #expect(try copied.storedRows() == rows)
    }

    @Test("a database with another source is refused, also with one of the same name")
    func otherSources() async throws {
        for name in ["extra", "town"] {
            _ = try await copied.shared.run("source", "add", name, Feeds.frozen, "--no-check")
                .succeeded()
        }
        try await copied.copy().failed(
            64, "\(shown) already has other sources: extra, town", hint)
        #expect(try copied.storedRows() == 2)
    }

    @Test("a copy that a server has changed meanwhile is not overwritten")
    func changedCopy() async throws {
        _ = try await copied.copy().succeeded()
        let copy = try await copied.copiedTeam().access(
            session: copied.session, from: Client(address: nil))
        try await copy.favorites.add("C", of: copied.source)
        let anna = try await copied.team().access(
            session: copied.session, from: Client(address: nil))
        try await anna.favorites.remove("A", of: copied.source)
        try await copied.copy().failed(
            64, "\(shown) has data that was not copied from this home: favorites", hint)
        #expect(
            try await copy.favorites.all(of: copied.source).map(\.vehicleID).sorted() == [
                "A", "B", "C",
            ])
    }

    @Test("one changed character of a copy is found by the digest")
    func corruptedRow() async throws {
        _ = try await copied.copy().succeeded()
        try copied.database.sql("UPDATE fleet.note SET text = replace(text, 'DROP', 'DROp')")
        try await copied.copy().failed(
            64, "\(shown) has data that was not copied from this home: notes", hint)
    }

    @Test("a database that does not store exactly what it gets is left as it was")
    func differentRow() async throws {
        _ = try await copied.copy().succeeded()
        try copied.database.sql("DROP SCHEMA fleet CASCADE")
        _ = try await copied.shared.run("user", "list").succeeded()
        try copied.database.sql(
            """
            CREATE FUNCTION fleet.alter_note() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN new.latitude := new.latitude + 1e-13; RETURN new; END $$;
            CREATE TRIGGER alter_note BEFORE INSERT ON fleet.note
                FOR EACH ROW EXECUTE FUNCTION fleet.alter_note()
            """)
        try await copied.copy().failed(
            74, "\(shown) did not store the data of the home: notes",
            "nothing was copied; look for triggers in the schema fleet, and report a bug in fleet "
                + "if there are none")
        #expect(try copied.storedRows() == 0)
        try copied.database.sql("DROP TRIGGER alter_note ON fleet.note")
        _ = try await copied.copy().succeeded()
    }

    @Test(
        "a text that PostgreSQL cannot store is named, and nothing is copied",
        arguments: ["'a' || char(0) || 'b'", "CAST(x'61ff' AS TEXT)"])
    func unstorable(text: String) async throws {
        let changed = try await copied.home.shell(
            "sqlite3 team.sqlite \"UPDATE note SET text = \(text)\"")
        _ = changed.succeeded()
        try await copied.copy().failed(
            65, "a text among the notes has characters that PostgreSQL cannot store",
            "nothing was copied; remove the NUL or the bytes that are not UTF-8")
        #expect(try copied.database.sql("SELECT to_regnamespace('fleet') IS NULL") == ["t"])
    }

    @Test("a copy that was killed has copied nothing, and can be repeated")
    func killed() async throws {
        _ = try await copied.shared.run("user", "list").succeeded()
        // The last table; the statement waits until its connection is ended.
        try copied.database.sql(
            """
            CREATE FUNCTION fleet.wait() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_sleep(3600); RETURN new; END $$;
            CREATE TRIGGER wait BEFORE INSERT ON fleet.alert
                FOR EACH ROW EXECUTE FUNCTION fleet.wait()
            """)
        let copy = try copied.home.start(
            ["serve", "copy", "--from", "sqlite", "--to", copied.shared.address],
            environment: copied.environment)
        let waiting =
            "FROM pg_stat_activity WHERE datname = current_database() "
            + "AND wait_event = 'PgSleep'"
        try await waitUntil("the copy writes its last table") {
            try copied.database.sql("SELECT 1 \(waiting)") == ["1"]
        }
        await copy.forceKill()
        try copied.database.sql("SELECT pg_terminate_backend(pid) \(waiting)")
        try copied.database.sql("DROP TRIGGER wait ON fleet.alert")
        #expect(try copied.storedRows() == 0)
        _ = try await copied.copy().succeeded()
        #expect(try copied.storedRows() > 0)
    }

    @Test(
        "only a home is copied, and only to a database",
        arguments: [
            (
                "--from sqlite --to sqlite", "--from and --to are both sqlite",
                "copy the folder of FLEET_HOME while no server runs on it"
            ),
            (
                "--from postgres://a/b --to sqlite",
                "a database cannot be copied to the files of a home",
                "use --from sqlite --to postgres://…; `pg_dump` makes a backup of a database"
            ),
            (
                "--from postgres://a/b --to postgres://c/d", "--from must be sqlite",
                "`pg_dump` and `pg_restore` copy a database"
            ),
            (
                "--from sqlite --to mysql://a/b",
                "the address of the database does not begin with postgres://",
                "write it as postgres://USER@HOST/DATABASE, with special characters "
                    + "percent-encoded"
            ),
        ])
    func directions(options: String, cause: String, hint: String) async throws {
        let arguments = ["serve", "copy"] + options.split(separator: " ").map(String.init)
        try await FleetHome().run(arguments).failed(64, cause, hint)
    }
}
