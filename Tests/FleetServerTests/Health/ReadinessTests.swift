import FleetCore
import FleetPostgres
import FleetSQL
import FleetSettings
import FleetTestSupport
import Foundation
import HTTPTypes
import Logging
import Synchronization
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("Readiness", .ownThreads)
struct ReadinessTests {
    /// A clock, a database and the number of its checks.
    private final class Database: Sendable {
        let time = Mutex(ContinuousClock.now)
        let error = Mutex<StoreError?>(nil)
        let checks = Observed(0)

        func readiness() -> Readiness {
            Readiness(now: { self.time.withLock(\.self) }) {
                self.checks.change { $0 += 1 }
                if let error = self.error.withLock(\.self) { throw error }
            }
        }

        func advance(by interval: Duration) { time.withLock { $0 += interval } }
    }

    @Test("one check serves all probes of five seconds")
    func success() async {
        let database = Database()
        let readiness = database.readiness()
        for _ in 0..<3 { #expect(await readiness.cause(within: .seconds(60)) == nil) }
        #expect(database.checks.value == 1)
        database.advance(by: .seconds(5))
        #expect(await readiness.cause(within: .seconds(60)) == nil)
        #expect(database.checks.value == 2)
    }

    @Test("a failure has its cause, and serves the probes of two seconds")
    func failure() async {
        let database = Database()
        let readiness = database.readiness()
        database.error.withLock { $0 = .diskFull(path: "a") }
        for _ in 0..<3 { #expect(await readiness.cause(within: .seconds(60)) == .diskFull) }
        #expect(database.checks.value == 1)
        database.error.withLock { $0 = nil }
        database.advance(by: .seconds(2))
        #expect(await readiness.cause(within: .seconds(60)) == nil)
    }

    @Test("a database that does not answer is checked once, and its probes end")
    func hanging() async {
        let (mayEnd, end) = AsyncStream<Void>.makeStream()
        let checks = Observed(0)
        let readiness = Readiness {
            checks.change { $0 += 1 }
            for await _ in mayEnd { return }
        }
        for _ in 0..<3 {
            #expect(await readiness.cause(within: .milliseconds(1)) == .noAnswer)
        }
        await checks.waitUntil { $0 > 0 }
        #expect(checks.value == 1)
        end.yield()
        #expect(await readiness.cause(within: .seconds(60)) == nil)
        #expect(checks.value == 1)
    }

    @Test("each change is logged once, with what only administrators may see")
    func log() async throws {
        let (log, database) = (RecordedLog(), Database())
        let readiness = Readiness(
            logger: log.logger, now: { database.time.withLock(\.self) },
            check: { if let error = database.error.withLock(\.self) { throw error } })
        let error = StoreError.otherEncoding(path: "postgres://fleet@db/fleet", encoding: "LATIN1")
        for error in [error, error, nil, nil] {
            database.error.withLock { $0 = error }
            #expect(await readiness.cause(within: .seconds(60)) == (error == nil ? nil : .encoding))
            database.advance(by: .seconds(5))
        }
        #expect(log.entries.map(\.message) == ["not ready", "ready again"])
        #expect(log.entries[0].level == .warning)
        #expect(
            log.entries[0].facts
                == ["cause": "encoding", "error": error.cause, "hint": error.hint])
    }

    @Test("a key that others no longer use, and other tables, make a server unready until mended")
    func sharedDatabase() async throws {
        let test = try PostgresServer.shared().makeDatabase()
        let storage = try ServedStorage(database: test.address)
        defer { storage.close() }
        let database = try PostgresDatabase(
            PostgresAddress(test.address),
            limits: PostgresLimits(timeoutFactor: Deadline.timeoutFactor))
        defer { database.close() }
        let folder = try TemporaryFolder()
        let home = try Home(environment: { $0 == "FLEET_HOME" ? folder.path : nil })
        let (key, other) = (folder.path + "/key", folder.path + "/other")
        for (path, byte) in [(key, UInt8(1)), (other, 2)] {
            #expect(
                FileManager.default.createFile(
                    atPath: path, contents: Data(repeating: byte, count: 32),
                    attributes: [.posixPermissions: 0o600]))
        }
        let catalog = PostgresSourceCatalog(
            database: database, local: PreferencesFile(home: home), secretFile: key)
        let server = try await ServedTeam(
            storage: storage,
            options: {
                $0.checkDatabase = {
                    try await database.checkTables()
                    try await catalog.checkKey()
                }
            })
        func cause() async -> UnavailableCause? { await Self.readiness(of: server).cause() }
        #expect(await cause() == nil)
        _ = try await KeyRotation(in: database, secretFile: key).run(to: other, discarding: false)
        #expect(await cause() == .key)
        try FileManager.default.removeItem(atPath: key)
        #expect(await cause() == .key)
        try FileManager.default.copyItem(atPath: other, toPath: key)
        #expect(await cause() == nil)

        let digest = try #require(test.sql("SELECT digest FROM fleet.schema_digest").first)
        try test.sql("UPDATE fleet.schema_digest SET digest = 'newer'")
        #expect(await cause() == nil)
        try test.sql("UPDATE fleet.schema_digest SET digest = 'c77721ebb435196b'")
        #expect(await cause() == .schema)
        try test.sql("UPDATE fleet.schema_digest SET digest = '\(digest)'")
        #expect(await cause() == nil)
    }

    @Test("a server that no longer follows the others is not ready until it does")
    func following() async throws {
        let test = try PostgresServer.shared().makeDatabase()
        let storage = try ServedStorage(database: test.address)
        defer { storage.close() }
        let leases = Mutex(Duration.zero)
        let server = try await ServedTeam(
            storage: storage,
            options: {
                $0.followerLimit = .seconds(15)
                $0.followers = { [FollowerLag("leases", leases.withLock(\.self))] }
            }, [("demo", [Vehicle(id: "a")])])
        let environment = server.server.environment
        func cause() async -> UnavailableCause? { await Self.readiness(of: server).cause() }
        await environment.changes.tick(at: .zero)
        #expect(await cause() == nil)
        leases.withLock { $0 = .seconds(15) }
        #expect(await cause() == .notFollowing)
        leases.withLock { $0 = .zero }
        #expect(await cause() == nil)
        // The rest of the database can be used.
        try test.sql("REVOKE SELECT ON fleet.change_stream FROM fleet_service, fleet")
        var time = 0
        try await waitUntil("the changes cannot be read") {
            time += 1
            await environment.changes.tick(at: .seconds(time))
            return await environment.changes.pause > .seconds(15)
        }
        #expect(await cause() == .notFollowing)
        try test.sql("GRANT SELECT ON fleet.change_stream TO fleet_service, fleet")
        await environment.changes.tick(at: .seconds(time))
        #expect(await cause() == nil)
    }

    /// Returns the readiness of a server, which checks now.
    private static func readiness(of server: ServedTeam) -> Readiness {
        let environment = server.server.environment
        return Readiness(
            server.team, environment.snapshots, environment.options, logger: server.log.logger
        ) { await environment.followers }
    }

    @Test(
        "probes and pages name the cause, and no path, host or user of the machine",
        arguments: [
            (
                StoreError.otherEncoding(path: "postgres://anna@db/fleet", encoding: "LATIN1"),
                "encoding"
            ),
            (StoreError.otherSchema(path: "postgres://anna@db/fleet"), "schema"),
            (
                SealingError.otherServers(database: "postgres://anna@db/fleet", path: "/home/anna"),
                "key"
            ),
            (SealingError.unreadable(path: "/home/anna", reason: "/home/anna"), "key"),
            (
                StoreError.unavailable(path: "postgres://anna@db/fleet", reason: "db"),
                "no_connection"
            ),
            (StoreError.unwritable(path: "/home/anna", reason: "anna"), "unwritable"),
            (StoreError.unreadable(path: "/home/anna", reason: "anna"), "other"),
            (UnavailableCause.notFollowing, "not_following"),
        ] as [(any Error, String)])
    func causes(error: any Error, cause: String) async throws {
        let server = try await ServedTeam(options: { $0.checkDatabase = { throw error } })
        for (visitor, accept) in [
            (server.stranger, "*/*"), (server.stranger, "text/html"), (server.operations, "*/*"),
        ] {
            let answer = try await visitor.get("/ready", fields: [.accept: accept])
            #expect(answer.status == 503)
            #expect(!answer.text.contains("anna") && !answer.text.contains("postgres"))
            if accept == "*/*" { #expect(try answer.json()["cause"] as? String == cause) }
        }
        let metrics = try await server.visitor("root").get("/metrics").text
        for other in UnavailableCause.ofServers.map(\.rawValue) {
            let line = "\nfleet_not_ready{cause=\"\(other)\"} \(other == cause ? 1 : 0)\n"
            #expect(metrics.contains(line))
        }
        #expect(metrics.contains("\nfleet_ready 0\n"))
    }

    @Test("a server that is stopping is not ready")
    func stopping() async {
        let readiness = Database().readiness()
        await readiness.stop()
        #expect(await readiness.cause() == .stopping)
    }

    @Test("a server whose database can be read only is alive and not ready, and names the cause")
    func fullDisk() async throws {
        let folder = try TemporaryFolder()
        let storage = try ServedStorage(in: folder)
        let team = UnwritableTeamDatabase(storage.team)
        let server = try await ServedTeam(storage: ServedStorage(storage, team: team))
        let root = try await server.visitor("root")
        team.error.withLock { $0 = .diskFull(path: folder.path) }
        let probe = server.stranger
        #expect(try await probe.get("/health").status == 200)
        let answer = try await probe.get("/ready", fields: [.accept: "*/*"])
        #expect(answer.status == 503)
        #expect(answer.fields[.retryAfter] == "2")
        #expect(try answer.json()["cause"] as? String == "disk_full")
        #expect(!answer.text.contains(folder.path))
        // Reading goes on.
        #expect(try await root.get("/api/v1/sources").status == 200)
    }

    @Test("the check writes to SQLite")
    func sqlite() async throws {
        let server = try await ServedTeam()
        let mark = server.team.database.mark()
        #expect(try await server.stranger.get("/ready").status == 200)
        #expect(mark != nil && server.team.database.mark() != mark)
    }

    @Test("a PostgreSQL that accepts no writes makes its servers unready")
    func postgres() async throws {
        let database = try PostgresServer.shared().makeDatabase()
        let storage = try ServedStorage(database: database.address)
        defer { storage.close() }
        let server = try await ServedTeam(storage: storage)
        try database.server.sql(
            """
            ALTER DATABASE \(database.name) SET default_transaction_read_only = on;
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = '\(database.name)' AND pid <> pg_backend_pid()
            """)
        let answer = try await server.stranger.get("/ready", fields: [.accept: "*/*"])
        #expect(answer.status == 503)
        #expect(try answer.json()["cause"] as? String == "no_connection")
        #expect(try await server.stranger.get("/health").status == 200)
    }
}

/// A database of a team whose writes fail on demand.
final class UnwritableTeamDatabase: ForwardingTeamDatabase {
    let inner: any TeamDatabase
    let error = Mutex<StoreError?>(nil)

    init(_ inner: any TeamDatabase) { self.inner = inner }

    func write<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        if let error = error.withLock(\.self) { throw error }
        return try await inner.write(as: role, body)
    }
}
