import Dispatch
import FleetTestSupport
import Foundation
import POSIX
import Testing

@Suite struct BlockingThreadsTests {
    @Test("as many tasks wait at once as there are threads, on no other threads")
    func count() async throws {
        let threads = BlockingThreads(count: 2)
        let seen = Observed<Set<ObjectIdentifier>>([])
        let arrived = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask(executorPreference: threads) {
                    seen.change { _ = $0.insert(Self.thread) }
                    // Two that need each other.
                    if number == 0 {
                        let end = DispatchTime.now() + Deadline.seconds
                        try #require(arrived.wait(timeout: end) == .success)
                    }
                    if number == 1 { arrived.signal() }
                }
            }
            try await group.waitForAll()
        }
        #expect((1...2).contains(seen.value.count))
        #expect(!seen.value.contains(Self.thread))
    }

    @Test("a task that prefers them stays on its thread for several reads")
    func preference() async throws {
        let threads = BlockingThreads(count: 3)
        for _ in 0..<20 {
            let visited = await withTaskExecutorPreference(threads) {
                var visited = [Self.thread]
                for _ in 0..<3 {
                    visited.append(await withTaskExecutorPreference(threads) { Self.thread })
                    visited.append(Self.thread)
                }
                return visited
            }
            #expect(Set(visited).count == 1)
        }
    }

    @Test("the threads end with them, after what was asked for")
    func end() async throws {
        let living = Observed(0)
        do {
            let threads = BlockingThreads(count: 4)
            let done = Observed(0)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask(executorPreference: threads) {
                        Self.liveOnThread(counter: living)
                        done.change { $0 += 1 }
                    }
                }
            }
            #expect(done.value == 8)
            #expect((1...4).contains(living.value))
        }
        #expect(await living.waitUntil(within: Deadline.seconds) { $0 == 0 })
    }

    private static func liveOnThread(counter: Observed<Int>) {
        let own = Thread.current.threadDictionary
        if own["life"] == nil { own["life"] = Life(counter: counter) }
    }

    /// Counts the threads that keep one.
    private final class Life {
        private let counter: Observed<Int>

        init(counter: Observed<Int>) {
            self.counter = counter
            counter.change { $0 += 1 }
        }

        deinit { counter.change { $0 -= 1 } }
    }

    private static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }
}
