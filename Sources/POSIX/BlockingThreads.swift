import Dispatch
import Foundation
import Synchronization

/// Threads for work that blocks, so that it does not block Swift's cooperative threads.
///
/// A task that prefers them stays on its thread for several reads of a database; each change of
/// threads costs about as much as a short statement.
package final class BlockingThreads: TaskExecutor {
    /// The most threads; each is started when it is needed first.
    package let count: Int
    private let queue: Queue

    /// Creates threads for at most `count` jobs at once.
    package init(count: Int) {
        self.count = count
        queue = Queue(maxThreads: count)
    }

    deinit { queue.close() }

    /// Runs a job on one of the threads, after the jobs before it.
    package func enqueue(_ job: consuming ExecutorJob) {
        guard queue.add(UnownedJob(job)) else { return }
        let (queue, executor) = (queue, asUnownedTaskExecutor())
        Thread.detachNewThread {
            while let job = queue.next() { job.runSynchronously(on: executor) }
        }
    }

    /// Runs work that blocks on one of the threads.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withTaskExecutorPreference(self) { try work() }
    }

    /// Jobs that wait for a thread.
    private final class Queue: Sendable {
        private struct State {
            var jobs: [UnownedJob] = []
            var threads = 0
            var idleThreads = 0
        }

        private let maxThreads: Int
        private let state = Mutex(State())
        /// Counts the jobs, and after the end the threads.
        private let available = DispatchSemaphore(value: 0)

        init(maxThreads: Int) { self.maxThreads = maxThreads }

        /// Adds a job; returns whether a new thread is needed for it.
        func add(_ job: UnownedJob) -> Bool {
            let needsThread = state.withLock { state in
                state.jobs.append(job)
                guard state.jobs.count > state.idleThreads, state.threads < maxThreads else {
                    return false
                }
                state.threads += 1
                return true
            }
            available.signal()
            return needsThread
        }

        /// Waits for a job and takes it; returns `nil` at the end.
        func next() -> UnownedJob? {
            state.withLock { $0.idleThreads += 1 }
            available.wait()
            return state.withLock { state in
                state.idleThreads -= 1
                return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
            }
        }

        /// Ends the threads.
        func close() {
            for _ in 0..<state.withLock(\.threads) { available.signal() }
        }
    }
}
