import Foundation

/// Numbers told from any thread, in order.
final class Counts: @unchecked Sendable {
    // SAFETY: `numbers` is used under the lock only.
    private let lock = NSLock()
    private var numbers: [Int] = []

    func append(_ number: Int) { lock.withLock { numbers.append(number) } }

    var all: [Int] { lock.withLock { numbers } }
}
