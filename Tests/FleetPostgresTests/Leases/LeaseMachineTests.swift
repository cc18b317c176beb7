import FleetCore
import Foundation
import Testing

@testable import FleetPostgres

@Suite("The decisions about leases")
struct LeaseMachineTests {
    private let feed = SourceKey(UUID(sourceName: "a"), definition: "1")
    private let start = ContinuousClock.now

    /// Returns the time after this many seconds.
    private func time(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    /// Returns a machine that leads the feed in epoch 5 since the start.
    private func leader() -> LeaseMachine {
        var machine = LeaseMachine()
        machine.join(feed)
        let request = machine.request(vacant: [], at: start)
        _ = machine.receive(
            LeaseReply(request: request, taken: [feed: 5]), requestedAt: start)
        return machine
    }

    @Test("a new feed is registered and taken, and led in the epoch of its lease")
    func election() {
        var machine = LeaseMachine()
        machine.join(feed)
        #expect(machine.hasUnregistered)
        let request = machine.request(vacant: [], at: start)
        #expect(request == LeaseRequest(register: [feed], take: [feed]))
        let changes = machine.receive(
            LeaseReply(request: request, taken: [feed: 5]), requestedAt: start)
        #expect(changes == [.elected(feed, epoch: 5)])
        #expect(machine.epoch(of: feed, at: start) == 5)
        #expect(!machine.hasUnregistered)
    }

    @Test("a lease that another process has is followed, and taken once it is vacant")
    func following() {
        var machine = LeaseMachine()
        machine.join(feed)
        let first = machine.request(vacant: [], at: start)
        #expect(
            machine.receive(LeaseReply(request: first), requestedAt: start) == [.following(feed)])
        #expect(machine.epoch(of: feed, at: start) == nil)
        #expect(machine.request(vacant: [], at: time(1)).isEmpty)
        let second = machine.request(vacant: [feed], at: time(2))
        #expect(second == LeaseRequest(take: [feed]))
        // Another candidate was faster.
        #expect(machine.receive(LeaseReply(request: second), requestedAt: time(2)).isEmpty)
        let third = machine.request(vacant: [feed], at: time(12))
        #expect(
            machine.receive(
                LeaseReply(request: third, taken: [feed: 7]), requestedAt: time(12))
                == [.elected(feed, epoch: 7)])
    }

    @Test("a lease is renewed every two seconds, and is valid for seven after the request")
    func renewal() {
        var machine = leader()
        let first = machine.request(vacant: [], at: time(0.5))
        #expect(first == LeaseRequest(renews: true))
        let changes = machine.receive(
            LeaseReply(request: first, renewed: [feed: 5]), requestedAt: time(0.5))
        #expect(changes.isEmpty)
        #expect(machine.request(vacant: [], at: time(2.4)).isEmpty)
        #expect(machine.request(vacant: [], at: time(2.5)).renews)
        #expect(machine.epoch(of: feed, at: time(7.4)) == 5)
        #expect(machine.epoch(of: feed, at: time(7.5)) == nil)
    }

    @Test("a lease that cannot be renewed is lost before another process may take it")
    func expiry() {
        var machine = leader()
        #expect(machine.expire(at: time(6.9)).isEmpty)
        #expect(machine.expire(at: time(7)) == [.lost(feed)])
        #expect(machine.expire(at: time(7)).isEmpty)
        let request = machine.request(vacant: [feed], at: time(9))
        #expect(request == LeaseRequest(take: [feed]))
    }

    @Test("a process that was suspended has no epoch, before anything else happens")
    func suspension() {
        #expect(leader().epoch(of: feed, at: time(60)) == nil)
    }

    @Test("a lease with another epoch, or without a renewal, is lost")
    func takeover() {
        let renewals: [(renewed: [SourceKey: Int64], changes: Set<LeaseChange>)] = [
            ([:], [.lost(feed)]),
            ([feed: 6], [.lost(feed), .unneeded(feed, epoch: 6)]),
        ]
        for (renewed, changes) in renewals {
            var machine = leader()
            let request = machine.request(vacant: [], at: time(2))
            let received = machine.receive(
                LeaseReply(request: request, renewed: renewed), requestedAt: time(2))
            #expect(Set(received) == changes)
            #expect(machine.epoch(of: feed, at: time(2)) == nil)
        }
    }

    @Test("a leader that leaves returns the epoch to release; a follower has none")
    func leaving() {
        var machine = leader()
        #expect(machine.leave(feed) == 5)
        #expect(machine.leave(feed) == nil)
        machine.join(feed)
        #expect(machine.leave(feed) == nil)
        #expect(machine.feeds.isEmpty)
    }

    @Test("a lease that is taken or renewed without a candidate is to be released")
    func unneeded() {
        var machine = LeaseMachine()
        machine.join(feed)
        let request = machine.request(vacant: [], at: start)
        _ = machine.leave(feed)
        #expect(
            machine.receive(LeaseReply(request: request, taken: [feed: 5]), requestedAt: start)
                == [.unneeded(feed, epoch: 5)])
        machine = leader()
        let renewal = machine.request(vacant: [], at: time(2))
        _ = machine.expire(at: time(7))
        #expect(
            machine.receive(
                LeaseReply(request: renewal, renewed: [feed: 5]), requestedAt: time(6.9))
                == [.unneeded(feed, epoch: 5)])
    }

    @Test(
        "of processes suspended or cut off at random one leads at most, and soon another does",
        arguments: 0..<20)
    func property(seed: Int) {
        var simulation = LeaseSimulation(seed: UInt64(seed), processes: 3)
        var lastLed = 0
        var takeovers = 0
        for tick in 0..<20_000 {
            simulation.advance()
            let leaders = simulation.leaders
            #expect(leaders.count <= 1, "at \(tick)")
            // Until a further process fails.
            if !leaders.isEmpty || simulation.isDisturbed { lastLed = tick }
            #expect(tick - lastLed <= 100, "nobody leads at \(tick)")
            takeovers = simulation.takeovers
        }
        #expect(takeovers > 10)
    }
}

/// Processes with one feed and a database, in steps of 100 ms.
private struct LeaseSimulation {
    private struct Process {
        var machine = LeaseMachine()
        /// Steps until it runs again; 0 if it runs.
        var suspended = 0
        /// Steps until its requests reach the database again.
        var cutOff = 0
        /// A reply on its way, and the step of its request.
        var reply: (reply: LeaseReply, sent: ContinuousClock.Instant, arrives: Int)?
    }

    private let feed = SourceKey(UUID(sourceName: "a"))
    private let start = ContinuousClock.now
    private var step = 0
    private var processes: [Process]
    private var random: SplitMix
    private var lease: (owner: Int?, epoch: Int64, until: Int) = (nil, 0, 0)
    private(set) var takeovers = 0

    init(seed: UInt64, processes count: Int) {
        random = SplitMix(state: seed)
        processes = (0..<count).map { _ in
            var process = Process()
            process.machine.join(SourceKey(UUID(sourceName: "a")))
            return process
        }
    }

    private var now: ContinuousClock.Instant { start + .milliseconds(100 * step) }

    /// The processes that run and believe that they lead.
    var leaders: [Int] {
        processes.indices.filter { index in
            processes[index].suspended == 0
                && processes[index].machine.epoch(of: feed, at: now) != nil
        }
    }

    /// Whether a process failed or left in this step.
    private(set) var isDisturbed = false

    mutating func advance() {
        step += 1
        isDisturbed = false
        for index in processes.indices {
            disturb(index)
            guard processes[index].suspended == 0 else { continue }
            receive(index)
            _ = processes[index].machine.expire(at: now)
            if step % 5 == index, processes[index].reply == nil { send(index) }
        }
    }

    private mutating func disturb(_ index: Int) {
        processes[index].suspended = max(0, processes[index].suspended - 1)
        processes[index].cutOff = max(0, processes[index].cutOff - 1)
        // The last process neither fails nor is cut off, so somebody can lead.
        if index < processes.count - 1 {
            if chance(1000) {
                processes[index].suspended = Int(random.next() % 200)
                isDisturbed = true
            }
            if chance(1000) {
                processes[index].cutOff = Int(random.next() % 200)
                isDisturbed = true
            }
        } else if chance(500) {
            if let epoch = processes[index].machine.leave(feed) { release(epoch, of: index) }
            processes[index].machine.join(feed)
            isDisturbed = true
        }
    }

    private mutating func release(_ epoch: Int64, of index: Int) {
        if lease.owner == index, lease.epoch == epoch { lease = (nil, epoch, 0) }
    }

    private mutating func receive(_ index: Int) {
        guard let (reply, sent, arrives) = processes[index].reply, arrives <= step else { return }
        processes[index].reply = nil
        let changes = processes[index].machine.receive(reply, requestedAt: sent)
        for case .unneeded(_, let epoch) in changes { release(epoch, of: index) }
    }

    private mutating func send(_ index: Int) {
        guard processes[index].cutOff == 0 else { return }
        let isVacant = lease.until <= step
        let request = processes[index].machine.request(vacant: isVacant ? [feed] : [], at: now)
        guard !request.isEmpty else { return }
        var reply = LeaseReply(request: request)
        if request.renews, lease.owner == index, !isVacant {
            lease.until = step + 80
            reply.renewed[feed] = lease.epoch
        }
        if request.take.contains(feed), isVacant {
            lease = (index, lease.epoch + 1, step + 80)
            reply.taken[feed] = lease.epoch
            takeovers += 1
        }
        // A reply to a process that is cut off meanwhile is late.
        let delay = chance(10) ? Int(random.next() % 10) : 0
        processes[index].reply = (reply, now, step + 1 + delay)
    }

    private mutating func chance(_ count: UInt64) -> Bool { random.next() % count == 0 }
}

/// The generator SplitMix64.
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return StableHash.mixed(state)
    }
}
