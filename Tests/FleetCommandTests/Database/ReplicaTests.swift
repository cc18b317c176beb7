import FleetTestSupport
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Servers of one PostgreSQL database", .slots, .ownThreads)
struct ReplicaTests {
    private let shared: SharedDatabaseHome

    init() throws { shared = try SharedDatabaseHome() }

    /// Adds a source without loading it.
    private func add(_ system: PolledSystem) async throws {
        _ = try await shared.run("source", "add", "town", system.address, "--no-check")
            .succeeded()
    }

    @Test("one polls, and another takes over after it was killed")
    func takeover() async throws {
        let feed = try PolledSystem { PolledSystem.feed("A\(min($0, 2))") }
        try await add(feed)
        let first = try await shared.startServer(in: shared.home)
        let leader = try await shared.waitForLeader()
        try await shared.waitForVehicles("A1")
        let second = try await shared.startServer(in: shared.other)
        try await shared.waitForVehicles("A2")

        await first.forceKill()
        try await shared.waitForLeader(otherThan: leader)
        await feed.waitForPoll(feed.count + 1)

        second.send(SIGTERM)
        #expect(await second.outcome().status == 0)
        #expect(try shared.lease().leader.isEmpty, "the lease is released")
    }

    @Test("a server that was halted beyond its lease commits nothing when it goes on")
    func halted() async throws {
        let isContinued = Observed(false)
        let feed = try PolledSystem { poll in
            guard poll == 2 else { return PolledSystem.feed("B\(poll)") }
            var response = PolledSystem.feed("HALTED")
            response.canSend = { _ in isContinued.value }
            return response
        }
        try await add(feed)
        let first = try await shared.startServer(in: shared.home)
        try await shared.waitForVehicles("B1")
        // The response to this request is what the halted server would commit.
        await feed.waitForPoll(2)
        first.send(SIGSTOP)
        let halted = try shared.lease()
        let second = try await shared.startServer(in: shared.other)
        try await shared.waitForLeader(otherThan: halted.leader)
        try await shared.waitForVehicles("B3")
        isContinued.change { $0 = true }
        await feed.waitForEnd(ofPoll: 2)
        first.send(SIGCONT)
        await first.waitUntil { $0.errorText.contains("lease: lost") }
        await feed.waitForPoll(4)
        let found = try shared.database.sql(
            """
            SELECT vehicle_id FROM fleet.vehicle WHERE vehicle_id = 'HALTED'
            UNION ALL SELECT vehicle_id FROM fleet.gone_vehicle WHERE vehicle_id = 'HALTED'
            """)
        #expect(found.isEmpty)
        #expect(try shared.lease().epoch > halted.epoch)
        for server in [first, second] {
            server.send(SIGTERM)
            #expect(await server.outcome().status == 0)
        }
    }

    @Test("a refresh from another machine reaches the leader, and sends one request")
    func refresh() async throws {
        let feed = try PolledSystem { PolledSystem.feed("A", $0 == 1 ? "B" : "C", ttl: 600) }
        try await add(feed)
        let server = try await shared.startServer(in: shared.home)
        try await shared.waitForVehicles("A", "B")
        let leader = try shared.lease().leader
        let refreshed = try await shared.runElsewhere("refresh").succeeded()
        #expect(refreshed.text == "town: 2 vehicles (1 added, 1 gone, 0 changed)\n")
        #expect(feed.count == 2)
        #expect(try shared.lease().leader == leader)
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
    }

    @Test("a source that is added, changed and removed on another machine is noticed")
    func sources() async throws {
        let server = try await shared.startServer(in: shared.home)
        let feeds = try ["A", "B"].map { id in
            try PolledSystem { _ in PolledSystem.feed(id, ttl: 600) }
        }
        _ = try await shared.runElsewhere(
            "source", "add", "town", feeds[0].address, "--no-check"
        ).succeeded()
        try await shared.waitForVehicles("A")
        _ = try await shared.runElsewhere(
            "source", "edit", "town", feeds[1].address, "--no-check"
        ).succeeded()
        try await shared.waitForVehicles("B")
        _ = try await shared.runElsewhere("source", "remove", "town").succeeded()
        #expect(try shared.database.sql("SELECT 1 FROM fleet.vehicle WHERE vehicle_id = 'B'") == [])
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
    }
}
