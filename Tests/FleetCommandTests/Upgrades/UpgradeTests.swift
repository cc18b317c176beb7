import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@Suite("Every release's home and database are opened by this version", .slots, .ownThreads)
struct UpgradeTests {
    @Test("a release is recorded")
    func recorded() { #expect(RecordedRelease.all.first?.version == "0.1.0") }

    @Test(
        "a home shows what it showed, people sign in, and it can be written",
        arguments: RecordedRelease.all)
    func home(release: RecordedRelease) async throws {
        let home = try FleetHome()
        try release.unpack(release.homeArchive, into: home)
        #expect(try await RecordedRelease.content(of: home) == release.content(of: "home"))
        try await RecordedRelease.expectPeople(in: home)
        let environment = RecordedRelease.environment
        let note = try await home.run("note", "list", "--format", "json", environment: environment)
        #expect(!note.succeeded().text.contains(#""missing":true"#))
        let photos = try home.files.filter { $0.hasPrefix("team-photos/") && $0.hasSuffix(".jpg") }
        #expect(photos.count == 1)
        let id = try #require(
            release.content(of: "home").dropFirst(2).first?.split(separator: ",").first)
        try await home.run("note", "add", String(id), "new", environment: environment).succeeded()
        try await home.run("refresh", "--source", "fleet", environment: environment).succeeded()
        let history = try await home.run(
            "history", "show", String(id), "--source", "fleet", "--format", "json",
            environment: environment
        ).succeeded()
        #expect(try await Tool.jq(".vehicle_id", history.data) == [String(id)])
        let columns =
            "SELECT name FROM pragma_table_info('site') WHERE name LIKE '%by_type' ORDER BY 1"
        #expect(
            try await Tool.sqlite(columns, home.path(of: "fleet.sqlite"))
                == ["docks_by_type", "vehicles_by_type"])
        let whole = try await Tool.sqlite("PRAGMA integrity_check", home.path(of: "fleet.sqlite"))
        #expect(whole == ["ok"])
        let changes = "SELECT count(*) FROM vehicle_change"
        #expect(try await Tool.sqlite(changes, home.path(of: "fleet.sqlite")) != ["0"])
    }

    @Test("a backup of a release is restored", arguments: RecordedRelease.all)
    func backup(release: RecordedRelease) async throws {
        let home = try FleetHome()
        let file = try release.backup(release.homeArchive, in: home)
        let copy = try FleetHome()
        try await copy.run("serve", "restore", file).succeeded()
        #expect(try await RecordedRelease.content(of: copy) == release.content(of: "home"))
        try await RecordedRelease.expectPeople(in: copy)
    }

    @Test("a database shows what it showed, and people sign in", arguments: RecordedRelease.all)
    func database(release: RecordedRelease) async throws {
        let server = try PostgresServer()
        let home = try FleetHome()
        let file = try release.backup(release.databaseArchive, in: home)
        try await home.run(
            "serve", "restore", file, "--database", server.address(of: "fleet", user: "postgres"),
            environment: DatabaseBackupTests.programs
        ).succeeded()
        let address = server.address(of: "fleet")
        #expect(
            try await RecordedRelease.content(of: home, database: address)
                == release.content(of: "database"))
        #expect(
            try server.sql("SELECT vehicles_by_type, docks_by_type FROM fleet.site", in: "fleet")
                .isEmpty)
        #expect(
            try server.sql("SELECT count(*) FROM fleet.vehicle_change", in: "fleet") != ["0"])
        #expect(try server.sql("SELECT count(*) FROM fleet.session", in: "fleet") == ["1"])
    }

    #if os(Linux)
    @Test(
        "a first command that is killed at any call loses nothing", arguments: RecordedRelease.all)
    func kill(release: RecordedRelease) async throws {
        let home = try FleetHome()
        try release.unpack(release.homeArchive, into: home)
        let content = try release.content(of: "home")
        var call = 1
        while call < 1000 {
            let environment = try await CrashInjection.environment(
                beforeCall: call, after: "preferences.json"
            ).merging(RecordedRelease.environment.compactMapValues(\.self)) { $1 }
            let program = try home.start(
                ["favorite", "list", "--source", "fleet"], environment: environment)
            let outcome = await program.outcome()
            #expect(try await RecordedRelease.content(of: home) == content)
            if outcome.status == 0 { return }
            try #require(outcome.status == -9, "\(outcome.errorText)")
            call += max(1, call / 16)
        }
        Issue.record("the command never succeeds")
    }
    #endif

    @Test("the tables of a later version are refused; a copy from before the upgrade is named")
    func downgrade() async throws {
        let release = try #require(RecordedRelease.all.last)
        let home = try FleetHome()
        try release.unpack(release.homeArchive, into: home)
        let path = home.path(of: "team.sqlite")
        let list = ["favorite", "list", "--source", "fleet"]
        // Upgrades the tables.
        let content = try await RecordedRelease.content(of: home)
        let version = try #require(try await Tool.sqlite("PRAGMA user_version", path).first)
        _ = try await Tool.sqlite("PRAGMA user_version = 99", path)
        let cause = "the store \(path) was created by another version of fleet"
        try await home.run(list).failed(
            74, cause,
            "use the newest version, or restore a backup that this version made: "
                + "`fleet serve restore FILE --replace`")
        let digits = try #require(Int(version).map { String($0, radix: 16) })
        let copy = path + ".before-" + String(repeating: "0", count: 8 - digits.count) + digits
        _ = try await Tool.sqlite("VACUUM INTO '\(copy)'", path)
        _ = try await Tool.sqlite("PRAGMA user_version = \(version)", copy)
        // A later version that was killed leaves a log, with what it did.
        let later = """
            import os, sqlite3, sys
            database = sqlite3.connect(sys.argv[1])
            database.executescript("CREATE TABLE later (a); DELETE FROM note;")
            os._exit(0)
            """
        _ = try Tool.output(of: [Tool.python, "-c", later, path])
        #expect(!home.bytes(of: "team.sqlite-wal").isEmpty)
        let back = "rm -f \(path)-wal \(path)-shm && mv \(copy) \(path)"
        try await home.run(list).failed(
            74, cause,
            "use the newest version, or end it and go back to the copy from before the upgrade: "
                + "`\(back)`")
        try await home.shell(back).succeeded()
        #expect(try await RecordedRelease.content(of: home) == content)
        #expect(try await Tool.sqlite("PRAGMA integrity_check", path) == ["ok"])
    }
}
