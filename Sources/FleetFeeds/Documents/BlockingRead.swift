import Dispatch
import NIOConcurrencyHelpers

/// Runs a read that may block on a thread of its own, away from the few that run tasks.
enum BlockingRead {
    /// Runs the read; it asks now and then whether its task was cancelled, and then throws.
    static func run(
        _ read: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> [UInt8]
    ) async throws -> [UInt8] {
        let cancelled = NIOLockedValueBox(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    let result = Result { try read { cancelled.withLockedValue { $0 } } }
                    continuation.resume(with: result)
                }
            }
        } onCancel: {
            cancelled.withLockedValue { $0 = true }
        }
    }
}
