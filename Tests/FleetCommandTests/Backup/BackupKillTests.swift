import FleetTestSupport
import Foundation
import Testing

#if os(Linux)
@Suite("A backup or a restore that is killed at any call loses nothing", .slots)
struct BackupKillTests {
    /// Runs a command until it succeeds, killed before its first call that changes a file, its
    /// second and so on, in steps that grow.
    /// - Returns: The number of times that it was killed.
    private func kill(
        _ home: FleetHome, _ arguments: [String], _ check: () async throws -> Void
    ) async throws -> Int {
        var (call, kills) = (1, 0)
        while call < 5000 {
            let environment = try await CrashInjection.environment(
                beforeCall: call, after: "backup.lock")
            let outcome = await (try home.start(arguments, environment: environment)).outcome()
            try await check()
            if outcome.status == 0 { return kills }
            try #require(outcome.status == -9, "\(outcome.errorText)")
            kills += 1
            // Databases are written page by page.
            call += max(1, call / 16)
        }
        Issue.record("the command never succeeds")
        return kills
    }

    @Test("a killed restore leaves the old data or that of the backup, and no file of its own")
    func restore() async throws {
        let original = try await BackedUpHome().home
        let new = try await BackedUpHome.content(of: original)
        let file = original.path(of: "backup.tar")
        try await original.run("serve", "backup", file).succeeded()
        let home = try FleetHome()
        try await home.run("source", "add", "s", "sim://demo?vehicles=3", "--ids", "stable")
            .succeeded()
        try await home.run("list", "--color", "all").succeeded()
        let id = try #require(
            try await home.run("list", "--format", "csv", "--fields", "id").succeeded().lines.last)
        try await home.run("note", "add", id, "old").succeeded()
        let first = try await BackedUpHome.content(of: home)
        var isNew = false
        let kills = try await kill(home, ["serve", "restore", file, "--replace"]) {
            let content = try await BackedUpHome.content(of: home)
            if content == new {
                isNew = true
            } else {
                let differences = content.filter { !first.contains($0) }
                #expect(!isNew && content == first, "\(differences)")
            }
            for name in ["fleet.sqlite", "team.sqlite"] {
                #expect(
                    try await Tool.sqlite("PRAGMA integrity_check", home.path(of: name)) == ["ok"])
            }
        }
        #expect(isNew && kills > 20)
        #expect(try home.files.filter { $0.contains("restor") } == ["locks/restored.lock"])
    }

    @Test("a killed backup leaves the old file or a whole one, and the next one cleans up")
    func backup() async throws {
        let home = try await BackedUpHome().home
        let folder = try TemporaryFolder()
        let file = folder.path + "/backup.tar"
        try await home.run("serve", "backup", file).succeeded()
        let kills = try await kill(home, ["serve", "backup", file]) {
            let copy = try FleetHome()
            try await copy.run("serve", "restore", file).succeeded()
        }
        #expect(kills > 20)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["backup.tar"])
    }
}
#endif
