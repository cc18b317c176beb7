import FleetSQL
import FleetTestSupport
import Foundation
import HTTPTypes
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
