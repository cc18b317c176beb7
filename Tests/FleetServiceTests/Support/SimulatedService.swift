import FleetCore
import Testing

@testable import FleetService

/// A machine with a simulated actor that carries out the actions at random and checks the
/// invariants of the machine.
struct SimulatedService {
    private enum Running: Equatable {
        case readRecord(Generation), load(Generation), commit(Generation), storeFailure(Generation)
        case wait(Generation, until: Timestamp)
    }

    private(set) var machine: ServiceMachine
    private(set) var now = origin
    /// Number of outcomes that each caller received.
    private(set) var outcomes: [CallerID: Int] = [:]
    private(set) var commits = 0
    private(set) var maxWait = Duration.zero
    private(set) var isFinished = false
    private var running: Running?
    private var isCancelled = false
    private var disposing: Generation?
    private var disposed: Set<Generation> = []
    private var isStopped = false
    private var requestedAt: [CallerID: Timestamp] = [:]
    private var loadBegan = origin

    init(retries: Bool = true) {
        machine = ServiceMachine(policy: .http(retries: retries))
    }

    var isIdle: Bool { running == nil && disposing == nil }
    /// Whether a load is running that was not cancelled.
    var isLoading: Bool { if case .load = running { !isCancelled } else { false } }
    /// Time since the running load began.
    var loadingFor: Duration { isLoading ? now - loadBegan : .zero }

    mutating func advance(by interval: Duration) { now = now + interval }

    mutating func refresh() {
        let caller = outcomes.count + 1
        outcomes[caller] = 0
        requestedAt[caller] = now
        handle(.refresh(caller))
    }

    mutating func start() { handle(.start(SourceRecord())) }

    mutating func stop() {
        isStopped = true
        handle(.stop)
    }

    /// Reports a result of another generation than the current one.
    mutating func reportStale(_ kind: EventKind, _ generation: Generation) {
        guard generation != machine.phase.generation else { return }
        let phase = machine.phase
        let actions = machine.handle(kind.event(generation), at: now)
        #expect(actions.isEmpty && machine.phase == phase)
    }

    /// Advances the running work by a step; a cancelled request may still return a late result.
    mutating func progress(_ random: Int) {
        guard let current = running else {
            if let generation = disposing {
                disposing = nil
                handle(.disposed(generation))
            }
            return
        }
        if isCancelled, random % 2 == 0 { return running = nil }
        switch current {
        case .readRecord(let generation): readRecord(generation, random)
        case .load(let generation): load(generation, random)
        case .commit(let generation):
            running = nil
            let full = FeedFailure(.store(.notStored("full")), at: "feed")
            handle(
                random % 5 == 0
                    ? .failed(generation, full, jitter: 0)
                    : .committed(generation, .sample(Int64(generation))))
        case .storeFailure(let generation):
            running = nil
            handle(.failureStored(generation))
        case .wait(let generation, let until):
            if isCancelled { return running = nil }
            now = max(now, until)
            running = nil
            handle(.timerFired(generation))
        }
    }

    private mutating func readRecord(_ generation: Generation, _ random: Int) {
        running = nil
        let record =
            random % 7 == 0
            ? SourceRecord.success(began: now - .seconds(1), due: now + .seconds(9))
            : random % 11 == 0
                ? SourceRecord.failure(began: now, retry: now + .seconds(9)) : SourceRecord()
        if machine.isRefreshing { handle(.lastRequestRead(generation, nil)) }
        handle(.recordRead(generation, record))
    }

    private mutating func load(_ generation: Generation, _ random: Int) {
        running = nil
        let busy = FeedFailure(
            .service(.status(503)), at: "feed", retryAfterSeconds: random % 4 == 0 ? 30 : nil)
        handle(
            random % 3 == 0
                ? .failed(generation, busy, jitter: 0.5)
                : .loaded(generation, .snapshot(freshFor: .seconds(1)), shownAt: now))
    }

    private mutating func handle(_ event: ServiceMachine.Event) {
        let isDisposed = event.generation.map { disposed.contains($0) } ?? false
        for action in machine.handle(event, at: now) {
            if isDisposed, case .disposed = event {} else { #expect(!isDisposed) }
            carryOut(action, event.generation)
        }
        // After a stop, a timer may be running only if it was cancelled at once.
        if isStopped, case .wait = running { #expect(isCancelled) }
    }

    private mutating func carryOut(_ action: ServiceMachine.Action, _ generation: Generation?) {
        switch action {
        case .request(let generation):
            if case .wait = running { #expect(isCancelled) } else { #expect(running == nil) }
            #expect(disposing == nil && !isStopped && !disposed.contains(generation))
            begin(.readRecord(generation))
        case .startTimer(let until, let generation):
            #expect(running == nil && disposing == nil)
            begin(.wait(generation, until: until))
        case .dispose(let generation):
            #expect(disposing == nil)
            disposing = generation
            disposed.insert(generation)
            isCancelled = true
        case .cancelTimer: isCancelled = true
        case .proceed(let step): proceed(step, generation)
        case .publish(let state):
            #expect(!isFinished)
            if isStopped, case .loading = state { Issue.record("loading after a stop") }
        case .complete(let callers, _):
            for caller in callers { complete(caller) }
        case .finish:
            #expect(!isFinished)
            isFinished = true
        }
    }

    private mutating func begin(_ next: Running) {
        running = next
        isCancelled = false
    }

    private mutating func proceed(
        _ step: ServiceMachine.RequestStep, _ generation: Generation?
    ) {
        guard let generation else {
            Issue.record("a step without a request")
            return
        }
        #expect(!disposed.contains(generation) && running == nil)
        switch step {
        case .load:
            #expect(!isStopped)
            loadBegan = now
            begin(.load(generation))
        case .commit:
            commits += 1
            begin(.commit(generation))
        case .storeFailure: begin(.storeFailure(generation))
        }
    }

    private mutating func complete(_ caller: CallerID) {
        outcomes[caller, default: 0] += 1
        maxWait = max(maxWait, now - (requestedAt[caller] ?? now))
    }
}
