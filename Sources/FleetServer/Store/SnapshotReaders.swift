package import FleetCore
package import FleetSQL
package import POSIX
import Synchronization

/// Readers of the stored snapshots: a few threads, each with a connection of its own, so that reads
/// wait neither for commits nor for each other, and block none of Swift's cooperative threads.
package final class SnapshotReaders: HistoryStore {
    private struct State {
        var idle: [any FleetStore]
        var isClosed = false
    }

    /// Threads on which whole requests run, because each of their reads waits for a database; `nil`
    /// if most answers are known without.
    let requestThreads: BlockingThreads?
    private let threads: BlockingThreads
    /// Long reads leave half of the threads to others.
    private let longReads: WorkSlots
    private let state: Mutex<State>
    private let marks: (any FleetStore)?

    /// - Parameters:
    ///   - stores: The connections, one for each thread.
    ///   - sharedThreads: The threads of the database that the stores share with the team, at most
    ///     as many as there are stores; `nil` if each store has a database of its own.
    package init(_ stores: [any FleetStore], on sharedThreads: BlockingThreads? = nil) {
        state = Mutex(State(idle: stores))
        marks = stores.first
        longReads = WorkSlots(count: max(1, stores.count / 2))
        requestThreads = sharedThreads
        threads = sharedThreads ?? BlockingThreads(count: stores.count)
    }

    /// Runs `body` in one read transaction, so that all its reads see the same state.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SnapshotReader) throws -> Value
    ) async throws -> Value {
        try await withStore { try $0.snapshots.read(body) }
    }

    /// Runs `body`, which reads or makes much, in one read transaction after others of its kind.
    func readLong<Value: Sendable>(
        _ body: @escaping @Sendable (any SnapshotReader) throws -> Value
    ) async throws -> Value {
        try await longReads.run { try await read(body) }
    }

    /// Runs `body` with a reader of the history of a source, after other long reads; returns `nil`
    /// if the source has none.
    package func history<Value: Sendable>(
        of key: SourceKey, _ body: @escaping @Sendable (HistoryReader) throws -> Value
    ) async throws -> Value? {
        try await readLong { try $0.history(of: key).map(body) }
    }

    /// Runs `body` with a store that no other thread uses meanwhile; its readers see the values of
    /// ``ValueVisibility/seen``, by default only those for everyone.
    package func withStore<Value: Sendable>(
        _ body: @escaping @Sendable (any FleetStore) throws -> Value
    ) async throws -> Value {
        try await withTaskExecutorPreference(threads) {
            guard let store = state.withLock({ $0.idle.popLast() }) else {
                throw CancellationError()
            }
            defer { release(store) }
            return try ValueVisibility.$seen.withValue(ValueVisibility.seen ?? [.everyone]) {
                try body(store)
            }
        }
    }

    /// Returns the recorded changes and events.
    func changes() async throws -> any ChangeStore { try await withStore { $0.changes } }

    /// Returns a mark that differs once anything was committed; `nil` if that is unknown.
    package func mark() -> CommitMark? { marks?.mark() }

    /// Closes the connections; those of running reads after them.
    package func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for store in idle { try? store.close() }
    }

    private func release(_ store: any FleetStore) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.idle.append(store) }
            return state.isClosed
        }
        if isClosed { try? store.close() }
    }
}
