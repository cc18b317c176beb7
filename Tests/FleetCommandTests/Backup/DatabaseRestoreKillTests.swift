import FleetTestSupport
import Foundation
import Testing

#if os(Linux)
@Suite(
    "A restore into a database that is killed at any moment leaves the old tables or the new ones",
    .slots)
struct DatabaseRestoreKillTests {
    /// A database whose content differs from that of a backup, which replaces it.
    private struct Trial {
        let server: PostgresServer
        let home: FleetHome
        let file: String
        let (old, new): ([String], [String])

        /// Makes the backup; the database `fleet` is then the template of those that are restored.
        init() async throws {
            (server, home) = try await DatabaseBackupTests.filled()
            file = home.path(of: "backup.tar")
            try await home.run(
                "serve", "backup", file, "--database",
                server.address(of: "fleet", user: "fleet_backup"),
                environment: DatabaseBackupTests.programs
            ).succeeded()
            try server.sql("CREATE DATABASE new OWNER fleet TEMPLATE fleet")
            try server.sql("DELETE FROM fleet.vehicle", in: "fleet")
            try server.sql("UPDATE fleet.team_user SET name = 'bea'", in: "fleet")
            old = try Self.content(of: "fleet", on: server)
            let outcome = try await home.start(
                Self.restore(file, into: "new", on: server),
                environment: DatabaseBackupTests.programs
            ).outcome()
            outcome.succeeded()
            new = try Self.content(of: "new", on: server)
            #expect(old != new && new.contains { $0.contains("anna") })
        }

        static func restore(
            _ file: String, into database: String, on server: PostgresServer
        ) -> [String] {
            let address = server.address(of: database, user: "postgres")
            return ["serve", "restore", file, "--replace", "--database", address]
        }

        /// All rows of a few tables, and the names of everything in the schema.
        static func content(of database: String, on server: PostgresServer) throws -> [String] {
            let names = """
                SELECT relkind, relname FROM pg_class
                WHERE relnamespace = 'fleet'::regnamespace ORDER BY relname
                """
            let identity = "SELECT identity FROM fleet.database_identity"
            return try DatabaseBackupTests.tables(server, database)
                + server.sql(names, in: database) + server.sql(identity, in: database)
        }

        func content(of database: String) throws -> [String] {
            try Self.content(of: database, on: server)
        }

        /// Restores the backup into a database.
        func restore(
            into database: String, _ environment: [String: String] = [:]
        ) async throws -> Outcome {
            let variables = DatabaseBackupTests.programs.merging(
                environment.mapValues(Optional.some)
            ) { $1 }
            return try await home.start(
                Self.restore(file, into: database, on: server), environment: variables
            ).outcome()
        }

        /// Restores the backup into a database, without waiting for the programs that go on when
        /// the restore is killed.
        /// - Returns: The exit status, which is -9 or the shell's 137 for a killed restore.
        func restoreAlone(
            into database: String, _ environment: [String: String]
        ) async throws -> Int32 {
            let variables = DatabaseBackupTests.programs.compactMapValues { $0 }
                .merging(environment) { $1 }
            let arguments = Self.restore(file, into: database, on: server)
            return try await home.shell(
                "fleet '\(arguments.joined(separator: "' '"))' 2> errors", environment: variables
            ).status
        }

        /// Waits for what a killed restore started.
        ///
        /// Until then, it has the lock, and others are refused. A backup then needs all tables.
        func waitForPrograms(of database: String) async throws {
            let address = server.address(of: database, user: "postgres")
            for _ in 0..<10_000 {
                let outcome = try await home.run(
                    "serve", "backup", home.path(of: "after.tar"), "--database", address,
                    environment: DatabaseBackupTests.programs)
                if outcome.status == 0 { return }
                outcome.failed(
                    74, "another backup or restore of the home \(home.path) is running",
                    "try again when it has finished")
            }
            Issue.record("the programs of the killed restore never end")
        }

        /// Makes a database with the old content.
        func makeOld(_ name: String) throws {
            try server.sql("CREATE DATABASE \(name) OWNER fleet TEMPLATE fleet")
        }

        /// Restores once more, after which all is new.
        func repeatRestore(into database: String) async throws {
            try await restore(into: database).succeeded()
            #expect(try content(of: database) == new)
            #expect(try !home.files.contains { $0.contains("restore.part") })
        }
    }

    /// The first, some and the last of a number of calls.
    private static func moments(of count: Int) -> [Int] {
        let some = stride(from: 1, through: count, by: max(1, count / 8))
        return Set([1, 2, 3, 4, count - 3, count - 2, count - 1, count]).union(some)
            .filter { 1...count ~= $0 }.sorted()
    }

    @Test(
        "psql is killed, or the restore is and psql goes on, or both are",
        arguments: [CrashInjection.Victim.itself, .parent, .group])
    func psql(victim: CrashInjection.Victim) async throws {
        let trial = try await Trial()
        let report = trial.home.path(of: "report")
        func environment(_ call: Int) async throws -> [String: String] {
            try await CrashInjection.environment(
                beforeCall: call, of: "psql", killing: victim, report: report)
        }
        try trial.makeOld("counted")
        try await trial.restore(into: "counted", environment(.max)).succeeded()
        let count = try #require(Int(trial.home.text(of: "report")))
        try #require(count > 50)
        for call in Self.moments(of: count) {
            let database = "killed_\(call)"
            try trial.makeOld(database)
            let status = try await trial.restoreAlone(into: database, environment(call))
            #expect(victim == .itself ? status == 69 : [-9, 137].contains(status))
            try await trial.waitForPrograms(of: database)
            let content = try trial.content(of: database)
            // The last message ends the connection, after the transaction.
            let isNew = victim == .parent || call == count
            #expect(content == (isNew ? trial.new : trial.old), "call \(call)")
            try await trial.repeatRestore(into: database)
        }
    }

    @Test("the restore is killed before any of its own calls that change a file")
    func restore() async throws {
        let trial = try await Trial()
        try trial.makeOld("killed")
        var (call, kills, isNew) = (1, 0, false)
        while true {
            let outcome = try await trial.restore(
                into: "killed",
                CrashInjection.environment(beforeCall: call, after: "backup.lock"))
            let content = try trial.content(of: "killed")
            isNew = isNew || content == trial.new
            #expect(content == (isNew ? trial.new : trial.old), "call \(call)")
            if outcome.status == 0 { break }
            try #require(outcome.status == -9, "\(outcome.errorText)")
            kills += 1
            call += max(1, call / 4)
        }
        #expect(kills > 10 && isNew)
        try await trial.repeatRestore(into: "killed")
        #expect(trial.home.text(of: "team-photos/owner/a.jpg") == "photo")
    }
}
#endif
