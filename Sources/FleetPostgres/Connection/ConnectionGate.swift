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
        let (refusal, isAlone) = state.withLock { state -> (PostgresError?, Bool) in
            guard let failure = state.failure else { return (nil, false) }
            if state.isTrying { return (failure, false) }
            state.isTrying = true
            return (nil, true)
        }
        if let refusal { throw refusal }
        do {
            let connection = try connect()
            finish(isAlone, failure: nil)
            return connection
        } catch {
            let failure = (error as? PostgresError).flatMap { $0.isUnavailable ? $0 : nil }
            finish(isAlone, failure: failure)
            throw error
        }
    }

    /// Ends an attempt; those that began before the first failure must not end the one that is made
    /// alone after it.
    private func finish(_ isAlone: Bool, failure: PostgresError?) {
        state.withLock { state in
            state.failure = failure
            if isAlone { state.isTrying = false }
        }
    }
}
