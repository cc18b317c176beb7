import FleetSQL
import FleetTestSupport
import Testing

@testable import FleetPostgres

@Suite("A standby", .ownThreads) struct SynchronousReplicationTests {
    private let primary: PostgresServer
    private let standby: PostgresServer
    private let database: PostgresDatabase

    init() throws {
        primary = try PostgresServer()
        try primary.sql("GRANT CREATE ON DATABASE postgres TO fleet")
        standby = try PostgresServer(following: primary)
        let address = PostgresServer.address(of: "postgres", on: [primary, standby])
        database = try PostgresDatabase(PostgresAddress(address), limits: .extended)
    }

    private static let table = "CREATE TABLE written (writer bigint, number bigint)"

    private func write(_ writer: Int64, _ number: Int64) async throws {
        _ = try await database.write {
            try $0.execute(
                "INSERT INTO written VALUES (?1, ?2)", [.integer(writer), .integer(number)])
        }
    }

    /// Makes the primary confirm a commit only when the standby shows it.
    private func replicateSynchronously() async throws {
        let page = try DocumentationPage("Documentation/postgresql.md")
        for block in try page.blocks("sql", in: "Synchronous replication") {
            try primary.shell("psql -qAt -v ON_ERROR_STOP=1 <<'END'\n\(block)\nEND")
        }
        try await waitUntil("the standby is synchronous") {
            try primary.sql("SELECT sync_state FROM pg_stat_replication") == ["sync"]
                && primary.sql("SHOW synchronous_commit") == ["remote_apply"]
        }
    }

    @Test("that is synchronous has all that was confirmed, when the primary is killed")
    func synchronous() async throws {
        try await replicateSynchronously()
        try await database.write { try $0.run(Self.table) }
        // What is confirmed can be read there at once.
        for number in Int64(1)...20 {
            try await write(0, number)
            #expect(try standby.sql("SELECT max(number) FROM fleet.written") == ["\(number)"])
        }
        let confirmed = Observed<Set<String>>([])
        await withTaskGroup(of: Void.self) { group in
            for writer in Int64(1)...4 {
                group.addTask {
                    for number in Int64(1)... {
                        guard (try? await write(writer, number)) != nil else { return }
                        confirmed.change { _ = $0.insert("\(writer)|\(number)") }
                    }
                }
            }
            await confirmed.waitUntil { $0.count >= 200 }
            #expect(throws: Never.self) { try primary.stop() }
        }
        try standby.promote()
        let found = try standby.sql("SELECT writer, number FROM fleet.written WHERE writer > 0")
        #expect(confirmed.value.subtracting(found) == [])
        try await write(0, 21)
        #expect(try standby.sql("SELECT max(number) FROM fleet.written WHERE writer = 0") == ["21"])
        database.close()
    }

    @Test("that is asynchronous lacks what was confirmed before it received it")
    func asynchronous() async throws {
        try await database.write { try $0.run(Self.table) }
        try await write(0, 1)
        try await waitUntil("the standby has the first row") {
            try standby.sql("SELECT to_regclass('fleet.written') IS NOT NULL") == ["t"]
                && standby.sql("SELECT max(number) FROM fleet.written") == ["1"]
        }
        try standby.stop()
        try await write(0, 2)
        try primary.stop()
        try standby.start()
        try standby.promote()
        try await write(0, 3)
        #expect(try standby.sql("SELECT number FROM fleet.written ORDER BY 1") == ["1", "3"])
        database.close()
    }
}
