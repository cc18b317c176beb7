import FleetCore
import Testing

@testable import FleetService

/// A machine and a make-believe actor around it, which does the actions by chance and checks that
/// the machine keeps its promises.
struct World {
    private enum Running: Equatable {
        case recall(Generation), load(Generation), commit(Generation), remember(Generation)
        case wait(Generation, until: Timestamp)
    }

    private(set) var machine: ServiceMachine
    private(set) var now = origin
    /// How many outcomes each caller got.
    private(set) var outcomes: [Caller: Int] = [:]
    private(set) var commits = 0
    private(set) var longestWait = Duration.zero
    private(set) var isFinished = false
    private var running: Running?
    private var isCancelled = false
    private var disposing: Generation?
    private var disposed: Set<Generation> = []
    private var isStopped = false
    private var asked: [Caller: Timestamp] = [:]
    private var loadBegan = origin

    init(retries: Bool = true) {
        machine = ServiceMachine(policy: .http(retries: retries))
    }

    var isIdle: Bool { running == nil && disposing == nil }
    /// Whether the feed is asked, by a request that was not cancelled.
    var isLoading: Bool { if case .load = running { !isCancelled } else { false } }
    /// How long the request to the feed has been under way.
    var loadingFor: Duration { isLoading ? now - loadBegan : .zero }

    mutating func pass(_ interval: Duration) { now = now + interval }

    mutating func refresh() {
        let caller = outcomes.count + 1
        outcomes[caller] = 0
        asked[caller] = now
        handle(.refresh(caller))
    }

    mutating func start() { handle(.start(SourceRecord())) }

    mutating func stop() {
        isStopped = true
        handle(.stop)
    }

    /// Tells a result that no longer, or never, had a place.
    mutating func tellStale(_ happening: Happening, _ generation: Generation) {
        guard generation != machine.phase.generation else { return }
        let phase = machine.phase
        let actions = machine.handle(happening.event(generation), at: now)
        #expect(actions.isEmpty && machine.phase == phase)
    }

    /// Lets what runs come to its next point; a cancelled request may still bring a late result.
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
        case .recall(let generation): recall(generation, random)
        case .load(let generation): load(generation, random)
        case .commit(let generation):
            running = nil
            let full = FeedFailure(.notStored("full"), at: "feed")
            handle(
                random % 5 == 0
                    ? .failed(generation, full, jitter: 0)
                    : .committed(generation, .sample(Int64(generation))))
        case .remember(let generation):
            running = nil
            handle(.remembered(generation))
        case .wait(let generation, let until):
            if isCancelled { return running = nil }
            now = max(now, until)
            running = nil
            handle(.timer(generation))
        }
    }

    private mutating func recall(_ generation: Generation, _ random: Int) {
        running = nil
        let record =
            random % 7 == 0
            ? SourceRecord.success(began: now - .seconds(1), due: now + .seconds(9))
            : random % 11 == 0
                ? SourceRecord.failure(began: now, retry: now + .seconds(9)) : SourceRecord()
        handle(.recalled(generation, record))
    }

    private mutating func load(_ generation: Generation, _ random: Int) {
        running = nil
        let busy = FeedFailure(
            .status(503), at: "feed", retryAfterSeconds: random % 4 == 0 ? 30 : nil)
        handle(
            random % 3 == 0
                ? .failed(generation, busy, jitter: 0.5)
                : .loaded(generation, .snapshot(goodFor: .seconds(1)), shownAt: now))
    }

    private mutating func handle(_ event: ServiceMachine.Event) {
        let isDisposed = event.generation.map { disposed.contains($0) } ?? false
        for action in machine.handle(event, at: now) {
            if isDisposed, case .disposed = event {} else { #expect(!isDisposed) }
            take(action, event.generation)
        }
        // What a stop begins is at most the wait that it cancels in the same breath.
        if isStopped, case .wait = running { #expect(isCancelled) }
    }

    private mutating func take(_ action: ServiceMachine.Action, _ generation: Generation?) {
        switch action {
        case .request(let generation):
            if case .wait = running { #expect(isCancelled) } else { #expect(running == nil) }
            #expect(disposing == nil && !isStopped && !disposed.contains(generation))
            begin(.recall(generation))
        case .wait(let until, let generation):
            #expect(running == nil && disposing == nil)
            begin(.wait(generation, until: until))
        case .dispose(let generation):
            #expect(disposing == nil)
            disposing = generation
            disposed.insert(generation)
            isCancelled = true
        case .cancelWait: isCancelled = true
        case .proceed(let step): proceed(step, generation)
        case .publish(let state):
            #expect(!isFinished)
            if isStopped, case .loading = state { Issue.record("loading after a stop") }
        case .settle(let callers, _):
            for caller in callers { settle(caller) }
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
            Issue.record("a step for no request")
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
        case .remember: begin(.remember(generation))
        }
    }

    private mutating func settle(_ caller: Caller) {
        outcomes[caller, default: 0] += 1
        longestWait = max(longestWait, now - (asked[caller] ?? now))
    }
}
