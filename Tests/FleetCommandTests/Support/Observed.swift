import Foundation

/// A value that threads change and tests wait for, without polling.
final class Observed<Value>: @unchecked Sendable {
    private typealias Waiter = (
        isReady: (Value) -> Bool, continuation: CheckedContinuation<Void, Never>
    )

    // SAFETY: everything below is used under the lock only.
    private let lock = NSLock()
    private var content: Value
    private var waiters: [Waiter] = []

    init(_ value: Value) { content = value }

    var value: Value { lock.withLock { content } }

    /// Changes the value and wakes those who waited for what it is now.
    @discardableResult
    func change<Result>(_ change: (inout Value) -> Result) -> Result {
        let (result, ready) = lock.withLock {
            let result = change(&content)
            let ready = waiters.filter { $0.isReady(content) }
            waiters.removeAll { $0.isReady(content) }
            return (result, ready)
        }
        for waiter in ready { waiter.continuation.resume() }
        return result
    }

    /// Returns as soon as the condition holds.
    func until(_ condition: @escaping (Value) -> Bool) async {
        await withCheckedContinuation { continuation in
            let holds = lock.withLock {
                if condition(content) { return true }
                waiters.append((condition, continuation))
                return false
            }
            if holds { continuation.resume() }
        }
    }
}
