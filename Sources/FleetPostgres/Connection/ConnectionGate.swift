import Dispatch
import Synchronization

/// Gate before new connections to a server: after an attempt that failed, one at a time is made,
/// and all other callers are refused at once.
///
/// Otherwise all requests would wait, one after the other, for a network that does not answer.
/// After a slow failure, no caller waits: the next attempt is made in the background.
final class ConnectionGate: Sendable {
    private struct State {
        /// Why the last attempt failed; `nil` after a success.
        var failure: PostgresError?
        /// Whether that took long.
        var wasSlow = false
        var isTrying = false
    }

    /// Answer to a request for a connection.
    private enum Entry {
        case connect(isAlone: Bool)
        case refused(PostgresError, needsAttempt: Bool)
    }

    private let state = Mutex(State())
    private let background = DispatchQueue(label: "postgres-gate")
    private let slowness: Duration
    private let attempt: @Sendable () throws -> Void

    /// - Parameters:
    ///   - slowness: Duration beyond which a failed attempt counts as slow.
    ///   - attempt: Connects, to find out whether that is possible again.
    init(slowness: Duration, attempt: @escaping @Sendable () throws -> Void) {
        (self.slowness, self.attempt) = (slowness, attempt)
    }

    /// Runs an attempt to connect.
    /// - Throws: The error of `connect`; that of the last attempt if it failed and the next one
    ///   runs.
    func pass<T>(_ connect: () throws -> T) throws -> T {
        switch state.withLock({ Self.enter(&$0) }) {
        case .connect(let isAlone):
            return try run(connect, isAlone: isAlone)
        case .refused(let failure, let needsAttempt):
            if needsAttempt {
                background.async { [self] in try? run(attempt, isAlone: true) }
            }
            throw failure
        }
    }

    /// Counts a connection that has stopped to answer as an attempt that failed slowly.
    func report(_ failure: PostgresError) {
        state.withLock { state in
            state.failure = failure
            state.wasSlow = true
        }
    }

    private static func enter(_ state: inout State) -> Entry {
        guard let failure = state.failure else { return .connect(isAlone: false) }
        if state.isTrying { return .refused(failure, needsAttempt: false) }
        state.isTrying = true
        return state.wasSlow ? .refused(failure, needsAttempt: true) : .connect(isAlone: true)
    }

    private func run<T>(_ connect: () throws -> T, isAlone: Bool) throws -> T {
        let start = ContinuousClock.now
        do {
            let connection = try connect()
            finish(isAlone, failure: nil, since: start)
            return connection
        } catch {
            let failure = (error as? PostgresError).flatMap {
                $0.isUnavailable && !$0.isFull ? $0 : nil
            }
            finish(isAlone, failure: failure, since: start)
            throw error
        }
    }

    /// Ends an attempt; those that began before the first failure must not end the one that is made
    /// alone after it.
    private func finish(
        _ isAlone: Bool, failure: PostgresError?, since start: ContinuousClock.Instant
    ) {
        state.withLock { state in
            state.failure = failure
            state.wasSlow = start.duration(to: .now) >= slowness
            if isAlone { state.isTrying = false }
        }
    }
}
