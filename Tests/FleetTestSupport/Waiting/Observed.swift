import Foundation

/// A value that threads change and that tests wait for without polling.
package final class Observed<Value>: @unchecked Sendable {
    private struct Waiter {
        let number: Int
        let isReady: (Value) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    // SAFETY: everything below is used only under the lock.
    private let lock = NSLock()
    private var content: Value
    private var waiters: [Waiter] = []
    private var lastNumber = 0

    package init(_ value: Value) { content = value }

    package var value: Value { lock.withLock { content } }

    /// Changes the value and resumes the waiters whose conditions are now true.
    @discardableResult
    package func change<Result>(_ change: (inout Value) -> Result) -> Result {
        let (result, ready) = lock.withLock {
            let result = change(&content)
            let ready = waiters.filter { $0.isReady(content) }
            waiters.removeAll { $0.isReady(content) }
            return (result, ready)
        }
        for waiter in ready { waiter.continuation.resume(returning: true) }
        return result
    }

    /// Waits until the condition is true; returns false if it is not within this many seconds.
    @discardableResult
    package func waitUntil(
        within seconds: Double? = nil, _ condition: @escaping (Value) -> Bool
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let number = lock.withLock { () -> Int? in
                if condition(content) { return nil }
                lastNumber += 1
                waiters.append(
                    Waiter(number: lastNumber, isReady: condition, continuation: continuation))
                return lastNumber
            }
            guard let number else { return continuation.resume(returning: true) }
            guard let seconds else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
                self?.timeOut(number)
            }
        }
    }

    private func timeOut(_ number: Int) {
        let waiter = lock.withLock { () -> Waiter? in
            let index = waiters.firstIndex { $0.number == number }
            return index.map { waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: false)
    }
}
