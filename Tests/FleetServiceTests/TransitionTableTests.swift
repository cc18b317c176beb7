import FleetCore
import Testing

@testable import FleetService

/// A state of the table, and how a new machine gets there; its subscription is number 1 or 2.
enum Place: String, CaseIterable {
    case idle, requested, refreshing, oldRefreshing, committing, remembering, live
    case polling, renewing, ending, failed, leftAlone, failedForGood, resting, stopped

    func machine() -> ServiceMachine {
        let retries = self != .failedForGood && self != .resting
        var machine = ServiceMachine(policy: .http(retries: retries))
        for event in path { _ = machine.handle(event, at: origin) }
        return machine
    }

    private var path: [ServiceMachine.Event] {
        let begun: [ServiceMachine.Event] = [
            .start(SourceRecord()), .recalled(1, SourceRecord()),
        ]
        let loaded = ServiceMachine.Event.loaded(1, .snapshot(), shownAt: origin)
        let error = ServiceMachine.Event.failed(1, refused, jitter: 0)
        switch self {
        case .idle: return []
        case .requested: return begun
        case .refreshing, .oldRefreshing: return [.refresh(1), .recalled(1, SourceRecord())]
        case .committing: return begun + [loaded]
        case .remembering: return begun + [error]
        case .live: return begun + [loaded, .committed(1, .sample(1))]
        case .polling: return Place.live.path + [.timer(1), .recalled(1, SourceRecord())]
        case .renewing: return Place.live.path + [.refresh(1)]
        case .ending: return Place.live.path + [.stop]
        case .failed, .failedForGood: return begun + [error, .remembered(1)]
        case .leftAlone:
            let asked = FeedFailure(.status(429), at: "feed", retryAfterSeconds: 120)
            return begun + [.failed(1, asked, jitter: 0), .remembered(1)]
        case .resting: return Place.failedForGood.path + [.timer(1)]
        case .stopped: return [.stop]
        }
    }
}

/// An event of the table, as a result of subscription 1 where it is one.
enum Happening: String, CaseIterable {
    case start, refresh, recalled, loaded, error, committed, remembered, timer, disposed, stop

    func event(_ generation: Generation = 1) -> ServiceMachine.Event {
        switch self {
        case .start: .start(SourceRecord())
        case .refresh: .refresh(9)
        case .recalled: .recalled(generation, SourceRecord())
        case .loaded:
            .loaded(generation, .snapshot(), shownAt: origin)
        case .error: .failed(generation, refused, jitter: 0)
        case .committed: .committed(generation, .sample(2))
        case .remembered: .remembered(generation)
        case .timer: .timer(generation)
        case .disposed: .disposed(generation)
        case .stop: .stop
        }
    }
}

@Suite("The transition table")
struct TransitionTableTests {
    /// What each cell does; one that is not listed changes nothing and does nothing.
    ///
    /// Events come 7 s after the start, in `refreshing` 4.999 s after it.
    static let cells: [Place: [Happening: (to: String, does: [String])]] = [
        .idle: [
            .start: ("loading", ["show loading", "request 1"]),
            .refresh: ("loading", ["show loading", "request 1"]),
            .stop: ("stopped", ["show stopped", "finish"]),
        ],
        .requested: [
            .refresh: ("renewing", ["dispose 1"]),
            .recalled: ("loading", ["load"]),
            .loaded: ("committing", ["commit"]),
            .error: ("committing", ["remember 1"]),
            .stop: ("ending", ["dispose 1"]),
        ],
        .refreshing: [
            .refresh: ("loading", []),
            .recalled: ("loading", ["load"]),
            .loaded: ("committing", ["commit"]),
            .error: ("committing", ["remember 1"]),
            .stop: ("ending", ["tell [1] stopped", "dispose 1"]),
        ],
        .oldRefreshing: [
            .refresh: ("renewing", ["dispose 1"]),
            .recalled: ("loading", ["load"]),
            .loaded: ("committing", ["commit"]),
            .error: ("committing", ["remember 1"]),
            .stop: ("ending", ["tell [1] stopped", "dispose 1"]),
        ],
        .committing: [
            .refresh: ("committing", []),
            .error: ("failed", ["show failed 1 +12.0", "wait 1 +12.0"]),
            .committed: ("live", ["show live r2 +60.0", "wait 1 +60.0"]),
            .stop: ("committing", []),
        ],
        .remembering: [
            .refresh: ("committing", []),
            .error: ("failed", ["show failed 1 +5.0", "wait 1 +5.0"]),
            .remembered: ("failed", ["show failed 1 +5.0", "wait 1 +5.0"]),
            .stop: ("committing", []),
        ],
        .live: [
            .refresh: ("renewing", ["show loading", "dispose 1"]),
            .timer: ("polling", ["request 1"]),
            .stop: ("ending", ["dispose 1"]),
        ],
        .polling: [
            .refresh: ("renewing", ["show loading", "dispose 1"]),
            .recalled: ("polling", ["load"]),
            .loaded: ("committing", ["commit"]),
            .error: ("committing", ["remember 1"]),
            .stop: ("ending", ["dispose 1"]),
        ],
        .renewing: [
            .refresh: ("renewing", []),
            .disposed: ("loading", ["request 2"]),
            .stop: ("ending", ["tell [1] stopped"]),
        ],
        .ending: [
            .refresh: ("ending", ["tell [9] stopped"]),
            .disposed: ("stopped", ["show stopped", "finish"]),
        ],
        .failed: [
            .refresh: ("loading", ["cancel wait", "show loading", "request 2"]),
            .timer: ("loading", ["show loading", "request 2"]),
            .stop: ("stopped", ["cancel wait", "show stopped by error", "finish"]),
        ],
        .leftAlone: [
            .refresh: ("failed", ["tell [9] left alone +120.0"]),
            .timer: ("loading", ["show loading", "request 2"]),
            .stop: ("stopped", ["cancel wait", "show stopped by error", "finish"]),
        ],
        .failedForGood: [
            .refresh: ("loading", ["cancel wait", "show loading", "request 2"]),
            .timer: ("resting", ["show stopped by error"]),
            .stop: ("stopped", ["cancel wait", "show stopped by error", "finish"]),
        ],
        .resting: [
            .refresh: ("loading", ["cancel wait", "show loading", "request 2"]),
            .stop: ("stopped", ["finish"]),
        ],
        .stopped: [
            .refresh: ("stopped", ["tell [9] stopped"])
        ],
    ]

    @Test("each cell does what the table says", arguments: Place.allCases, Happening.allCases)
    func cell(_ place: Place, _ happening: Happening) {
        var machine = place.machine()
        let before = machine.phase
        let delay = place == .refreshing ? Duration.milliseconds(4999) : .seconds(7)
        let actions = machine.handle(happening.event(), at: origin + delay)
        let expected = Self.cells[place]?[happening]
        #expect(machine.phase.words == expected?.to ?? before.words)
        #expect(actions.map(\.words) == expected?.does ?? [])
        if expected == nil { #expect(machine.phase == before) }
    }

    @Test(
        "results of another generation are dropped in every state", arguments: Place.allCases,
        [Happening.recalled, .loaded, .error, .committed, .remembered, .timer, .disposed])
    func stranger(_ place: Place, _ happening: Happening) {
        for generation in [0, 2, 77] {
            var machine = place.machine()
            let before = machine.phase
            #expect(machine.handle(happening.event(generation), at: origin).isEmpty)
            #expect(machine.phase == before)
        }
    }
}
