import FleetCore

/// Streams of the observers of a service.
struct Observers {
    private var continuations: [AsyncStream<StateUpdate>.Continuation] = []
    private var current: StateUpdate
    private var isFinished = false

    /// Starts with the idle state as the first update.
    init(at now: Timestamp) {
        current = StateUpdate(seq: 1, at: now, state: .idle(nil))
    }

    /// Returns a stream of the current state and all later ones; it buffers only the newest.
    mutating func stream() -> AsyncStream<StateUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: StateUpdate.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(current)
        if isFinished { continuation.finish() } else { continuations.append(continuation) }
        return stream
    }

    /// Sends a state to every stream, and drops the terminated ones.
    mutating func publish(_ state: ServiceState, at now: Timestamp) {
        let update = StateUpdate(seq: current.seq + 1, at: now, state: state)
        current = update
        continuations.removeAll {
            guard case .terminated = $0.yield(update) else { return false }
            return true
        }
    }

    /// Ends all streams; a later stream ends after its first state.
    mutating func finish() {
        isFinished = true
        for continuation in continuations { continuation.finish() }
        continuations = []
    }
}
