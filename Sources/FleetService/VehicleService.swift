public import FleetCore

/// Polls one source for its vehicles, and publishes its state to any number of observers.
///
/// At most one subscription exists at any time. A refresh disposes it, waits until it has ended,
/// and subscribes again. `ServiceMachine` makes all decisions; the actor carries out its actions,
/// one piece of work after the other.
///
/// The owner must call `stop()`.
///
///     let service = VehicleService(policy: policy, ports: ports, clock: clock)
///     await service.start()
///     let info = try await service.refresh()
///     await service.stop()
public actor VehicleService {
    /// Work that takes time; at most one piece is running.
    private enum Work: Sendable {
        case request(Generation)
        case wait(until: Timestamp, Generation)
        case disposal(Generation)
    }

    private let ports: ServicePorts
    private let clock: ServiceClock
    private(set) var machine: ServiceMachine
    private var observers: Observers
    private var callers: [CallerID: CheckedContinuation<Outcome, Never>] = [:]
    private var lastCaller = 0
    private var work: Task<Void, Never>?

    private typealias Outcome = Result<SnapshotInfo, RefreshError>

    /// Creates an idle service.
    public init(policy: ServicePolicy, ports: ServicePorts, clock: ServiceClock) {
        self.ports = ports
        self.clock = clock
        machine = ServiceMachine(policy: policy)
        observers = Observers(at: clock.now())
    }

    /// Returns a stream of the current state and all later ones.
    ///
    /// The stream ends after `stopped` once the service has stopped permanently. A slow observer
    /// skips to the newest state and delays nobody.
    public func states() -> AsyncStream<StateUpdate> {
        observers.stream()
    }

    /// Makes the first subscription, from the stored record of the source.
    ///
    /// During a stored back-off the service is `failed` until its end; with a fresh snapshot it is
    /// `live` without a request; otherwise it loads. Does nothing unless the service is idle.
    public func start() async {
        guard case .idle = machine.phase else { return }
        let record = try? await ports.readRecord()
        receive(.start(record ?? SourceRecord()))
    }

    /// Disposes the running subscription, subscribes again, and returns the new snapshot summary.
    ///
    /// Concurrent refreshes share one subscription. Cancelling the caller's task ends its wait, not
    /// the request.
    public func refresh() async throws(RefreshError) -> SnapshotInfo {
        lastCaller += 1
        let caller = lastCaller
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { register($0, as: caller) }
        } onCancel: {
            Task { await self.abandon(caller) }
        }
        return try outcome.get()
    }

    /// Stops permanently; returns when no task, timer, request or lock is left.
    ///
    /// A response that is being stored is first stored and published.
    public func stop() async {
        receive(.stop)
        while let running = work {
            await running.value
            if work == running { work = nil }
        }
    }

    private func register(
        _ continuation: CheckedContinuation<Outcome, Never>, as caller: CallerID
    ) {
        guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
        callers[caller] = continuation
        receive(.refresh(caller))
    }

    private func abandon(_ caller: CallerID) {
        callers.removeValue(forKey: caller)?.resume(returning: .failure(.cancelled))
    }

    /// Passes an event to the machine and carries out its actions; returns the request's next step.
    @discardableResult
    private func receive(_ event: ServiceMachine.Event) -> ServiceMachine.RequestStep? {
        var step: ServiceMachine.RequestStep?
        for action in machine.handle(event, at: clock.now()) {
            switch action {
            case .request(let generation): begin(.request(generation))
            case .startTimer(let until, let generation): begin(.wait(until: until, generation))
            case .dispose(let generation):
                work?.cancel()
                begin(.disposal(generation))
            case .cancelTimer: work?.cancel()
            case .proceed(let next): step = next
            case .publish(let state):
                ports.log("service: \(state.diagnostic)")
                observers.publish(state, at: clock.now())
            case .complete(let callers, let outcome): complete(callers, outcome)
            case .finish: observers.finish()
            }
        }
        return step
    }

    /// Begins a piece of work as soon as the previous one has ended.
    private func begin(_ next: Work) {
        let previous = work
        work = Task {
            await previous?.value
            if case .request = next { try? await ports.waitForTurn() }
            // A person may have asked for it, but others read what it logs.
            await Language.$current.withValue(.english) {
                try? await withChildTask { await self.carryOut(next) }
            }
        }
    }

    private func complete(_ completed: [CallerID], _ outcome: Outcome) {
        for caller in completed {
            callers.removeValue(forKey: caller)?.resume(returning: outcome)
        }
    }

    private var location: String { machine.policy.location }

    /// Carries out one piece of work to its end, and reports its events to the machine.
    private func carryOut(_ work: Work) async {
        switch work {
        case .request(let generation): await request(generation)
        case .wait(let until, let generation): await wait(until: until, generation)
        case .disposal(let generation): receive(.disposed(generation))
        }
    }

    /// Waits until a time, for at most an hour, since the clock may be set back meanwhile.
    private func wait(until time: Timestamp, _ generation: Generation) async {
        try? await clock.sleep(min(time, clock.now() + Schedule.horizon))
        if !Task.isCancelled { receive(.timerFired(generation)) }
    }

    /// Makes a request under the lock; an error caught here is a lock error.
    private func request(_ generation: Generation) async {
        do {
            if machine.isRefreshing {
                let record = try await ports.readRecord()
                receive(.lastRequestRead(generation, record.lastRequest))
            }
            try await ports.withRequestLock { await self.runRequest(generation) }
        } catch {
            receive(failed(generation, .recordError(error, at: location)))
        }
    }

    /// Reads the record, loads the feed and stores the outcome, as the machine decides.
    private func runRequest(_ generation: Generation) async {
        var step = receive(await readRecord(generation))
        if step == nil { ports.log("service: uses the stored outcome of another request") }
        while let next = step {
            step = receive(await perform(next, generation))
        }
    }

    private func perform(
        _ step: ServiceMachine.RequestStep, _ generation: Generation
    ) async -> ServiceMachine.Event {
        switch step {
        case .load(let cacheState, let start):
            await load(cacheState, notBefore: start, generation)
        case .commit(let outcome): await commit(outcome, generation)
        case .storeFailure(let backOff, let requestID):
            await storeFailure(backOff, requestID, generation)
        }
    }

    private func readRecord(_ generation: Generation) async -> ServiceMachine.Event {
        do {
            return .recordRead(generation, try await ports.readRecord())
        } catch {
            return failed(generation, .recordError(error, at: location))
        }
    }

    private func load(
        _ cacheState: FeedCacheState?, notBefore start: Timestamp, _ generation: Generation
    ) async -> ServiceMachine.Event {
        do {
            if start > clock.now() { try await clock.sleep(start) }
            return .loaded(generation, try await load(cacheState), shownAt: clock.shownNow())
        } catch {
            return failed(generation, .loadError(error, at: location))
        }
    }

    /// Makes a request, and reports its outcome unless it was cancelled.
    private func load(_ cacheState: FeedCacheState?) async throws -> FeedResponse {
        let start = ContinuousClock.now
        do {
            let response = try await ports.load(cacheState)
            ports.reportPoll(PollOutcome(response), start.duration(to: .now))
            return response
        } catch {
            if !(error is CancellationError) {
                let failure = FeedFailure.loadError(error, at: location)
                ports.reportPoll(PollOutcome(failure), start.duration(to: .now))
            }
            throw error
        }
    }

    /// Stores a response; the machine never cancels a request at this point.
    private func commit(
        _ outcome: FetchOutcome, _ generation: Generation
    ) async -> ServiceMachine.Event {
        do {
            return .committed(generation, try await ports.commit(outcome))
        } catch {
            return failed(generation, .commitError(error, at: location))
        }
    }

    /// Stores an error state; a store error here is ignored, so that polling continues.
    private func storeFailure(
        _ backOff: BackOff, _ requestID: RequestID, _ generation: Generation
    ) async -> ServiceMachine.Event {
        try? await ports.storeFailure(backOff, requestID)
        return .failureStored(generation)
    }

    private func failed(
        _ generation: Generation, _ failure: FeedFailure
    ) -> ServiceMachine.Event {
        .failed(generation, failure, jitter: clock.jitter())
    }
}

extension PollOutcome {
    fileprivate init(_ response: FeedResponse) {
        self = if case .loaded = response { .loaded } else { .unchanged }
    }

    fileprivate init(_ failure: FeedFailure) {
        self =
            switch failure.kind {
            case .connection: .connection
            case .service: .service
            case .access: .access
            case .content: .content
            case .input: .input
            case .usage: .usage
            }
    }
}

extension FeedFailure {
    /// Returns the failure for an error of a load.
    ///
    /// An unknown error is reported by its type only: its text may hold an address with secrets.
    fileprivate static func loadError(_ error: any Error, at location: String) -> FeedFailure {
        if let failure = error as? FeedFailure { return failure }
        return FeedFailure(.network(.connection("\(type(of: error))")), at: location)
    }

    /// Returns the failure for an error of the lock or of reading the record.
    fileprivate static func recordError(_ error: any Error, at location: String) -> FeedFailure {
        (error as? FeedFailure) ?? FeedFailure(.store(.storeUnusable("\(error)")), at: location)
    }

    /// Returns the failure for an error of storing a response.
    fileprivate static func commitError(_ error: any Error, at location: String) -> FeedFailure {
        (error as? FeedFailure) ?? FeedFailure(.store(.notStored("\(error)")), at: location)
    }
}
