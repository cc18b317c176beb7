import FleetCore
import FleetPostgres
import FleetSQL
import FleetSQLite
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

/// Records the home and the database of a release: `make record-release VERSION=0.1.0`.
@Suite(
    "The recording of a release",
    .enabled(if: RecordedRelease.newVersion != nil, "only `make record-release` records"), .slots)
struct ReleaseRecording {
    private static let simulation = "sim://demo?vehicles=12&seed=7"

    /// Runs a command at the time of the simulated fleet.
    private static func run(
        _ line: String, in home: FleetHome, _ more: [String] = []
    ) async throws {
        let arguments = try #require(ShellCommand("fleet " + line)).arguments
        _ = try await home.run(arguments + more, environment: RecordedRelease.environment)
            .succeeded()
    }

    private static func addPeople(to database: any TeamDatabase) async throws {
        let team = Team(
            database: database, passwords: try PasswordHasher(threads: 1),
            now: { Timestamp(seconds: Date().timeIntervalSince1970) })
        for (name, role) in [("root", Role.administrator), ("anna", .member), ("bob", .viewer)] {
            _ = try await team.onMachine().addUser(
                UserName(name), role: role, password: Password(RecordedRelease.password))
        }
        let anna = try await team.signIn(
            name: "anna", password: Password(RecordedRelease.password), from: Client(address: nil)
        ).access
        _ = try await anna.tokens.add(name: "script", scope: .write, lifetime: .seconds(86_400))
    }

    private static func write(_ archive: String, _ content: [String], as name: String) throws {
        let folder = RecordedRelease.root + "/" + (RecordedRelease.newVersion ?? "")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let bytes = try Tool.output(of: ["gzip", "-9nc", archive])
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name).tar.gz"))
        try Data((content.joined(separator: "\n") + "\n").utf8)
            .write(to: URL(filePath: "\(folder)/\(name).txt"))
    }

    @Test("a home with sources, a history, favorites, notes, a photo, views and people")
    func home() async throws {
        let home = try FleetHome()
        let photo = try home.write(try await PhotoHome.picture("JPEG"), to: "user/photo.jpg")
        let run = { (line: String) in try await Self.run(line, in: home) }
        try await run("source add fleet '\(Self.simulation)' --ids stable --history 30d")
        try await run(
            "source add secret https://feed.example/gbfs.json --no-check --color-of a=red")
        try await run("source edit secret --header 'X-Key: geheim' --no-check")
        try await run("source use fleet")
        try await run("list --color red")
        try await run("view save low --max-battery 60 --sort battery")
        let ids = try await home.run(
            ["list", "--format", "csv", "--fields", "id", "--color", "all"],
            environment: RecordedRelease.environment
        ).succeeded().lines.dropFirst()
        try #require(ids.count == 12)
        try await run("favorite add \(ids[1])")
        try await run("favorite add \(ids[3])")
        try await run("note add \(ids[2]) 'brake is loose' --photo \(photo)")
        try await run("note add \(ids[3]) 'Bremse \u{201E}quietscht\u{201C}'")
        let database = try SQLiteTeamDatabase(path: home.path(of: "team.sqlite"))
        try await Self.addPeople(to: database)
        try database.close()
        let archive = home.path(of: "user/home.tar")
        try await run("serve backup \(archive)")
        try await Self.write(archive, try RecordedRelease.content(of: home), as: "home")
    }

    @Test("a database with a source, its vehicles and people")
    func database() async throws {
        let server = try PostgresServer()
        try server.sql("CREATE ROLE fleet_backup LOGIN BYPASSRLS IN ROLE pg_read_all_data")
        try server.sql("GRANT CONNECT ON DATABASE fleet TO fleet_backup")
        let home = try FleetHome()
        let address = server.address(of: "fleet")
        let more = ["--database", address]
        try await Self.run(
            "source add fleet '\(Self.simulation)' --ids stable --history 30d", in: home, more)
        try await Self.run("list --source fleet --color red", in: home, more)
        let database = try PostgresDatabase(
            PostgresAddress(address), limits: PostgresLimits(timeoutFactor: Deadline.timeoutFactor))
        try await Self.addPeople(to: PostgresTeamDatabase(database))
        database.close()
        let archive = home.path(of: "user/database.tar")
        let backup = try await home.run(
            "serve", "backup", archive, "--database",
            server.address(of: "fleet", user: "fleet_backup"),
            environment: DatabaseBackupTests.programs)
        backup.succeeded()
        let content = try await RecordedRelease.content(of: home, database: address)
        try Self.write(archive, content, as: "database")
    }
}
