import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetPostgres

@Suite("A change of a person", .ownThreads, .timeLimit(.minutes(15))) struct WaitLimitTests {
    /// Limits in which only the wait of a person's change is short.
    private static let short = {
        var limits = PostgresLimits.extended
        limits.lock = .milliseconds(200)
        return limits
    }()

    private static let person = TransactionMode.serializable.forPerson()

    /// Runs `body` while a transaction has locked a row of `written`.
    private func whileLocked(
        _ test: TestDatabase, _ body: () async throws -> Void
    ) async throws {
        try test.server.sql("CREATE TABLE fleet.written (x bigint PRIMARY KEY)")
        try test.server.sql("GRANT ALL ON fleet.written TO fleet")
        try test.server.sql("INSERT INTO fleet.written VALUES (1), (2)")
        let other = try PostgresDatabase(PostgresAddress(test.server.address), limits: .extended)
        let (isLocked, mayEnd) = (Observed(false), DispatchSemaphore(value: 0))
        async let lock: Void = other.write(.write) { transaction in
            try transaction.run("SET LOCAL idle_in_transaction_session_timeout = 0")
            try transaction.run("SELECT FROM written WHERE x = 1 FOR UPDATE")
            isLocked.change { $0 = true }
            mayEnd.wait()
        }
        await isLocked.waitUntil(\.self)
        let result = await Result.of(body)
        mayEnd.signal()
        try await lock
        other.close()
        try result.get()
    }

    @Test("that waits too long for a lock ends, and is not made later")
    func lock() async throws {
        let test = try TestDatabase()
        let database = try PostgresDatabase(
            PostgresAddress(test.server.address), connections: 4, limits: Self.short)
        try await whileLocked(test) {
            let error = await #expect(throws: StoreError.self) {
                try await database.write(Self.person) {
                    try $0.execute("UPDATE written SET x = 3 WHERE x = 2", [])
                    try $0.execute("UPDATE written SET x = 4 WHERE x = 1", [])
                }
            }
            #expect(error?.kind == .lock)
        }
        #expect(try test.server.sql("SELECT x FROM fleet.written ORDER BY x") == ["1", "2"])
        database.close()
    }

    @Test("that waits too long for a connection ends, and is not made later")
    func connection() async throws {
        let test = try TestDatabase()
        let database = try PostgresDatabase(
            PostgresAddress(test.server.address), connections: 1, limits: Self.short)
        let (isBusy, mayEnd) = (Observed(false), DispatchSemaphore(value: 0))
        async let busy: Void = database.write(.write) { transaction in
            try transaction.run("SET LOCAL idle_in_transaction_session_timeout = 0")
            isBusy.change { $0 = true }
            mayEnd.wait()
        }
        await isBusy.waitUntil(\.self)
        let hasRun = Observed(false)
        let error = await #expect(throws: StoreError.self) {
            try await database.write(Self.person) { _ in hasRun.change { $0 = true } }
        }
        mayEnd.signal()
        try await busy
        try await database.write(.write) { try $0.run("SELECT 1") }
        #expect(error?.kind == .noConnection && !hasRun.value)
        database.close()
    }

    @Test("that no standby confirms is saved, and the error says so; those behind it are not made")
    func standby() async throws {
        let server = try PostgresServer()
        let address = try PostgresAddress(server.address(of: "fleet"))
        let database = try PostgresDatabase(address, connections: 4, limits: Self.short)
        let patient = try PostgresDatabase(address, connections: 4, limits: .extended)
        try server.sql("CREATE TABLE fleet.written (x bigint PRIMARY KEY, y bigint)", in: "fleet")
        try server.sql("GRANT ALL ON fleet.written TO fleet", in: "fleet")
        try server.sql("INSERT INTO fleet.written VALUES (1, 1)", in: "fleet")
        func setStandby(_ statement: String) throws {
            try server.sql("ALTER SYSTEM \(statement)")
            try server.sql("SELECT pg_reload_conf()")
        }
        try setStandby("SET synchronous_standby_names = 'db2'")
        try await waitUntil("the server waits for a standby") {
            try server.sql("SHOW synchronous_standby_names") == ["db2"]
        }
        let saved = await #expect(throws: StoreError.self) {
            try await database.write(Self.person) {
                _ = try $0.execute("INSERT INTO written VALUES (2, 2)", [])
            }
        }
        #expect(saved == .standby(path: address.shown, isSaved: true))
        let found = try await database.read {
            try $0.integer("SELECT y FROM written WHERE x = 2", [])
        }
        #expect(found == 2)

        async let waiting: Void = patient.write(.serializable) {
            _ = try $0.execute("UPDATE written SET y = 5 WHERE x = 1", [])
        }
        try await waitUntil("a change waits for the standby") {
            try server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                == ["1"]
        }
        let refused = await #expect(throws: StoreError.self) {
            try await database.write(Self.person) {
                _ = try $0.execute("UPDATE written SET y = 6 WHERE x = 1", [])
            }
        }
        #expect(refused == .standby(path: address.shown, isSaved: false))
        try setStandby("RESET synchronous_standby_names")
        try await waiting
        let rows = try server.sql("SELECT y FROM fleet.written ORDER BY x", in: "fleet")
        #expect(rows == ["5", "2"])
        for database in [database, patient] { database.close() }
    }
}

extension Result where Failure == any Error {
    fileprivate static func of(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
