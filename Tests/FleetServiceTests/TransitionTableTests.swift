import FleetCore
import Testing

@testable import FleetService

/// A state of the table, with the events that lead to it; its subscription is number 1 or 2.
enum MachineState: String, CaseIterable {
    case idle, loading, refreshing, refreshingOver5s, committing, storingFailure, live
    case polling, resubscribing, stopping, failed, retryAfter, failedWithoutRetry
    case stoppedByError, stopped

    func machine() -> ServiceMachine {
        let retries = self != .failedWithoutRetry && self != .stoppedByError
        var machine = ServiceMachine(policy: .http(retries: retries))
        for event in path { _ = machine.handle(event, at: origin) }
        return machine
    }

    private var path: [ServiceMachine.Event] {
        let begun: [ServiceMachine.Event] = [
            .start(SourceRecord()), .recordRead(1, SourceRecord()),
        ]
        let loaded = ServiceMachine.Event.loaded(1, .snapshot(), shownAt: origin)
        let error = ServiceMachine.Event.failed(1, connectionRefused, jitter: 0)
        switch self {
        case .idle: return []
        case .loading: return begun
        case .refreshing, .refreshingOver5s: return [.refresh(1), .recordRead(1, SourceRecord())]
        case .committing: return begun + [loaded]
        case .storingFailure: return begun + [error]
        case .live: return begun + [loaded, .committed(1, .sample(1))]
        case .polling:
            return MachineState.live.path + [.timerFired(1), .recordRead(1, SourceRecord())]
        case .resubscribing: return MachineState.live.path + [.refresh(1)]
        case .stopping: return MachineState.live.path + [.stop]
        case .failed, .failedWithoutRetry: return begun + [error, .failureStored(1)]
        case .retryAfter:
            let busy = FeedFailure(.service(.status(429)), at: "feed", retryAfterSeconds: 120)
            return begun + [.failed(1, busy, jitter: 0), .failureStored(1)]
        case .stoppedByError: return MachineState.failedWithoutRetry.path + [.timerFired(1)]
        case .stopped: return [.stop]
        }
    }
}

/// An event of the table; results are of subscription 1 by default.
enum EventKind: String, CaseIterable {
    case start, refresh, recordRead, loaded, error, committed, failureStored, timerFired
    case disposed, stop

    func event(_ generation: Generation = 1) -> ServiceMachine.Event {
        switch self {
        case .start: .start(SourceRecord())
        case .refresh: .refresh(9)
        case .recordRead: .recordRead(generation, SourceRecord())
        case .loaded: .loaded(generation, .snapshot(), shownAt: origin)
        case .error: .failed(generation, connectionRefused, jitter: 0)
        case .committed: .committed(generation, .sample(2))
        case .failureStored: .failureStored(generation)
        case .timerFired: .timerFired(generation)
        case .disposed: .disposed(generation)
        case .stop: .stop
        }
    }
}

@Suite("The transition table")
struct TransitionTableTests {
    /// Next state and actions of each cell; an unlisted cell changes nothing and has no actions.
    ///
    /// Events occur 7 s after the start, in `refreshing` after 4.999 s.
    static let cells: [MachineState: [EventKind: (to: String, actions: [String])]] = [
        .idle: [
            .start: ("loading", ["publish loading", "request 1"]),
            .refresh: ("loading", ["publish loading", "request 1"]),
            .stop: ("stopped", ["publish stopped", "finish"]),
        ],
        .loading: [
            .refresh: ("resubscribing", ["dispose 1"]),
            .recordRead: ("loading", ["load"]),
            .loaded: ("committing", ["commit"]),
            .error: ("committing", ["store failure 1"]),
            .stop: ("stopping", ["dispose 1"]),
        ],
        .refreshing: [
            .refresh: ("loading", []),
            .recordRead: ("loading", ["load"]),
            .loaded: ("committing", ["commit"]),
            .error: ("committing", ["store failure 1"]),
            .stop: ("stopping", ["complete [1] stopped", "dispose 1"]),
        ],
        .refreshingOver5s: [
            .refresh: ("resubscribing", ["dispose 1"]),
            .recordRead: ("loading", ["load"]),
            .loaded: ("committing", ["commit"]),
            .error: ("committing", ["store failure 1"]),
            .stop: ("stopping", ["complete [1] stopped", "dispose 1"]),
        ],
        .committing: [
            .refresh: ("committing", []),
            .error: ("failed", ["publish failed 1 +12.0", "timer 1 +12.0"]),
            .committed: ("live", ["publish live r2 +60.0", "timer 1 +60.0"]),
            .stop: ("committing", []),
        ],
        .storingFailure: [
            .refresh: ("committing", []),
            .error: ("failed", ["publish failed 1 +5.0", "timer 1 +5.0"]),
            .failureStored: ("failed", ["publish failed 1 +5.0", "timer 1 +5.0"]),
            .stop: ("committing", []),
        ],
        .live: [
            .refresh: ("resubscribing", ["publish loading", "dispose 1"]),
            .timerFired: ("polling", ["request 1"]),
            .stop: ("stopping", ["dispose 1"]),
        ],
        .polling: [
            .refresh: ("resubscribing", ["publish loading", "dispose 1"]),
            .recordRead: ("polling", ["load"]),
            .loaded: ("committing", ["commit"]),
            .error: ("committing", ["store failure 1"]),
            .stop: ("stopping", ["dispose 1"]),
        ],
        .resubscribing: [
            .refresh: ("resubscribing", []),
            .disposed: ("loading", ["request 2"]),
            .stop: ("stopping", ["complete [1] stopped"]),
        ],
        .stopping: [
            .refresh: ("stopping", ["complete [9] stopped"]),
            .disposed: ("stopped", ["publish stopped", "finish"]),
        ],
        .failed: [
            .refresh: ("loading", ["cancel timer", "publish loading", "request 2"]),
            .timerFired: ("loading", ["publish loading", "request 2"]),
            .stop: ("stopped", ["cancel timer", "publish stopped by error", "finish"]),
        ],
        .retryAfter: [
            .refresh: ("failed", ["complete [9] backing off +120.0"]),
            .timerFired: ("loading", ["publish loading", "request 2"]),
            .stop: ("stopped", ["cancel timer", "publish stopped by error", "finish"]),
        ],
        .failedWithoutRetry: [
            .refresh: ("loading", ["cancel timer", "publish loading", "request 2"]),
            .timerFired: ("stopped by error", ["publish stopped by error"]),
            .stop: ("stopped", ["cancel timer", "publish stopped by error", "finish"]),
        ],
        .stoppedByError: [
            .refresh: ("loading", ["cancel timer", "publish loading", "request 2"]),
            .stop: ("stopped", ["finish"]),
        ],
        .stopped: [
            .refresh: ("stopped", ["complete [9] stopped"])
        ],
    ]

    @Test(
        "each cell of the table has its next state and actions",
        arguments: MachineState.allCases, EventKind.allCases)
    func cell(_ state: MachineState, _ kind: EventKind) {
        var machine = state.machine()
        let before = machine.phase
        let delay = state == .refreshing ? Duration.milliseconds(4999) : .seconds(7)
        let actions = machine.handle(kind.event(), at: origin + delay)
        let expected = Self.cells[state]?[kind]
        #expect(machine.phase.summary == expected?.to ?? before.summary)
        #expect(actions.map(\.summary) == expected?.actions ?? [])
        if expected == nil { #expect(machine.phase == before) }
    }

    @Test(
        "results of another generation are dropped in every state",
        arguments: MachineState.allCases,
        [EventKind.recordRead, .loaded, .error, .committed, .failureStored, .timerFired, .disposed])
    func otherGeneration(_ state: MachineState, _ kind: EventKind) {
        for generation in [0, 2, 77] {
            var machine = state.machine()
            let before = machine.phase
            #expect(machine.handle(kind.event(generation), at: origin).isEmpty)
            #expect(machine.phase == before)
        }
    }
}
