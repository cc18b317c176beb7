import FleetSQL
import FleetTestSupport
import Testing

@testable import FleetPostgres

@Suite(.ownThreads) struct FailoverTests {
    @Test("a server that is not there is an error, and is used again when it is back")
    func restart() async throws {
        let server = try PostgresServer()
        let address = try PostgresAddress(server.address(of: "postgres", user: "postgres"))
        let database = try PostgresDatabase(address, limits: .extended)
        func answer() async throws -> Int64 {
            try await database.read { try $0.integer("SELECT 7", []) }
        }
        #expect(try await answer() == 7)
        try server.stop()
        for _ in 0..<2 {
            let error = await #expect(throws: StoreError.self) { try await answer() }
            guard case .unavailable(address.shown, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(throws: StoreError.self) { try PostgresDatabase(address, limits: .extended) }
        try server.start()
        #expect(try await answer() == 7)
        // A connection that broke while nobody used it costs nobody an error.
        try server.stop()
        try server.start()
        #expect(try await answer() == 7)
    }

    @Test("a connection that is lost within a transaction is an error, and nothing is committed")
    func lost() async throws {
        let test = try TestDatabase(connections: 1)
        try await test.database.write { try $0.run("CREATE TABLE a (x bigint)") }
        let error = await #expect(throws: StoreError.self) {
            try await test.database.write { transaction in
                try transaction.run("INSERT INTO a VALUES (1)")
                try test.server.sql(
                    """
                    SELECT pg_terminate_backend(pid, 600000) FROM pg_stat_activity
                    WHERE datname = '\(test.server.name)' AND usename = 'fleet'
                    """)
            }
        }
        guard case .unavailable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await test.database.read { try $0.integer("SELECT count(*) FROM a", []) } == 0)
    }

    @Test("a host that closes each connection, as a proxy of a dead server does, is passed over")
    func closing() async throws {
        let proxy = try TestServer { _ in }
        let server = try PostgresServer()
        let address = server.address(of: "postgres", user: "postgres")
            .replacing("@", with: "@127.0.0.1:\(proxy.port),")
        let database = try PostgresDatabase(PostgresAddress(address), limits: .extended)
        #expect(try await database.read { try $0.integer("SELECT 7", []) } == 7)
    }

    @Test("after a while, no further host is tried", arguments: [true, false])
    func attemptLimit(isOver: Bool) throws {
        let proxies = try (0..<2).map { _ in try TestServer { _ in } }
        let hosts = proxies.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
        let address = try PostgresAddress("postgres://\(hosts)/fleet")
        var limits = PostgresLimits.extended
        if isOver { limits.attempts = .zero }
        #expect(throws: PostgresError.self) {
            try PostgresConnection(to: address, within: limits)
        }
        #expect(proxies[0].log.connections > 0)
        #expect((proxies[1].log.connections == 0) == isOver)
    }

    @Test("a server that does not answer counts as lost")
    func silent() async throws {
        let test = try TestDatabase(connections: 1)
        let database = test.database
        var mode = TransactionMode.read
        mode.timeout = { _ in .milliseconds(100) }
        for sql in ["SELECT pg_sleep(600)", "SELECT 1; SELECT pg_sleep(600)"] {
            let error = await #expect(throws: StoreError.self) {
                try await database.read(mode) { try $0.run(sql) }
            }
            #expect(
                error
                    == .unavailable(
                        path: database.address.shown, reason: "the server does not answer"))
        }
        let error = await #expect(throws: StoreError.self) {
            try await database.read(mode) { try $0.integer("SELECT 7 FROM pg_sleep(600)", []) }
        }
        guard case .unavailable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await database.read { try $0.integer("SELECT 7", []) } == 7)
        withExtendedLifetime(test) {}
    }

    @Test("of several hosts, the one that accepts writes is used, also after a takeover")
    func hosts() async throws {
        let primary = try PostgresServer()
        let standby = try PostgresServer(following: primary)
        let address = PostgresServer.address(of: "postgres", on: [standby, primary])
        try primary.sql("GRANT CREATE ON DATABASE postgres TO fleet")
        let database = try PostgresDatabase(PostgresAddress(address), limits: .extended)
        try await database.write {
            try $0.run("CREATE TABLE a AS SELECT 1::bigint AS x; SET LOCAL synchronous_commit = on")
        }
        try await waitUntil("the standby has the table") {
            try standby.sql("SELECT to_regclass('fleet.a') IS NOT NULL") == ["t"]
        }
        try primary.stop()
        await #expect(throws: StoreError.self) {
            try await database.write { try $0.run("UPDATE a SET x = 2") }
        }
        try standby.promote()
        try await database.write { try $0.run("UPDATE a SET x = 3") }
        #expect(try await database.read { try $0.integer("SELECT x FROM a", []) } == 3)
        #expect(try standby.sql("SELECT x FROM fleet.a") == ["3"])
    }
}
