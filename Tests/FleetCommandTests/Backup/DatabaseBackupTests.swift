import FleetTestSupport
import Foundation
import Testing

@Suite("fleet serve backup and restore of a database", .slots, .ownThreads)
struct DatabaseBackupTests {
    /// The variables with which the programs of PostgreSQL are those of the server's version.
    static let programs: [String: String?] = {
        let folders = try? Tool.lines(
            of: ["sh", "-c", "ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1"])
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return ["PATH": (folders?.first.map { $0 + ":" } ?? "") + path]
    }()

    /// A server with a database that has people, a note and a published stream of changes.
    static func filled() async throws -> (PostgresServer, home: FleetHome) {
        let server = try PostgresServer()
        try server.sql("CREATE ROLE fleet_backup LOGIN BYPASSRLS IN ROLE pg_read_all_data")
        try server.sql("GRANT CONNECT ON DATABASE fleet TO fleet_backup")
        let home = try FleetHome()
        let address = ["--database", server.address(of: "fleet")]
        _ = try await home.run(["source", "add", "s", "sim://demo?vehicles=5"] + address)
            .succeeded()
        _ = try await home.run(["list", "--source", "s"] + address).succeeded()
        try home.write("geheim, aber lang genug\n", to: "password")
        try await home.shell(
            """
            fleet user add anna --role member --password-stdin \
                --database '\(server.address(of: "fleet"))' < password
            """
        ).succeeded()
        try FileManager.default.createDirectory(
            atPath: home.path + "/team-photos/owner", withIntermediateDirectories: true)
        try home.write("photo", to: "team-photos/owner/a.jpg")
        return (server, home)
    }

    static func tables(_ server: PostgresServer, _ database: String) throws -> [String] {
        ["team_user", "source", "vehicle", "named_source"].flatMap { table in
            let query = "SELECT t::text FROM fleet.\(table) AS t ORDER BY 1"
            return (try? server.sql(query, in: database)) ?? ["no \(table)"]
        }
    }

    @Test("another database gets all tables and the photos, with new streams in the same one, too")
    func round() async throws {
        let (server, home) = try await Self.filled()
        let file = home.path(of: "backup.tar")
        try await home.run(
            "serve", "backup", file, "--database",
            server.address(of: "fleet", user: "fleet_backup"),
            environment: Self.programs
        ).succeeded()
        let names = try Tool.lines(of: ["tar", "-tf", file])
        #expect(
            names == ["database.dump", "roles.sql", "team-photos/owner/a.jpg", "manifest.json"])
        #expect(!String(decoding: home.bytes(of: "backup.tar"), as: UTF8.self).contains("SCRAM-"))
        try await FleetHome().run("serve", "restore", file).failed(
            64, "the backup \(file) is of a database", "name the database with --database")

        let copy = try FleetHome()
        try server.sql("CREATE DATABASE other OWNER fleet")
        let other = ["--database", server.address(of: "other", user: "postgres")]
        _ = try await copy.run(["serve", "restore", file] + other, environment: Self.programs)
            .succeeded()
        let tables = try Self.tables(server, "fleet")
        #expect(tables.contains { $0.contains("anna") })
        #expect(try Self.tables(server, "other") == tables)
        #expect(copy.text(of: "team-photos/owner/a.jpg") == "photo")
        let address = ["--database", server.address(of: "other")]
        let list = try await copy.run(["list", "--source", "s", "--format", "csv"] + address)
        #expect(list.succeeded().lines.count == 6)
        let streams = "SELECT uuid FROM fleet.change_stream ORDER BY 1"
        let before = try server.sql(streams, in: "fleet")
        #expect(!before.isEmpty)
        #expect(try Set(server.sql(streams, in: "other")).isDisjoint(with: before))

        let same = ["--database", server.address(of: "fleet", user: "postgres")]
        try await home.run(["serve", "restore", file] + same, environment: Self.programs).failed(
            73, "the database \(same[1].replacing("%2F", with: "/")) has data already",
            "back it up first; then --replace replaces its schema fleet")
        try server.sql("DELETE FROM fleet.vehicle", in: "fleet")
        _ = try await home.run(
            ["serve", "restore", file, "--replace"] + same, environment: Self.programs
        ).succeeded()
        #expect(try Self.tables(server, "fleet") == tables)
        // Already now, because servers may run that find the new tables.
        #expect(try Set(server.sql(streams, in: "fleet")).isDisjoint(with: before))
        _ = try await home.run(["list", "--database", server.address(of: "fleet")]).succeeded()
    }

    @Test("the commands of the page back up a database, and restore it in a new cluster")
    func page() async throws {
        let page = try DocumentationPage("Documentation/postgresql.md")
        let (server, home) = try await Self.filled()
        try server.sql("DROP OWNED BY fleet_backup; DROP ROLE fleet_backup")
        func run(_ blocks: [String], on server: PostgresServer) async throws {
            try FileManager.default.copyItem(
                atPath: Project.folder + "/Documentation/postgresql-roles.sql",
                toPath: home.path(of: "postgresql-roles.sql"))
            for block in blocks {
                let host = server.folder.replacing("/", with: "%2F")
                try await home.shell(
                    "set -e\n" + block.replacing("db1.example", with: host),
                    environment: [
                        "PGHOST": server.folder, "PGUSER": "postgres",
                        "PATH": Self.programs["PATH"]! ?? "",
                    ]
                ).succeeded()
            }
            try FileManager.default.removeItem(atPath: home.path(of: "postgresql-roles.sql"))
        }
        try await run(page.blocks("sh", in: "Back up"), on: server)
        let copy = try PostgresServer(hasRoles: false)
        try await run(page.blocks("sh", in: "Restore"), on: copy)
        let tables = try Self.tables(server, "fleet")
        #expect(try Self.tables(copy, "fleet") == tables)
        let address = ["--database", copy.address(of: "fleet")]
        let list = try await home.run(["list", "--source", "s", "--format", "csv"] + address)
        #expect(list.succeeded().lines.count == 6)
    }

    @Test("a restore that fails changes nothing, and says what is missing")
    func refused() async throws {
        let (server, home) = try await Self.filled()
        let file = home.path(of: "backup.tar")
        let address = server.address(of: "fleet", user: "fleet_backup")
        try await home.run(
            "serve", "backup", file, "--database", address, environment: ["PATH": "/nowhere"]
        ).failed(
            74, "psql, a program of PostgreSQL, is not installed",
            "install it, as with `apt install postgresql-client`")
        let login = server.address(of: "fleet")
        let hidden = try await home.run(
            "serve", "backup", file, "--database", login, environment: Self.programs)
        #expect(hidden.status == 69)
        #expect(home.bytes(of: "backup.tar").isEmpty)
        try await home.run(
            "serve", "backup", file, "--database", address, environment: Self.programs
        )
        .succeeded()
        let tables = try Self.tables(server, "fleet")
        let restore = try await home.run(
            "serve", "restore", file, "--replace", "--database",
            server.address(of: "fleet", user: PostgresServer.servers), environment: Self.programs)
        #expect(restore.status == 69)
        #expect(restore.errorLines.suffix(2).first == "error: psql failed, and nothing was changed")
        #expect(try Self.tables(server, "fleet") == tables)
        try server.sql("UPDATE fleet.schema_digest SET digest = 'other'", in: "fleet")
        try await home.run(
            "serve", "backup", file, "--database", address, environment: Self.programs
        )
        .succeeded()
        let later = try await home.run(
            "serve", "restore", file, "--replace", "--database", address,
            environment: Self.programs)
        #expect(later.status == 74)
        #expect(later.errorText.contains("whose tables this version does not know"))
    }

    @Test("the password of an address is not in the arguments of the programs")
    func password() async throws {
        let home = try FleetHome()
        try FileManager.default.createDirectory(
            atPath: home.path + "/bin", withIntermediateDirectories: false)
        for name in ["psql", "pg_dump", "pg_dumpall"] {
            try await home.install(
                script: """
                    printf '%s\\n' "$0" "$@" >> '\(home.path)/arguments'
                    printf '%s\\n' "$PGPASSWORD" >> '\(home.path)/password'
                    for argument; do case $argument in --file=*) : > "${argument#--file=}" ;; esac; done
                    echo digest
                    """, as: "bin/" + name)
        }
        try await home.run(
            "serve", "backup", home.path(of: "backup.tar"),
            environment: [
                "FLEET_DATABASE": "postgres://me:ge%27heim@h1,h2:5433/d?sslmode=require",
                "PATH": home.path + "/bin:/usr/bin:/bin",
            ]
        ).succeeded()
        let arguments = home.text(of: "arguments")
        #expect(!arguments.contains("heim"))
        #expect(arguments.contains("user='me'") && arguments.contains("host='h1,h2'"))
        #expect(arguments.contains("sslmode='require'") && arguments.contains("pg_dumpall"))
        let key = try await home.run(
            "serve", "backup", home.path(of: "backup.tar"),
            environment: [
                "FLEET_DATABASE": "postgres://me@h/d?sslpassword=ge%27heim",
                "PATH": home.path + "/bin:/usr/bin:/bin",
            ])
        key.failed(
            64,
            "the address of the database has sslpassword, which the programs of PostgreSQL would "
                + "show in lists of processes",
            "leave it out, and name a key without a password in sslkey")
        #expect(home.text(of: "arguments") == arguments)
        let passwords = home.text(of: "password").split(separator: "\n")
        #expect(passwords.count == 3 && Set(passwords) == ["ge'heim"])
    }
}
