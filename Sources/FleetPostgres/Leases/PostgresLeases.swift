public import FleetCore
import Foundation
import Synchronization

/// The leases of one process on the feeds that it polls or follows.
///
/// A lease is a row with the name of its leader and an epoch, valid for 8 s by the clock of the
/// database. The leader renews it every 2 s; another process that finds it expired takes it over
/// and increments the epoch, which each commit checks.
///
/// Its owner must call ``close()``, which releases the leases.
public final class PostgresLeases: Sendable {
    /// Time between two looks at the database.
    private static let interval = Duration.milliseconds(500)
    /// Least time between two looks, however many feeds publish a state meanwhile.
    private static let minInterval = Duration.milliseconds(100)
    /// Time between two looks for the outcome of a refresh.
    private static let outcomeInterval = Duration.milliseconds(200)

    private struct State {
        var machine = LeaseMachine()
        var candidates: [SourceKey: [LeaseCandidate]] = [:]
        /// States that are not published yet.
        var states: [SourceKey: String] = [:]
        var statesUntil: Int64 = 0
        /// Open requests that a candidate has received.
        var requests: Set<String> = []
        var run: Task<Void, Never>?
        /// When the database was last read, or is read first.
        var readAt: ContinuousClock.Instant?
        var sleep: Task<Void, Never>?
        /// Whether something is to be done before the next interval ends.
        var isWoken = false
        var isClosed = false

        mutating func wake() {
            isWoken = true
            sleep?.cancel()
        }

        /// Returns the candidates whose source now has another definition.
        func outdated(by reading: LeaseTable.Reading) -> [LeaseCandidate] {
            guard !reading.states.isEmpty else { return [] }
            let current = Dictionary(
                reading.states.map { (LeasedFeed($0.feed), $0.feed) }, uniquingKeysWith: { $1 })
            return candidates.filter { key, _ in
                current[LeasedFeed(key)].map { $0 != key } ?? false
            }.values.flatMap(\.self)
        }
    }

    /// A feed, whatever its definition.
    private struct LeasedFeed: Hashable {
        let uuid: UUID
        let feed: Source.Feed

        init(_ key: SourceKey) { (uuid, feed) = (key.uuid, key.feed) }
    }

    private let database: PostgresDatabase
    private let leader: String
    private let log: DiagnosticLog
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// Creates the leases of a process, which has none yet.
    /// - Parameters:
    ///   - leader: A random name of the process.
    ///   - now: The time; it must go on while the process is suspended.
    public init(
        database: PostgresDatabase, leader: String, log: DiagnosticLog = .off,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        (self.database, self.leader, self.log, self.now) = (database, leader, log, now)
    }

    /// Returns the epoch of the lease of a feed; `nil` unless this process leads it.
    public func epoch(of feed: SourceKey) -> Int64? {
        state.withLock { $0.machine.epoch(of: feed, at: now()) }
    }

    /// Returns the lease of a feed, which its commits check; `nil` unless this process leads it.
    public func lease(of feed: SourceKey) -> Lease? {
        epoch(of: feed).map { Lease(leader: leader, epoch: $0) }
    }

    /// Time since the leases and the states of other processes were last read; zero before there is
    /// a candidate.
    public var lag: Duration {
        state.withLock { $0.readAt }.map { max($0.duration(to: now()), .zero) } ?? .zero
    }

    /// Makes this process take a fair share of the leases, as servers do, and hand over more.
    public func takeShare() { state.withLock { $0.machine.takesShare = true } }

    /// Makes this process a candidate for a feed; the owner must call ``LeaseCandidate/leave()``.
    public func join(_ feed: SourceKey) -> LeaseCandidate {
        let candidate = LeaseCandidate(feed, in: self)
        state.withLock { state in
            guard !state.isClosed else { return candidate.finish() }
            let isFirst = state.candidates[feed] == nil
            state.candidates[feed, default: []].append(candidate)
            state.machine.join(feed)
            if state.run == nil {
                state.readAt = now()
                state.run = Task { await self.run() }
            }
            if !isFirst { candidate.send(.following) }
            state.wake()
        }
        return candidate
    }

    /// Releases all leases; no candidate is elected afterwards.
    public func close() async {
        let run = state.withLock { state in
            state.isClosed = true
            state.sleep?.cancel()
            return state.run
        }
        run?.cancel()
        await run?.value
        let (held, candidates) = state.withLock { state in
            let feeds = Array(state.machine.feeds)
            let held = feeds.compactMap { feed in
                state.machine.leave(feed).map { (feed, $0) }
            }
            defer { state.candidates = [:] }
            return (held, state.candidates.values.flatMap(\.self))
        }
        for (feed, epoch) in held { await release(feed, epoch) }
        for candidate in candidates { candidate.finish() }
    }

    // Of candidates.

    func leave(_ candidate: LeaseCandidate) async {
        let epoch = state.withLock { state -> Int64? in
            let all = state.candidates[candidate.feed] ?? []
            let others = all.filter { $0 !== candidate }
            guard others.count < all.count else { return nil }
            state.candidates[candidate.feed] = others.isEmpty ? nil : others
            let wasFirst = all.first === candidate
            guard wasFirst || others.isEmpty else { return nil }
            let epoch = state.machine.leave(candidate.feed)
            state.states[candidate.feed] = nil
            if !others.isEmpty { state.machine.join(candidate.feed) }
            return epoch
        }
        if let epoch { await release(candidate.feed, epoch) }
        wake()
    }

    func publish(_ text: String, of feed: SourceKey) {
        state.withLock { $0.states[feed] = text }
        wake()
    }

    func answer(_ request: String, of feed: SourceKey, with outcome: String) async {
        do {
            try await write { try $0.answer(request: request, feed, with: outcome) }
        } catch {
            log("lease: cannot answer a refresh: \(error)")
        }
        state.withLock { _ = $0.requests.remove(request) }
    }

    /// In a task of its own, because the caller's may be cancelled.
    private func release(_ feed: SourceKey, _ epoch: Int64) async {
        log("lease: released \(feed.text)")
        try? await Task { try await write { try $0.release(feed, epoch: epoch) } }.value
    }

    private func write<T: Sendable>(
        _ body: @escaping @Sendable (LeaseTable) throws -> T
    ) async throws -> T {
        try await database.write(.lease) { [leader] transaction in
            try body(LeaseTable(transaction: transaction, leader: leader))
        }
    }

    private func read<T: Sendable>(
        _ body: @escaping @Sendable (LeaseTable) throws -> T
    ) async throws -> T {
        try await database.read(.leaseRead) { [leader] transaction in
            try body(LeaseTable(transaction: transaction, leader: leader))
        }
    }
}

// The loop.
extension PostgresLeases {
    private func run() async {
        await withDiscardingTaskGroup { group in
            // The database may be out of reach for longer than a lease is valid.
            group.addTask { await self.expire() }
            while !Task.isCancelled {
                do {
                    try await step()
                    state.withLock { $0.readAt = now() }
                } catch {
                    self.log("lease: \(error)")
                }
                await self.sleep()
            }
            group.cancelAll()
        }
    }

    /// Looks at the database once, and makes the writes that are due.
    private func step() async throws {
        let (since, needsOverview) = state.withLock { state in
            (
                state.machine.hasUnregistered ? 0 : state.statesUntil,
                state.machine.needsOverview(at: now())
            )
        }
        let (clock, asked) = (database.clock, now())
        let (reading, overview, time) = try await read { table in
            (
                try table.read(statesSince: since),
                needsOverview ? try table.overview() : nil,
                clock.isDue(at: asked) ? try table.time() : nil
            )
        }
        if let time { clock.note(time, askedAt: asked) }
        deliver(reading)
        if let overview { apply(state.withLock { $0.machine.handOver(overview) }) }
        let start = now()
        let (request, states) = state.withLock { state in
            defer { state.states = [:] }
            let request = state.machine.request(vacant: reading.vacant, overview, at: start)
            return (request, state.states)
        }
        guard !request.isEmpty || !states.isEmpty else { return }
        let reply: LeaseReply
        do {
            reply = try await write { table in
                try table.publish(states)
                return try table.reply(to: request)
            }
        } catch {
            state.withLock { $0.states.merge(states) { newer, _ in newer } }
            throw error
        }
        let changes = state.withLock { $0.machine.receive(reply, requestedAt: start) }
        apply(changes)
        for case .unneeded(let feed, let epoch) in changes { await release(feed, epoch) }
    }

    private func apply(_ changes: [LeaseChange]) {
        for change in changes {
            switch change {
            case .elected(let feed, let epoch):
                log("lease: leads \(feed.text) in epoch \(epoch)")
                first(of: feed)?.send(.elected)
            case .lost(let feed):
                log("lease: lost \(feed.text)")
                first(of: feed)?.send(.lost)
            case .handedOver(let feed):
                log("lease: hands over \(feed.text)")
                first(of: feed)?.send(.lost)
            case .following(let feed): first(of: feed)?.send(.following)
            case .unneeded: break
            }
        }
    }

    private func first(of feed: SourceKey) -> LeaseCandidate? {
        state.withLock { $0.candidates[feed]?.first }
    }

    /// Sends new states to the candidates that follow, and new requests to those that lead.
    private func deliver(_ reading: LeaseTable.Reading) {
        let now = now()
        let (followers, leaders, outdated) = state.withLock { state in
            // Transactions end in another order than that of their times.
            state.statesUntil = max(state.statesUntil, reading.statesUntil - 5_000)
            let followers = reading.states.flatMap { feed, text in
                let isLeader = state.machine.epoch(of: feed, at: now) != nil
                return (state.candidates[feed] ?? []).dropFirst(isLeader ? 1 : 0)
                    .map { ($0, text) }
            }
            state.requests.formIntersection(reading.requests.map(\.id))
            let leaders = reading.requests.compactMap { feed, id -> (LeaseCandidate, String)? in
                guard state.machine.epoch(of: feed, at: now) != nil,
                    let leader = state.candidates[feed]?.first,
                    state.requests.insert(id).inserted
                else { return nil }
                return (leader, id)
            }
            return (followers, leaders, state.outdated(by: reading))
        }
        for (candidate, text) in followers { candidate.receive(state: text) }
        for (candidate, id) in leaders { candidate.send(.refresh(id)) }
        for candidate in outdated { candidate.send(.redefined) }
    }

    /// Gives up leases that expire, whether the database can be reached or not.
    private func expire() async {
        while !Task.isCancelled {
            apply(state.withLock { $0.machine.expire(at: now()) })
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    private func sleep() async {
        try? await Task.sleep(for: Self.minInterval)
        let rest = Self.interval - Self.minInterval
        let sleep = Task<Void, Never> { try? await Task.sleep(for: rest) }
        let isOver = state.withLock { state in
            state.sleep = sleep
            return state.isWoken || state.isClosed
        }
        if isOver { sleep.cancel() }
        await sleep.value
        state.withLock { $0.isWoken = false }
    }

    /// Makes the loop look at the database at once.
    private func wake() {
        state.withLock { $0.wake() }
    }
}

// Requests to the leader of a feed.
extension PostgresLeases {
    /// Returns whether another process leads a feed.
    public func isTakenByOther(_ feed: SourceKey) async throws -> Bool {
        try await read { try $0.isTakenByOther(feed) }
    }

    /// Asks the leader of a feed for a refresh, and waits for its answer.
    /// - Returns: `nil` if no other process leads the feed, or none any more.
    public func refresh(_ feed: SourceKey) async throws -> String? {
        guard try await isTakenByOther(feed) else { return nil }
        let id = UUID().uuidString.lowercased()
        try await write { try $0.insert(request: id, feed) }
        do {
            let outcome = try await outcome(of: id, feed)
            await forget(id, feed)
            return outcome
        } catch {
            await forget(id, feed)
            throw error
        }
    }

    /// Makes the leader of a feed load it again, without waiting for the outcome.
    public func notify(_ feed: SourceKey) async throws {
        guard try await isTakenByOther(feed) else { return }
        try await write { try $0.insert(request: UUID().uuidString.lowercased(), feed) }
    }

    private func outcome(of id: String, _ feed: SourceKey) async throws -> String? {
        while true {
            let (outcome, isTaken) = try await read {
                (try $0.outcome(ofRequest: id, feed), try $0.isTakenByOther(feed))
            }
            if let outcome { return outcome }
            guard isTaken else { return nil }
            try await Task.sleep(for: Self.outcomeInterval)
        }
    }

    private func forget(_ id: String, _ feed: SourceKey) async {
        try? await Task { try await write { try $0.remove(request: id, feed) } }.value
    }
}
