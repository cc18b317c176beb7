import Foundation
import Testing

/// Trait that limits the number of tests that run programs at once to the number of processors.
struct Slots: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await body() }
        let free = Self.free
        await free.takeSlot()
        do {
            try await body()
        } catch {
            free.change { $0 += 1 }
            throw error
        }
        free.change { $0 += 1 }
    }

    private static let free = Observed(ProcessInfo.processInfo.activeProcessorCount)
}

extension Observed<Int> {
    /// Waits for a free slot and takes it.
    fileprivate func takeSlot() async {
        while !change({ free in
            defer { free -= free > 0 ? 1 : 0 }
            return free > 0
        }) {
            await waitUntil { $0 > 0 }
        }
    }
}

extension Trait where Self == Slots {
    /// Limits the number of tests that run programs at once.
    static var slots: Slots { Slots() }
}
