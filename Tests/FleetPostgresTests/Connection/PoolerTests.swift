import FleetSQL
import FleetTestSupport
import Testing

@testable import FleetPostgres

@Suite(.ownThreads) struct PoolerTests {
    @Test(
        "a pooler that gives each transaction another connection is refused, and makes no tables",
        arguments: [("transaction", 6001), ("statement", 6002)])
    func shared(mode: String, port: Int) throws {
        let server = try PostgresServer.shared()
        let database = try server.makeDatabase()
        let address = try PostgresAddress(
            server.addressOfPooler(mode: mode, port: port, to: database.name))
        let expected = StoreError.sharedConnections(path: address.shown)
        for _ in 0..<3 {
            #expect(throws: expected) { try PostgresDatabase(address, limits: .extended) }
        }
        #expect(try database.sql("SELECT to_regnamespace('fleet') IS NULL") == ["t"])
        #expect(expected.hint.contains("pool_mode = session"))
    }

    @Test("a pooler that keeps a connection for each client is used, also for notifications")
    func session() async throws {
        let server = try PostgresServer.shared()
        let database = try server.makeDatabase()
        let address = try PostgresAddress(
            server.addressOfPooler(mode: "session", port: 6003, to: database.name))
        let opened = try PostgresDatabase(address, limits: .extended)
        let events = Observed<[NotificationListener.Event]>([])
        let listener = NotificationListener(
            to: address, channel: "fleet_test", within: .extended
        ) { event in events.change { $0.append(event) } }
        defer { listener.close() }
        #expect(await events.waitUntil(within: Deadline.seconds) { $0 == [.connected] })
        try await opened.write { try $0.run("NOTIFY fleet_test, 'a'") }
        #expect(
            await events.waitUntil(within: Deadline.seconds) { $0 == [.connected, .notified("a")] })
    }
}
