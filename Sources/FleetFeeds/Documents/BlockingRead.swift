import Dispatch
import Synchronization

/// Runs a read that may block on a thread of its own, away from the few that run tasks.
enum BlockingRead {
    /// Runs the read; it asks now and then whether its task was cancelled, and then throws.
    static func run(
        _ read: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> [UInt8]
    ) async throws -> [UInt8] {
        let flag = CancelFlag()
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

/// Tells a thread that the task it works for was cancelled.
private final class CancelFlag: Sendable {
    private let raised = Atomic(false)

    var isRaised: Bool { raised.load(ordering: .relaxed) }

    func raise() { raised.store(true, ordering: .relaxed) }
}
