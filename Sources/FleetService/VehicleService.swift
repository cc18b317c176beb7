public import FleetCore

/// Polls one source for its vehicles, and publishes its state to any number of observers.
///
/// At most one subscription exists at any time. A refresh disposes it, waits until it has ended,
/// and subscribes again. `ServiceMachine` makes all decisions; the actor carries out its actions,
/// one piece of work after the other.
///
/// The owner must call `stop()`.
public actor VehicleService {
    /// Work that takes time; at most one piece is running.
    enum Work: Sendable {
        case request(Generation)
        case wait(until: Timestamp, Generation)
        case disposal(Generation)
    }

    let ports: ServicePorts
    let clock: ServiceClock
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
    func receive(_ event: ServiceMachine.Event) -> ServiceMachine.RequestStep? {
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
            case .publish(let state): observers.publish(state, at: clock.now())
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
            await carryOut(next)
        }
    }

    private func complete(_ completed: [CallerID], _ outcome: Outcome) {
        for caller in completed {
            callers.removeValue(forKey: caller)?.resume(returning: outcome)
        }
    }

    var location: String { machine.policy.location }
}
