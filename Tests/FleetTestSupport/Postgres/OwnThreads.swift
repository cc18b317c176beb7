import Foundation
package import Testing

/// Runs tests on threads of their own.
///
/// Tests that wait for the programs of a database or for its locks block their thread, and Swift has
/// only as many as the machine has cores: two of them would halt all other tests of the process.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadForEachJob.shared) { try await body() }
    }
}

extension Trait where Self == OwnThreads {
    /// Runs tests on threads of their own, because they block.
    package static var ownThreads: OwnThreads { OwnThreads() }
}

/// Never lets a job wait for a thread, so jobs may wait for each other.
private final class ThreadForEachJob: TaskExecutor {
    static let shared = ThreadForEachJob()

    func enqueue(_ job: consuming ExecutorJob) {
        let (job, executor) = (UnownedJob(job), asUnownedTaskExecutor())
        Thread.detachNewThread { job.runSynchronously(on: executor) }
    }
}
