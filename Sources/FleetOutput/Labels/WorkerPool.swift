import Dispatch
import Foundation
import Synchronization

/// Threads that do the same work for many items, each with its own resources.
struct WorkerPool<Resource> {
    private let resources: [Resource]

    /// - Parameter count: Number of threads, at least one.
    init(_ count: Int, _ make: () throws -> Resource) rethrows {
        resources = try (0..<max(1, count)).map { _ in try make() }
    }

    /// Does the work for every item, and passes the results to `use` in batches and in order, while
    /// the threads continue; stops within one item after an error.
    ///
    /// `work` runs on several threads at once; it may change nothing but the resource of its
    /// thread.
    func map<Item, Value>(
        _ items: [Item], _ work: @escaping (Resource, Item) throws -> Value,
        then use: ([Value]) throws -> Void
    ) throws {
        let queue = BatchQueue(resources: resources, items: items, work: work)
        let threads = DispatchGroup()
        // The calling thread is the last worker: it works instead of waiting. The others are not in
        // Dispatch's pool, which has one thread per processor, and the calling thread may be one of
        // them.
        for thread in 0..<resources.count - 1 {
            threads.enter()
            Thread.detachNewThread {
                queue.run(thread: thread)
                threads.leave()
            }
        }
        defer {
            queue.stop()
            threads.wait()
        }
        for batch in 0..<queue.batches {
            try Task.checkCancellation()
            try use(try queue.values(ofBatch: batch))
        }
    }
}

/// Queue of batches that the threads share.
// SAFETY: each of `resources` is used by one thread; each of `results` is written by one thread,
// and read after that thread has signalled that its batch is done. `work` promises the rest.
private final class BatchQueue<Resource, Item, Value>: @unchecked Sendable {
    /// Number of items in a batch.
    private static var batchSize: Int { 32 }

    /// Number of batches.
    let batches: Int
    private let resources: [Resource]
    private let items: [Item]
    private let work: (Resource, Item) throws -> Value
    private let results: UnsafeMutableBufferPointer<Result<Value, any Error>?>
    private let done: [DispatchSemaphore]
    private let next = Atomic(0)
    private let isStopped = Atomic(false)

    init(
        resources: [Resource], items: [Item], work: @escaping (Resource, Item) throws -> Value
    ) {
        (self.resources, self.items, self.work) = (resources, items, work)
        batches = (items.count + Self.batchSize - 1) / Self.batchSize
        results = .allocate(capacity: items.count)
        results.initialize(repeating: nil)
        done = (0..<batches).map { _ in DispatchSemaphore(value: 0) }
    }

    deinit {
        results.deinitialize()
        results.deallocate()
    }

    /// Works until no item is left.
    func run(thread: Int) {
        while runBatch(thread: thread) {}
    }

    /// Works on the next batch; returns false if there is none.
    private func runBatch(thread: Int) -> Bool {
        let batch = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard batch < batches else { return false }
        for index in range(ofBatch: batch) where !isStopped.load(ordering: .relaxed) {
            results[index] = Result { try work(resources[thread], items[index]) }
        }
        done[batch].signal()
        return true
    }

    /// Keeps the threads from starting another item.
    func stop() {
        next.store(batches, ordering: .relaxed)
        isStopped.store(true, ordering: .relaxed)
    }

    /// Returns the results of a batch when it is done; until then, the last thread works.
    func values(ofBatch batch: Int) throws -> [Value] {
        while done[batch].wait(timeout: .now()) == .timedOut {
            guard runBatch(thread: resources.count - 1) else {
                done[batch].wait()
                break
            }
        }
        return try range(ofBatch: batch).compactMap { index in
            let result = results[index]
            results[index] = nil
            return try result?.get()
        }
    }

    private func range(ofBatch batch: Int) -> Range<Int> {
        batch * Self.batchSize..<min((batch + 1) * Self.batchSize, items.count)
    }
}
