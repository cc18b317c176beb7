import Synchronization

/// Values read from a database, which hold as long as its mark stays the same.
package final class MarkedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var mark: CommitMark?
        var values: [Key: Value] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: Number of values, beyond which all are forgotten.
    package init(limit: Int) { self.limit = limit }

    /// Returns a value that was read from the database as it is now.
    /// - Parameter mark: The mark now; `nil` if it is not known.
    package func value(of key: Key, at mark: CommitMark?) -> Value? {
        state.withLock { mark != nil && $0.mark == mark ? $0.values[key] : nil }
    }

    /// Keeps a value.
    /// - Parameter mark: The mark before the value was read; `nil` keeps nothing.
    package func keep(_ value: Value, of key: Key, readAt mark: CommitMark?) {
        guard let mark else { return }
        state.withLock { state in
            if state.mark != mark || state.values.count >= limit {
                state.mark = mark
                state.values = [:]
            }
            state.values[key] = value
        }
    }
}
