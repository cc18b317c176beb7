import Synchronization

/// Gate before new connections to a server: after an attempt that failed, one at a time is made, and
/// everybody else is refused at once.
///
/// Otherwise all requests would wait, one after the other, for a network that does not answer.
final class ConnectionGate: Sendable {
    private struct State {
        /// Why the last attempt failed; `nil` after a success.
        var failure: PostgresError?
        var isTrying = false
    }

    private let state = Mutex(State())

    /// Runs an attempt to connect.
    /// - Throws: The error of `connect`; that of the last attempt if it failed and the next one runs.
    func pass<T>(_ connect: () throws -> T) throws -> T {
        let refusal = state.withLock { state -> PostgresError? in
            guard let failure = state.failure else { return nil }
            if state.isTrying { return failure }
            state.isTrying = true
            return nil
        }
        if let refusal { throw refusal }
        do {
            let connection = try connect()
            state.withLock { $0 = State() }
            return connection
        } catch {
            let failure = (error as? PostgresError).flatMap { $0.isUnavailable ? $0 : nil }
            state.withLock { $0 = State(failure: failure) }
            throw error
        }
    }
}
