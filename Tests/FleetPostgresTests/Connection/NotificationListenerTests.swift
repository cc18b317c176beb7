import FleetTestSupport
import Testing

@testable import FleetPostgres

@Suite(.ownThreads) struct NotificationListenerTests {
    @Test("notifications arrive, also after the connection was lost")
    func listens() async throws {
        let test = try TestDatabase()
        let events = Observed<[NotificationListener.Event]>([])
        let listener = NotificationListener(
            to: test.database.address, channel: "fleet_test", within: .extended
        ) { event in events.change { $0.append(event) } }
        defer { listener.close() }
        func expect(_ expected: [NotificationListener.Event]) async {
            #expect(await events.waitUntil(within: Deadline.seconds) { $0.count >= expected.count })
            #expect(events.value == expected)
        }
        await expect([.connected])
        try await test.database.write { transaction in
            try transaction.run("NOTIFY fleet_test, 'a'; NOTIFY other, 'x'; NOTIFY fleet_test, 'b'")
        }
        await expect([.connected, .notified("a"), .notified("b")])
        try test.server.sql(
            """
            SELECT pg_terminate_backend(pid, 600000) FROM pg_stat_activity
            WHERE datname = '\(test.server.name)' AND query LIKE 'LISTEN%'
            """)
        await expect([.connected, .notified("a"), .notified("b"), .connected])
        try await test.database.write { try $0.run("NOTIFY fleet_test, 'c'") }
        await expect([.connected, .notified("a"), .notified("b"), .connected, .notified("c")])
    }
}
