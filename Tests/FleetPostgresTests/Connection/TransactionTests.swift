import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetPostgres

/// The first run of a statement on a connection prepares it; later ones are sent with the begin of
/// their transaction.
@Suite(.ownThreads) struct TransactionTests {
    @Test("a transaction has its mode and role from its first statement to its end")
    func modes() async throws {
        let test = try TestDatabase(connections: 1)
        let sql = """
            SELECT concat_ws(' ', current_user, current_setting('transaction_isolation'),
                current_setting('transaction_read_only'))
            """
        for _ in 0..<3 {
            let read = try await test.database.read { try $0.rows(sql, []) { $0.text(0) } }
            #expect(read == ["fleet repeatable read on"])
            let team = PostgresTeamDatabase(test.database)
            let written = try await team.write(as: .server) { try $0.rows(sql, []) { $0.text(0) } }
            #expect(written == ["fleet_team_server serializable off"])
            let owner = UUID()
            let own = try await team.read(as: .user(owner)) {
                try $0.rows("SELECT current_setting('fleet.owner')", []) { $0.text(0) }
            }
            #expect(own == [owner.uuidString.lowercased()])
        }
    }

    @Test("a write with one statement is committed, and one with an error is not")
    func writes() async throws {
        let test = try TestDatabase(connections: 1)
        try await test.database.write { try $0.run("CREATE TABLE a (x bigint)") }
        for number: Int64 in 1...3 {
            _ = try await test.database.write {
                try $0.execute("INSERT INTO a VALUES (?1)", [.integer(number)])
            }
            await #expect(throws: StoreError.self) {
                try await test.database.write {
                    try $0.execute("INSERT INTO a VALUES (?1)", [.integer(-number)])
                    try $0.execute("INSERT INTO a VALUES (1 / ?1)", [.integer(0)])
                }
            }
        }
        #expect(try test.server.sql("SELECT x FROM fleet.a ORDER BY x") == ["1", "2", "3"])
    }

    @Test("a begin that is refused is an error, and leaves the connection usable")
    func refusedBegin() async throws {
        let test = try TestDatabase(connections: 1)
        let mode = TransactionMode.read.adding("SET LOCAL ROLE nobody_here")
        for _ in 0..<2 {
            #expect(try await test.database.read { try $0.integer("SELECT 7", []) } == 7)
            await #expect(throws: StoreError.self) {
                try await test.database.read(mode) { try $0.integer("SELECT 7", []) }
            }
            await #expect(throws: StoreError.self) {
                try await test.database.read(mode) { try? $0.integer("SELECT 7", []) }
            }
        }
    }

    @Test("an error in the first statement is the transaction's own, and is not tried again")
    func failedStatement() async throws {
        let test = try TestDatabase(connections: 1)
        let runs = Observed(0)
        for divisor: Int64 in [1, 0, 1] {
            let result = try? await test.database.read { transaction in
                runs.change { $0 += 1 }
                return try transaction.integer("SELECT 6 / CAST(?1 AS bigint)", [.integer(divisor)])
            }
            #expect(result == (divisor == 0 ? nil : 6))
        }
        #expect(runs.value == 3)
    }

    @Test(
        "a connection that was lost between transactions is replaced, also if its error is ignored",
        arguments: [true, false])
    func lostConnection(isIgnored: Bool) async throws {
        let test = try TestDatabase(connections: 1)
        try await test.database.write { try $0.run("CREATE TABLE a (x bigint)") }
        let (insert, count) = ("INSERT INTO a VALUES (1)", "SELECT count(*) FROM a")
        func write() async throws {
            try await test.database.write { transaction in
                if isIgnored {
                    _ = try? transaction.execute(insert, [])
                } else {
                    try transaction.execute(insert, [])
                }
            }
        }
        func read() async throws -> Int64? {
            try await test.database.read { transaction in
                isIgnored
                    ? try? transaction.integer(count, []) : try transaction.integer(count, [])
            }
        }
        // First with statements that the connection does not know.
        for expected: Int64 in [2, 4, 6] {
            try await write()
            try endSessions(of: test)
            #expect(try await read() == expected - 1)
            try await write()
            #expect(try await read() == expected)
            try endSessions(of: test)
        }
        for expected: Int64 in [8, 10] {
            try await write()
            #expect(try await read() == expected - 1)
            try endSessions(of: test)
            #expect(try await read() == expected - 1)
            try await write()
            #expect(try await read() == expected)
            try endSessions(of: test)
        }
    }

    @Test("a transaction without a statement does nothing")
    func empty() async throws {
        let test = try TestDatabase(connections: 1)
        try endSessions(of: test)
        #expect(try await test.database.read { _ in 5 } == 5)
        #expect(try await test.database.write { _ in 6 } == 6)
    }

    private func endSessions(of test: TestDatabase) throws {
        try test.server.server.sql(
            """
            SELECT pg_terminate_backend(pid, 600000) FROM pg_stat_activity
            WHERE datname = '\(test.server.name)' AND usename = 'fleet'
            """)
    }
}
