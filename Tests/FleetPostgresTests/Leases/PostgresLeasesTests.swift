import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Synchronization
import Testing

@testable import FleetPostgres

@Suite("Leases in PostgreSQL", .ownThreads, .timeLimit(.minutes(15)))
struct PostgresLeasesTests {
    private let test: PostgresTestDatabase
    private let database: PostgresDatabase
    private let feed = SourceKey(UUID(sourceName: "a"), definition: "1")

    init() throws {
        test = try PostgresServer.shared().makeDatabase(like: "created") { address in
            try PostgresDatabase(
                PostgresAddress(address), connections: 1, limits: .extended
            ).close()
        }
        database = try PostgresDatabase(PostgresAddress(test.serversAddress), limits: .extended)
    }

    /// Creates the leases of another process.
    private func process(_ name: String) -> PostgresLeases {
        PostgresLeases(database: database, leader: name)
    }

    /// Makes the lease vacant, as if its leader had not renewed it for eight seconds.
    private func expireLease() throws { try test.sql("UPDATE fleet.lease SET lease_until = 1") }

    private func isCurrent(_ epoch: Int64) async throws -> Bool {
        try await database.write { [feed] in
            try LeaseTable.isCurrent(Lease(leader: "first", epoch: epoch), of: feed, in: $0)
        }
    }

    /// Waits for an event.
    private func wait(
        for event: LeaseCandidate.Event, of candidate: LeaseCandidate,
        _ location: SourceLocation = #_sourceLocation
    ) async {
        for await next in candidate.events where next == event { return }
        Issue.record("the events end before \(event)", sourceLocation: location)
    }

    @Test("the lag grows while the leases cannot be read, and ends with the next reading")
    func lag() async throws {
        let start = ContinuousClock.now
        let passed = Observed(Duration.zero)
        let leases = PostgresLeases(
            database: database, leader: "first", now: { start + passed.value })
        #expect(leases.lag == .zero)
        let leader = leases.join(feed)
        await wait(for: .elected, of: leader)
        try test.sql("REVOKE SELECT ON fleet.lease FROM fleet_service")
        try await waitUntil("the leases cannot be read") {
            database.statistics.errors["unwritable", default: 0] > 1
        }
        passed.change { $0 += .seconds(20) }
        #expect(leases.lag >= .seconds(20))
        try test.sql("GRANT SELECT ON fleet.lease TO fleet_service")
        try await waitUntil("the leases are read") { leases.lag == .zero }
        await leases.close()
    }

    @Test("a takeover waits for a running commit, and a renewal does not")
    func commit() async throws {
        let leases = process("first")
        let leader = leases.join(feed)
        await wait(for: .elected, of: leader)
        await leases.close()
        // On a slow machine the lease may have expired, and been taken again.
        let epoch = try #require(
            try test.sql("UPDATE fleet.lease SET leader = 'first' RETURNING epoch").first
                .flatMap(Int64.init))
        let (isLocked, mayEnd) = (Observed(false), DispatchSemaphore(value: 0))
        async let commit = database.write(.commit) { [feed] transaction in
            // The server would end a transaction that this test keeps waiting on a slow machine.
            try transaction.run("SET LOCAL idle_in_transaction_session_timeout = 0")
            let isCurrent = try LeaseTable.isCurrent(
                Lease(leader: "first", epoch: epoch), of: feed, in: transaction)
            isLocked.change { $0 = true }
            mayEnd.wait()
            return isCurrent
        }
        await isLocked.waitUntil { $0 }
        try test.sql(
            "UPDATE fleet.lease SET lease_until = 10000000000000 WHERE leader = 'first'")
        let renewed = try await request(LeaseRequest(renews: true), by: "first")
        #expect(renewed.renewed == [feed: epoch])
        try expireLease()
        let early = try await request(LeaseRequest(take: [feed]), by: "second")
        #expect(early.taken.isEmpty)
        mayEnd.signal()
        #expect(try await commit)
        let late = try await request(LeaseRequest(take: [feed]), by: "second")
        #expect(late.taken == [feed: epoch + 1])
    }

    private func request(_ request: LeaseRequest, by leader: String) async throws -> LeaseReply {
        try await database.write(.lease) {
            try LeaseTable(transaction: $0, leader: leader).reply(to: request)
        }
    }

    @Test("a refresh reaches the leader in another process, and its answer comes back")
    func refresh() async throws {
        let (first, second) = (process("first"), process("second"))
        let nobody = try await second.refresh(feed)
        #expect(nobody == nil)
        let leader = first.join(feed)
        await wait(for: .elected, of: leader)
        let answers = Task {
            for await case .refresh(let id) in leader.events {
                await leader.answer(id, with: "done")
            }
        }
        var outcome: String?
        // On a slow machine the lease may expire before the answer.
        while outcome == nil {
            try Task.checkCancellation()
            outcome = try await second.refresh(feed)
        }
        #expect(outcome == "done")
        answers.cancel()
        #expect(try test.sql("SELECT count(*) FROM fleet.refresh_request") == ["0"])
        await first.close()
        await second.close()
    }

    @Test("a source with a new definition ends the lease of the old one, and gets a new leader")
    func redefinition() async throws {
        let leases = process("first")
        let leader = leases.join(feed)
        await wait(for: .elected, of: leader)
        try await database.write { [feed] in
            try LeaseTable.redefine(feed.uuid, "2", in: $0)
        }
        await wait(for: .lost, of: leader)
        let isCurrent = try await isCurrent(1)
        #expect(!isCurrent)
        await leader.leave()
        let late = leases.join(feed)
        await wait(for: .redefined, of: late)
        await late.leave()
        let next = leases.join(SourceKey(feed.uuid, definition: "2"))
        await wait(for: .elected, of: next)
        await leases.close()
    }
}
