import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetPostgres

@Suite("Work that is blocked", .ownThreads, .timeLimit(.minutes(15))) struct BlockedWorkTests {
    /// Returns a mode that waits for as long as the test blocks it.
    private static func extended(_ mode: TransactionMode) -> TransactionMode {
        var mode = mode.adding("SET LOCAL lock_timeout = 0").using(mode.use) { _ in nil }
        mode.timeout = { _ in .seconds(600) }
        return mode
    }

    /// Runs the work that must go on: many reads, and a commit and a lease.
    private static func goesOn(
        _ database: PostgresDatabase, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await database.read { try $0.integer("SELECT count(*) FROM vehicle", []) }
                }
            }
            for try await count in group { #expect(count == 0, sourceLocation: location) }
        }
        let id = UUID().uuidString
        // They end, if they have to wait for too long.
        for mode in [TransactionMode.commit.using(.commit), .lease.using(.lease)] {
            try await database.write(mode) {
                _ = try $0.execute(
                    """
                    INSERT INTO refresh_request (source, feed, id, requested_at)
                    VALUES (CAST(?1 AS uuid), 'vehicles', gen_random_uuid(), 0)
                    """, [.text(id)])
            }
        }
        let found = try await database.read(.leaseRead.using(.lease)) {
            try $0.integer(
                "SELECT count(*) FROM refresh_request WHERE source = CAST(?1 AS uuid)",
                [.text(id)])
        }
        #expect(found == 2, sourceLocation: location)
    }

    @Test("by a lock on the notes stalls only reads of notes", arguments: [4, 8])
    func lockedNotes(connections: Int) async throws {
        let test = try TestDatabase(connections: connections)
        let other = try PostgresDatabase(PostgresAddress(test.server.address), limits: .extended)
        let (isLocked, mayEnd) = (Observed(false), DispatchSemaphore(value: 0))
        async let lock: Void = other.write { transaction in
            try transaction.run("SET LOCAL idle_in_transaction_session_timeout = 0")
            try transaction.run("LOCK TABLE note")
            isLocked.change { $0 = true }
            mayEnd.wait()
        }
        await isLocked.waitUntil(\.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    _ = try await test.database.read(Self.extended(.read.using(.notes))) {
                        try $0.integer("SELECT count(*) FROM note", [])
                    }
                }
            }
            try await waitUntil("reads of notes wait for the lock") {
                try test.server.sql(
                    "SELECT count(*) > 0 FROM pg_locks WHERE relation = 'fleet.note'::regclass "
                        + "AND NOT granted") == ["t"]
            }
            let outcome = await Task { try await Self.goesOn(test.database) }.result
            mayEnd.signal()
            try outcome.get()
            try await group.waitForAll()
        }
        try await lock
        let notes = try await test.database.read(.read.using(.notes)) {
            try $0.integer("SELECT count(*) FROM note", [])
        }
        #expect(notes == 0)
        other.close()
    }

    @Test("by a lost standby is that of people; reads, commits and leases go on")
    func lostStandby() async throws {
        let server = try PostgresServer()
        let database = try PostgresDatabase(
            PostgresAddress(server.address(of: "fleet")), connections: 8, limits: .extended)
        try server.sql("CREATE TABLE fleet.written (x bigint)", in: "fleet")
        try server.sql("GRANT ALL ON fleet.written TO fleet", in: "fleet")
        for statement in [
            "ALTER SYSTEM SET synchronous_standby_names = 'db2'", "SELECT pg_reload_conf()",
        ] {
            try server.sql(statement)
        }
        let waiting =
            "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in Int64(0)..<20 {
                group.addTask {
                    _ = try await database.write(Self.extended(.serializable)) {
                        try $0.execute("INSERT INTO written VALUES (?1)", [.integer(number)])
                    }
                }
            }
            try await waitUntil("writes wait for the standby") {
                try server.sql(waiting) == ["t"]
            }
            let outcome = await Task { try await Self.goesOn(database) }.result
            for statement in [
                "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()",
            ] {
                try server.sql(statement)
            }
            try outcome.get()
            try await group.waitForAll()
        }
        try await database.write(.serializable) {
            _ = try $0.execute("INSERT INTO written VALUES (20)", [])
        }
        database.close()
    }

    @Test("by a server that accepts few connections waits for them", arguments: 1...3)
    func fullServer(accepted: Int) async throws {
        let test = try TestDatabase(connections: 8)
        test.database.close()
        try test.server.sql("ALTER DATABASE \(test.server.name) CONNECTION LIMIT \(accepted)")
        let database = PostgresDatabase(
            connectingLater: try PostgresAddress(test.server.address), connections: 8,
            limits: .extended)
        let count = try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 0..<60 {
                group.addTask {
                    guard number.isMultiple(of: 3) else {
                        return try await database.read(Self.extended(.read)) {
                            try $0.integer("SELECT 1", [])
                        }
                    }
                    return try await database.write(Self.extended(.write)) {
                        try $0.integer("SELECT 1", [])
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(count == 60)
        #expect(database.statistics.errors == [:])
        database.close()
    }

    @Test("for longer than its limit ends with an error that says so")
    func busy() async throws {
        let test = try TestDatabase(connections: 1)
        let (isRunning, mayEnd) = (Observed(false), DispatchSemaphore(value: 0))
        async let running: Void = test.database.write { _ in
            isRunning.change { $0 = true }
            mayEnd.wait()
        }
        await isRunning.waitUntil(\.self)
        let mode = TransactionMode.read.using(.read, waitingUpTo: { _ in .milliseconds(1) })
        let error = await #expect(throws: StoreError.self) {
            try await test.database.read(mode) { try $0.integer("SELECT 1", []) }
        }
        guard case .unavailable = error else { throw try #require(error) }
        mayEnd.signal()
        try await running
        #expect(try await test.database.read(mode) { try $0.integer("SELECT 1", []) } == 1)
    }
}
