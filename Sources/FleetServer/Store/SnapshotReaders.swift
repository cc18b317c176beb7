package import FleetStore
import NIOPosix
import Synchronization

/// Readers of the stored snapshots: a few threads, each with a connection of its own, so that reads
/// wait neither for commits nor for each other, and block none of Swift's cooperative threads.
package final class SnapshotReaders: Sendable {
    private let pool: NIOThreadPool
    private let idle: Mutex<[FleetStore]>
    private let marks: FleetStore?

    /// - Parameter stores: The connections, one for each thread.
    package init(_ stores: [FleetStore]) {
        idle = Mutex(stores)
        marks = stores.first
        pool = NIOThreadPool(numberOfThreads: stores.count)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// Runs `body` in one read transaction, so that all its reads see the same state.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SnapshotReader) throws -> Value
    ) async throws -> Value {
        try await withStore { try $0.snapshots.read(body) }
    }

    /// Runs `body` with a store that no other thread uses meanwhile.
    package func withStore<Value: Sendable>(
        _ body: @escaping @Sendable (FleetStore) throws -> Value
    ) async throws -> Value {
        try await pool.runIfActive { [self] in
            guard let store = idle.withLock({ $0.popLast() }) else { throw CancellationError() }
            defer { idle.withLock { $0.append(store) } }
            return try body(store)
        }
    }

    /// Returns a mark that differs once anything was committed; nil if that is unknown.
    package func mark() -> CommitMark? { marks?.mark() }

    /// Closes the connections, after the reads that run.
    package func close() async {
        try? await pool.shutdownGracefully()
        for store in idle.withLock({ $0 }) { try? store.close() }
    }
}
