import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import FleetPostgres

@Suite("The spreading of leases over servers", .ownThreads)
struct LeaseShareTests {
    private static let feeds = (0..<6).map {
        SourceKey(UUID(sourceName: "source \($0)"), definition: "1")
    }

    /// Servers and the table of their leases.
    private struct Cluster {
        var machines: [String: LeaseMachine] = [:]
        var leaders: [SourceKey: String] = [:]
        var claims: [SourceKey: String] = [:]
        private(set) var handovers = 0
        private var step = 0
        private let start = ContinuousClock.now

        mutating func add(_ name: String, takesShare: Bool = true, _ feeds: [SourceKey]) {
            var machine = LeaseMachine()
            machine.takesShare = takesShare
            for feed in feeds { machine.join(feed) }
            machines[name] = machine
        }

        /// Lets each server look once; candidates that stop leave and join again.
        mutating func look() {
            for name in machines.keys.sorted() {
                guard var machine = machines[name] else { continue }
                step += 1
                let now = start + .milliseconds(100 * step)
                let overview = LeaseOverview(own: name, leaders: leaders, claims: claims)
                for case .handedOver(let feed) in machine.handOver(overview) {
                    handovers += 1
                    #expect(machine.leave(feed) != nil)
                    machine.join(feed)
                    leaders[feed] = nil
                }
                let vacant = machine.feeds.filter { feed in
                    leaders[feed] == nil && (claims[feed] == nil || claims[feed] == name)
                }
                let request = machine.request(vacant: Set(vacant), overview, at: now)
                var reply = LeaseReply(request: request)
                for feed in request.take where vacant.contains(feed) {
                    (leaders[feed], claims[feed]) = (name, nil)
                    reply.taken[feed] = 1
                }
                if request.renews {
                    for (feed, leader) in leaders where leader == name { reply.renewed[feed] = 1 }
                }
                if let claim = request.claim { claims[claim] = name }
                _ = machine.receive(reply, requestedAt: now)
                machines[name] = machine
            }
        }

        func counts(_ feed: Source.Feed = .vehicles) -> [String: Int] {
            leaders.filter { $0.key.feed == feed }.reduce(into: [:]) {
                $0[$1.value, default: 0] += 1
            }
        }
    }

    @Test("servers that start one after the other get equal shares, and keep them")
    func shares() {
        var cluster = Cluster()
        cluster.add("a", Self.feeds)
        cluster.look()
        #expect(cluster.counts() == ["a": 6])
        cluster.add("b", Self.feeds)
        for _ in 0..<20 { cluster.look() }
        #expect(cluster.counts() == ["a": 3, "b": 3])
        #expect(cluster.handovers == 3)
        cluster.add("c", Self.feeds)
        for _ in 0..<20 { cluster.look() }
        #expect(cluster.counts() == ["a": 2, "b": 2, "c": 2])
        #expect(cluster.handovers == 5)
        for _ in 0..<100 { cluster.look() }
        #expect(cluster.handovers == 5)
    }

    @Test("a difference of one is left as it is")
    func odd() {
        var cluster = Cluster()
        cluster.add("a", Array(Self.feeds.prefix(3)))
        cluster.look()
        cluster.add("b", Array(Self.feeds.prefix(3)))
        for _ in 0..<20 { cluster.look() }
        #expect(cluster.counts() == ["a": 2, "b": 1])
        #expect(cluster.handovers == 1)
    }

    @Test("vehicles and sites are shared apart")
    func kinds() {
        let sites = Self.feeds.map { SourceKey($0.uuid, definition: "1", feed: .sites) }
        var cluster = Cluster()
        cluster.add("a", Self.feeds + sites)
        cluster.look()
        cluster.add("b", Self.feeds + sites)
        for _ in 0..<40 { cluster.look() }
        #expect(cluster.counts(.vehicles) == ["a": 3, "b": 3])
        #expect(cluster.counts(.sites) == ["a": 3, "b": 3])
    }

    @Test("a process that is no server asks for nothing, and a server only for its own sources")
    func others() {
        var cluster = Cluster()
        cluster.add("a", Self.feeds)
        cluster.look()
        cluster.add("watch", takesShare: false, Self.feeds)
        cluster.add("one", [Self.feeds[4]])
        for _ in 0..<20 { cluster.look() }
        #expect(cluster.counts() == ["a": 5, "one": 1])
        #expect(cluster.leaders[Self.feeds[4]] == "one")
        #expect(cluster.handovers == 1)
    }

    @Test("a leader keeps its lease until it has stopped polling")
    func stopping() {
        var machine = LeaseMachine()
        let now = ContinuousClock.now
        for feed in Self.feeds { machine.join(feed) }
        let request = machine.request(vacant: [], at: now)
        let taken = Dictionary(uniqueKeysWithValues: Self.feeds.map { ($0, Int64(1)) })
        _ = machine.receive(LeaseReply(request: request, taken: taken), requestedAt: now)
        let leaders = taken.mapValues { _ in "a" }
        let asked = Self.feeds[0]
        let overview = LeaseOverview(own: "a", leaders: leaders, claims: [asked: "b"])
        #expect(machine.handOver(overview) == [.handedOver(asked)])
        #expect(machine.handOver(overview).isEmpty, "it is handed over once")
        #expect(machine.epoch(of: asked, at: now) == 1)
        #expect(machine.leave(asked) == 1)
    }

    @Test("processes of one database share the leases", .timeLimit(.minutes(15)))
    func database() async throws {
        let database = try TestDatabase(connections: 6)
        let counts = Observed<[String: Int]>([:])
        let processes = ["a", "b", "c"].map { name in
            let leases = PostgresLeases(database: database.database, leader: name)
            leases.takeShare()
            return (name: name, leases: leases)
        }
        try await withThrowingDiscardingTaskGroup { group in
            for (index, process) in processes.enumerated() {
                for feed in Self.feeds {
                    group.addTask { await Self.poll(feed, process.leases, process.name, counts) }
                }
                let share = Self.feeds.count / (index + 1)
                let names = processes.prefix(index + 1).map(\.name)
                await counts.waitUntil { counts in names.allSatisfy { counts[$0] == share } }
            }
            for process in processes { await process.leases.close() }
        }
        let rows = try database.server.sql(
            "SELECT count(*), max(epoch) FROM fleet.lease WHERE leader IS NULL")
        #expect(rows.first?.hasPrefix("6|") == true)
    }

    /// Leads and follows a feed like a subscription, until the leases are closed.
    private static func poll(
        _ feed: SourceKey, _ leases: PostgresLeases, _ name: String,
        _ counts: Observed<[String: Int]>
    ) async {
        var isClosed = false
        while !isClosed {
            let candidate = leases.join(feed)
            var leads = false
            isClosed = true
            for await event in candidate.events {
                if event == .elected {
                    leads = true
                    counts.change { $0[name, default: 0] += 1 }
                } else if event == .lost {
                    isClosed = false
                    break
                }
            }
            if leads { counts.change { $0[name, default: 0] -= 1 } }
            await candidate.leave()
        }
    }
}
