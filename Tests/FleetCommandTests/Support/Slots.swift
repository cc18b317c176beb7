import Foundation
import Testing

/// Lets only as many tests run programs at once as there are processors, so that none starves.
struct Slots: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await body() }
        let free = Self.free
        await free.take()
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
    /// Takes one as soon as there is one.
    fileprivate func take() async {
        while !change({ free in
            defer { free -= free > 0 ? 1 : 0 }
            return free > 0
        }) {
            await until { $0 > 0 }
        }
    }
}

extension Trait where Self == Slots {
    /// Waits for its turn to run programs.
    static var slots: Slots { Slots() }
}
