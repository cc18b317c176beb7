import Dispatch
import Synchronization

/// Runner for reads that may block, on a thread outside the pool that runs tasks.
enum BlockingRead {
    /// Runs the read, which must poll `isCancelled` and throw once the task is cancelled.
    static func run<Value: Sendable>(
        _ read: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Value
    ) async throws -> Value {
        let flag = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try read { flag.isRaised } })
                }
            }
        } onCancel: {
            flag.raise()
        }
    }
}

/// Signal to a thread that its task was cancelled.
private final class CancellationFlag: Sendable {
    private let raised = Atomic(false)

    var isRaised: Bool { raised.load(ordering: .relaxed) }

    func raise() { raised.store(true, ordering: .relaxed) }
}
