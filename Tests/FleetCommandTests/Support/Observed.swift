import Foundation

/// A value that threads change and tests wait for, without polling.
final class Observed<Value>: @unchecked Sendable {
    private struct Waiter {
        let number: Int
        let isReady: (Value) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    // SAFETY: everything below is used under the lock only.
    private let lock = NSLock()
    private var content: Value
    private var waiters: [Waiter] = []
    private var last = 0

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
        for waiter in ready { waiter.continuation.resume(returning: true) }
        return result
    }

    /// Returns as soon as the condition holds, or `false` when it did not in so many seconds.
    @discardableResult
    func until(
        within seconds: Double? = nil, _ condition: @escaping (Value) -> Bool
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let number = lock.withLock { () -> Int? in
                if condition(content) { return nil }
                last += 1
                waiters.append(
                    Waiter(number: last, isReady: condition, continuation: continuation))
                return last
            }
            guard let number else { return continuation.resume(returning: true) }
            guard let seconds else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
                self?.giveUp(number)
            }
        }
    }

    private func giveUp(_ number: Int) {
        let late = lock.withLock { () -> Waiter? in
            let place = waiters.firstIndex { $0.number == number }
            return place.map { waiters.remove(at: $0) }
        }
        late?.continuation.resume(returning: false)
    }
}
