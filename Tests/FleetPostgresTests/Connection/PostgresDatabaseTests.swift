import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetPostgres

@Suite(.ownThreads) struct PostgresDatabaseTests {
    @Test("a conflict with another transaction is resolved by running it again")
    func conflicts() async throws {
        let test = try TestDatabase(connections: 8)
        try await test.database.write { try $0.run("CREATE TABLE a AS SELECT 0::bigint AS x") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await test.database.write(.serializable) { transaction in
                        let x = try transaction.integer("SELECT x FROM a", [])
                        try transaction.execute("UPDATE a SET x = ?1", [.integer(x + 1)])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await test.database.read { try $0.integer("SELECT x FROM a", []) } == 40)
    }

    @Test("a transaction whose error was ignored is not taken for committed")
    func ignoredError() async throws {
        let test = try TestDatabase()
        await #expect(throws: StoreError.self) {
            try await test.database.write { try? $0.run("nonsense") }
        }
    }

    @Test("a read sees one state, and cannot write")
    func reads() async throws {
        let test = try TestDatabase()
        try await test.database.write { try $0.run("CREATE TABLE a (x bigint)") }
        let counts = try await test.database.read { transaction in
            let before = try transaction.integer("SELECT count(*) FROM a", [])
            try test.server.sql("INSERT INTO fleet.a VALUES (1)")
            return (before, try transaction.integer("SELECT count(*) FROM a", []))
        }
        #expect(counts == (0, 0))
        await #expect(throws: StoreError.self) {
            try await test.database.read { try $0.run("DELETE FROM a") }
        }
    }

    @Test("more transactions than connections wait for each other, on all kinds of threads")
    func waiting() async throws {
        let test = try TestDatabase(connections: 2)
        // In a task of its own, because others have the threads of the test instead of Swift's.
        let total = try await Task {
            try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let sum = "SELECT CAST(?1 AS bigint)"
                        let value = SQLValue.integer(Int64(number))
                        guard number.isMultiple(of: 2) else {
                            return try await test.database.read { try $0.integer(sum, [value]) }
                        }
                        return try blocking {
                            try test.database.read { try $0.integer(sum, [value]) }
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
        }.value
        #expect(total == 1225)
        let sessions = try test.server.sql(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(test.server.name)'")
        #expect(Int(sessions[0]) ?? 9 <= 3, "with psql's own")
    }

    @Test("a transaction that was abandoned does not keep its locks")
    func settings() async throws {
        var limits = PostgresLimits.extended
        limits.idleness = .seconds(7)
        let test = try TestDatabase(limits: limits)
        let settings = try await test.database.read { transaction in
            try ["idle_in_transaction_session_timeout", "search_path", "synchronous_commit"].map {
                try transaction.rows("SELECT current_setting(?1)", [.text($0)]) { $0.text(0) }
            }
        }
        #expect(settings == [["7s"], ["fleet"], ["on"]])
    }

    private func blocking<T>(_ body: () throws -> T) rethrows -> T { try body() }
}

@Suite(.ownThreads) struct PasswordTests {
    @Test("a wrong password is refused, and appears in no error")
    func wrong() throws {
        let server = try PostgresServer.shared()
        let address = server.address(of: "postgres", user: "locked:wrongword")
        let error = try #require(throws: StoreError.self) {
            try PostgresDatabase(PostgresAddress(address), limits: .extended)
        }
        guard case .unavailable(let path, let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(path == "postgres://locked@\(server.folder)/postgres")
        #expect(reason.hasSuffix("password authentication failed for user \"locked\""))
        #expect(!"\(error.cause) \(error.hint) \(String(reflecting: error))".contains("wrongword"))
    }

    @Test("the password is in the address, or in a file")
    func right() throws {
        let server = try PostgresServer.shared()
        func user(of address: String) throws -> String {
            let connection = try PostgresConnection(
                to: PostgresAddress(address), within: .extended)
            return try connection.text("SELECT current_user")
        }
        let inAddress = server.address(
            of: "postgres", user: "locked:\(PostgresServer.password)")
        #expect(try user(of: inAddress) == "locked")
        let folder = try TemporaryFolder()
        let file = try folder.write("*:*:*:locked:\(PostgresServer.password)\n", to: "pgpass")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let address = server.address(of: "postgres", user: "locked")
        #expect(try user(of: address + "?passfile=\(file)") == "locked")
        #expect(throws: (any Error).self) { try user(of: address) }
    }
}

extension PostgresConnection {
    /// Returns the text in the first column of the only row.
    func text(_ sql: String) throws -> String {
        var text = ""
        _ = try query(sql, []) { text = $0.text(0) ?? "" }
        return text
    }
}
