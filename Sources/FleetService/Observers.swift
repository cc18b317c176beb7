import FleetCore

/// Those who are told the states of a service.
struct Observers {
    private var continuations: [AsyncStream<StateUpdate>.Continuation] = []
    private var current: StateUpdate
    private var isFinished = false

    /// Starts with the idle state, which is the first to be told.
    init(at now: Timestamp) {
        current = StateUpdate(seq: 1, at: now, state: .idle(nil))
    }

    /// A stream of the current state and all that follow, of which it keeps the newest.
    mutating func stream() -> AsyncStream<StateUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: StateUpdate.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(current)
        if isFinished { continuation.finish() } else { continuations.append(continuation) }
        return stream
    }

    /// Tells a state to all, and forgets those who no longer listen.
    mutating func publish(_ state: ServiceState, at now: Timestamp) {
        let update = StateUpdate(seq: current.seq + 1, at: now, state: state)
        current = update
        continuations.removeAll {
            guard case .terminated = $0.yield(update) else { return false }
            return true
        }
    }

    /// Ends all streams, those to come after their first state.
    mutating func finish() {
        isFinished = true
        for continuation in continuations { continuation.finish() }
        continuations = []
    }
}
