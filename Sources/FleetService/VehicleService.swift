public import FleetCore

/// Asks one source for its vehicles, and tells its state to any number of observers.
///
/// At most one subscription is alive at any time. A refresh disposes it, waits until it has really
/// ended, and makes a new one in its place. All decisions are the `ServiceMachine`'s; the actor
/// carries out its actions, one piece of work after the other.
///
/// Its owner ends it with `stop()`.
public actor VehicleService {
    /// Something that takes time; at most one is under way.
    enum Work: Sendable {
        case request(Generation)
        case wait(until: Timestamp, Generation)
        case disposal(Generation)
    }

    let ports: ServicePorts
    let clock: ServiceClock
    private(set) var machine: ServiceMachine
    private var observers: Observers
    private var callers: [Caller: CheckedContinuation<Outcome, Never>] = [:]
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

    /// The states from now on: first the current one, then always the newest only.
    ///
    /// The stream ends after `stopped` once the service was stopped for good. An observer that is
    /// slow misses states, and holds up nobody.
    public func states() -> AsyncStream<StateUpdate> {
        observers.stream()
    }

    /// Makes the first subscription, from what is remembered of the source.
    ///
    /// In a remembered back-off the service is failed until its end; with a snapshot that is still
    /// fresh it is live without a request; else it loads. Does nothing unless the service is idle.
    public func start() async {
        guard case .idle = machine.phase else { return }
        let record = try? await ports.record()
        receive(.start(record ?? SourceRecord()))
    }

    /// Disposes the running subscription, subscribes anew, and returns what that brought.
    ///
    /// Refreshes at the same time share one subscription. Cancelling the caller's task gives up the
    /// wait, not the request.
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

    /// Stops for good, and returns when no task, timer, request or lock is left.
    ///
    /// An answer on its way into the store is stored and told of first.
    public func stop() async {
        receive(.stop)
        while let running = work {
            await running.value
            if work == running { work = nil }
        }
    }

    private func register(_ continuation: CheckedContinuation<Outcome, Never>, as caller: Caller) {
        guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
        callers[caller] = continuation
        receive(.refresh(caller))
    }

    private func abandon(_ caller: Caller) {
        callers.removeValue(forKey: caller)?.resume(returning: .failure(.cancelled))
    }

    /// Hands an event to the machine and carries out what it says; returns how a request goes on.
    @discardableResult
    func receive(_ event: ServiceMachine.Event) -> ServiceMachine.RequestStep? {
        var step: ServiceMachine.RequestStep?
        for action in machine.handle(event, at: clock.now()) {
            switch action {
            case .request(let generation): begin(.request(generation))
            case .wait(let until, let generation): begin(.wait(until: until, generation))
            case .dispose(let generation):
                work?.cancel()
                begin(.disposal(generation))
            case .cancelWait: work?.cancel()
            case .proceed(let next): step = next
            case .publish(let state): observers.publish(state, at: clock.now())
            case .settle(let callers, let outcome): settle(callers, outcome)
            case .finish: observers.finish()
            }
        }
        return step
    }

    /// Begins a piece of work when the one before it has ended.
    private func begin(_ next: Work) {
        let previous = work
        work = Task {
            await previous?.value
            await carryOut(next)
        }
    }

    private func settle(_ settled: [Caller], _ outcome: Outcome) {
        for caller in settled {
            callers.removeValue(forKey: caller)?.resume(returning: outcome)
        }
    }

    var place: String { machine.policy.place }
}
