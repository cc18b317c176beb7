import Foundation

/// Thread-safe list of numbers.
final class Counts: @unchecked Sendable {
    // SAFETY: `numbers` is accessed only while holding the lock.
    private let lock = NSLock()
    private var numbers: [Int] = []

    func append(_ number: Int) { lock.withLock { numbers.append(number) } }

    var all: [Int] { lock.withLock { numbers } }
}
