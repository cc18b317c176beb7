import Foundation
import Testing

/// Trait that limits the number of tests that run programs at once to three times the number of
/// processors: such tests mostly wait.
struct Slots: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await body() }
        await Self.queue.takeSlot()
        do {
            try await body()
        } catch {
            await Self.queue.releaseSlot()
            throw error
        }
        await Self.queue.releaseSlot()
    }

    private static let queue = Queue(slots: 3 * ProcessInfo.processInfo.activeProcessorCount)

    /// Slots, given to waiting tests in turn.
    private actor Queue {
        private var free: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(slots: Int) { free = slots }

        func takeSlot() async {
            guard free == 0 else { return free -= 1 }
            await withCheckedContinuation { waiting.append($0) }
        }

        func releaseSlot() {
            if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        }
    }
}

extension Trait where Self == Slots {
    /// Limits the number of tests that run programs at once.
    static var slots: Slots { Slots() }
}
