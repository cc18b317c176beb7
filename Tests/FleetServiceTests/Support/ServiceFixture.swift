import FleetCore
import FleetTestSupport
import Testing

@testable import FleetService

/// A feed, a record and a lock under the control of a test, and services that use them.
actor ServiceFixture {
    /// A request to the feed; the test opens `response`.
    struct Request: Sendable {
        var number: Int
        var cacheState: FeedCacheState?
        var response: Gate<FeedResponse>
    }

    struct InjectedError: Error, CustomStringConvertible {
        var description: String
    }

    nonisolated let clock = ManualClock()
    /// Requests in the order of their arrival.
    nonisolated let requests: AsyncStream<Request>
    /// Commits that have begun, after `holdCommits()`.
    nonisolated let commits: AsyncStream<Gate<Void>>
    private let requestContinuation: AsyncStream<Request>.Continuation
    private let commitContinuation: AsyncStream<Gate<Void>>.Continuation

    var record = SourceRecord()
    var storedOutcomes: [FetchOutcome] = []
    var requestCount = 0
    var inFlight = 0
    var maxInFlight = 0
    var aborted = 0
    var lockHolders = 0
    var recordError: InjectedError?
    var commitError: InjectedError?
    var storeFailureError: InjectedError?
    var lockError: (any Error)?
    private var requestsObeyCancellation = true
    private var holdsCommits = false
    /// Gate that a caller passes before it gets the lock.
    private var lockGate: Gate<Void>?

    init() {
        (requests, requestContinuation) = AsyncStream.makeStream(of: Request.self)
        (commits, commitContinuation) = AsyncStream.makeStream(of: Gate<Void>.self)
    }

    func set(_ change: @Sendable (isolated ServiceFixture) -> Void) { change(self) }
    func ignoreCancellation() { requestsObeyCancellation = false }
    func holdCommits() { holdsCommits = true }
    func holdLock(_ gate: Gate<Void>) { lockGate = gate }

    nonisolated func service(_ policy: ServicePolicy = .http()) -> VehicleService {
        let ports = ServicePorts(
            load: { try await self.load($0) },
            readRecord: { try await self.readRecord() },
            commit: { try await self.commit($0) },
            storeFailure: { try await self.storeFailure($0, $1) },
            withRequestLock: { try await self.withLock($0) })
        return VehicleService(policy: policy, ports: ports, clock: clock.service)
    }

    private func load(_ cacheState: FeedCacheState?) async throws -> FeedResponse {
        requestCount += 1
        inFlight += 1
        maxInFlight = max(maxInFlight, inFlight)
        defer { inFlight -= 1 }
        let response = Gate<FeedResponse>(obeysCancellation: requestsObeyCancellation)
        requestContinuation.yield(
            Request(number: requestCount, cacheState: cacheState, response: response))
        do {
            return try await response.value()
        } catch {
            if Task.isCancelled { aborted += 1 }
            throw error
        }
    }

    private func readRecord() throws -> SourceRecord {
        if let recordError { throw recordError }
        return record
    }

    private func commit(_ outcome: FetchOutcome) async throws -> SnapshotInfo {
        if holdsCommits {
            let gate = Gate<Void>()
            commitContinuation.yield(gate)
            try await gate.value()
        }
        if let commitError { throw commitError }
        storedOutcomes.append(outcome)
        var info = record.info ?? .sample(0)
        if case .loaded = outcome.response { info.revision += 1 }
        record.info = info
        record.cacheState = cacheState
        record.dueAt = outcome.dueAt
        record.lastRequest = outcome.request
        record.backOff = nil
        return info
    }

    private func storeFailure(_ backOff: BackOff, _ request: RequestID) throws {
        if let storeFailureError { throw storeFailureError }
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

extension ServiceFixture {
    /// Returns the next request to the feed.
    nonisolated func request() async throws -> Request {
        for await request in requests { return request }
        throw InjectedError(description: "no request came")
    }

    /// Returns the next commit that begins.
    nonisolated func commit() async throws -> Gate<Void> {
        for await gate in commits { return gate }
        throw InjectedError(description: "no commit began")
    }

    /// Returns the end of the next sleep of the service.
    nonisolated func sleep() async throws -> Timestamp {
        for await time in clock.sleeps { return time }
        throw InjectedError(description: "nobody slept")
    }
}

extension VehicleService {
    /// Returns the first state from now on whose summary begins with `summary`.
    func reaches(_ summary: String) async -> StateUpdate? {
        for await update in states() where update.state.summary.hasPrefix(summary) { return update }
        return nil
    }
}

extension VehicleService {
    /// Yields to other tasks until the machine is in a state.
    func waitUntil(_ isReached: @Sendable (ServiceMachine.Phase) -> Bool) async {
        let deadline = Deadline("a state of the machine")
        while !isReached(machine.phase), deadline.isAhead() { await Task.yield() }
    }
}

extension ServiceMachine.Phase {
    /// Number of callers that wait for the load or for a queued refresh.
    var callers: Int {
        switch self {
        case .loading(let load): load.callers.count
        case .committing(let commit): commit.queue.count
        case .disposing(let disposal):
            if case .resubscribe(let callers, _) = disposal.purpose { callers.count } else { 0 }
        case .idle, .live, .failed, .stopped: 0
        }
    }

    /// Whether the service stops after this phase.
    var isStopping: Bool {
        switch self {
        case .committing(let commit): commit.isStopping
        case .disposing(let disposal): disposal.purpose == .stop
        case .idle, .loading, .live, .failed, .stopped: false
        }
    }
}
