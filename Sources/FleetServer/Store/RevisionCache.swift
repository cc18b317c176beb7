import FleetCore
import Synchronization

/// Values that depend on a snapshot, of the requests that were made last.
final class RevisionCache<Value: Sendable>: Sendable {
    private struct Entry {
        let revision: Int64
        let value: Value
        var use: Int
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var uses = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: Number of values that are kept.
    init(limit: Int) { self.limit = limit }

    /// Returns the value of a key, made by `make` unless that of this revision is kept.
    func value(
        of key: String, revision: Int64, _ make: () throws -> Value
    ) rethrows -> Value {
        let known = state.withLock { state -> Value? in
            guard let entry = state.entries[key], entry.revision == revision else { return nil }
            state.uses += 1
            state.entries[key]?.use = state.uses
            return entry.value
        }
        if let known { return known }
        let value = try make()
        state.withLock { state in
            state.uses += 1
            state.entries[key] = Entry(revision: revision, value: value, use: state.uses)
            while state.entries.count > limit,
                let oldest = state.entries.min(by: { $0.value.use < $1.value.use })
            {
                state.entries[oldest.key] = nil
            }
        }
        return value
    }
}
