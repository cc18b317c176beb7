import FleetCore
import Testing

@testable import FleetService

/// A feed, a record and a lock that a test plays by hand, and a service on them.
actor Stage {
    /// A request to the feed, to be answered.
    struct Request: Sendable {
        var number: Int
        var memory: FeedMemory?
        var answer: Gate<FeedAnswer>
    }

    struct Broken: Error, CustomStringConvertible {
        var description: String
    }

    nonisolated let clock = ManualClock()
    /// The requests as they come.
    nonisolated let requests: AsyncStream<Request>
    /// The commits as they begin, when they are held.
    nonisolated let commits: AsyncStream<Gate<Void>>
    private let asked: AsyncStream<Request>.Continuation
    private let committing: AsyncStream<Gate<Void>>.Continuation

    var record = SourceRecord()
    var deliveries: [Delivery] = []
    var requestCount = 0
    var inFlight = 0
    var mostInFlight = 0
    var aborted = 0
    var lockHolders = 0
    var recordError: Broken?
    var commitError: Broken?
    var failError: Broken?
    var lockError: (any Error)?
    private var requestsObeyCancellation = true
    private var holdsCommits = false
    /// What a caller waits for before the lock is his.
    private var lockGate: Gate<Void>?

    init() {
        (requests, asked) = AsyncStream.makeStream(of: Request.self)
        (commits, committing) = AsyncStream.makeStream(of: Gate<Void>.self)
    }

    func set(_ change: @Sendable (isolated Stage) -> Void) { change(self) }
    func ignoreCancellation() { requestsObeyCancellation = false }
    func holdCommits() { holdsCommits = true }
    func holdLock(_ gate: Gate<Void>) { lockGate = gate }

    nonisolated func service(_ policy: ServicePolicy = .http()) -> VehicleService {
        let ports = ServicePorts(
            load: { try await self.load($0) },
            record: { try await self.read() },
            commit: { try await self.commit($0) },
            fail: { try await self.fail($0, $1) },
            withRequestLock: { try await self.withLock($0) })
        return VehicleService(policy: policy, ports: ports, clock: clock.service)
    }

    private func load(_ memory: FeedMemory?) async throws -> FeedAnswer {
        requestCount += 1
        inFlight += 1
        mostInFlight = max(mostInFlight, inFlight)
        defer { inFlight -= 1 }
        let answer = Gate<FeedAnswer>(obeysCancellation: requestsObeyCancellation)
        asked.yield(Request(number: requestCount, memory: memory, answer: answer))
        do {
            return try await answer.value()
        } catch {
            if Task.isCancelled { aborted += 1 }
            throw error
        }
    }

    private func read() throws -> SourceRecord {
        if let recordError { throw recordError }
        return record
    }

    private func commit(_ delivery: Delivery) async throws -> SnapshotInfo {
        if holdsCommits {
            let gate = Gate<Void>()
            committing.yield(gate)
            try await gate.value()
        }
        if let commitError { throw commitError }
        deliveries.append(delivery)
        var info = record.info ?? .sample(0)
        if case .loaded = delivery.answer { info.revision += 1 }
        record.info = info
        record.memory = memory
        record.dueAt = delivery.dueAt
        record.lastRequest = delivery.request
        record.backOff = nil
        return info
    }

    private func fail(_ backOff: BackOff, _ request: RequestStamp) throws {
        if let failError { throw failError }
        record.backOff = backOff
        record.lastRequest = request
    }

    private func withLock(_ body: @Sendable () async throws -> Void) async throws {
        if let lockError { throw lockError }
        try await lockGate?.value()
        lockHolders += 1
        defer { lockHolders -= 1 }
        try await body()
    }
}

extension Stage {
    /// The next request to the feed.
    nonisolated func request() async throws -> Request {
        for await request in requests { return request }
        throw Broken(description: "no request came")
    }

    /// The next commit that begins.
    nonisolated func commit() async throws -> Gate<Void> {
        for await gate in commits { return gate }
        throw Broken(description: "no commit began")
    }

    /// When the service next wakes up by itself.
    nonisolated func sleep() async throws -> Timestamp {
        for await time in clock.sleeps { return time }
        throw Broken(description: "nobody slept")
    }
}

extension VehicleService {
    /// The first state from now on that is as described, in words.
    func reaches(_ words: String) async -> StateUpdate? {
        for await update in states() where update.state.words.hasPrefix(words) { return update }
        return nil
    }
}

extension VehicleService {
    /// Lets others run until the machine is in a state.
    func waits(until isReached: @Sendable (ServiceMachine.Phase) -> Bool) async {
        while !isReached(machine.phase), !Task.isCancelled { await Task.yield() }
    }
}

extension ServiceMachine.Phase {
    /// How many wait for the outcome of a refresh that is not under way yet, or of the load.
    var callers: Int {
        switch self {
        case .loading(let load): load.callers.count
        case .committing(let commit): commit.queue.count
        case .disposing(let disposal):
            if case .renew(let callers, _) = disposal.purpose { callers.count } else { 0 }
        case .idle, .live, .failed, .stopped: 0
        }
    }

    /// Whether the service stops once this is done.
    var isStopping: Bool {
        switch self {
        case .committing(let commit): commit.isStopping
        case .disposing(let disposal): disposal.purpose == .stop
        case .idle, .loading, .live, .failed, .stopped: false
        }
    }
}
