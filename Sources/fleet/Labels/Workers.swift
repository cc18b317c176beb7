import Dispatch
import Synchronization

/// Threads that do the same work for many items, each with things of its own.
struct Workers<Own> {
    private let own: [Own]

    /// - Parameter count: How many threads, at least one.
    init(_ count: Int, _ make: () throws -> Own) rethrows {
        own = try (0..<max(1, count)).map { _ in try make() }
    }

    /// Does the work for every item; what comes of it is in the order of the items.
    ///
    /// Several threads do it at once: it changes nothing but what is its thread's own.
    func map<Item, Value>(
        _ items: [Item], _ work: @escaping (Own, Item) throws -> Value
    ) throws -> [Value] {
        var results = [Result<Value, any Error>?](repeating: nil, count: items.count)
        results.withUnsafeMutableBufferPointer { results in
            let shift = Shift(own: own, items: items, results: results, work: work)
            DispatchQueue.concurrentPerform(iterations: own.count) { shift.run(thread: $0) }
        }
        return try results.compactMap { try $0?.get() }
    }
}

/// What the threads share while they work.
// SAFETY: each of `own` is used by one thread, each of `results` is written by one thread, and all
// threads have ended before anybody reads the results. `work` promises the rest.
private final class Shift<Own, Item, Value>: @unchecked Sendable {
    /// Items that a thread takes at a time.
    private static var share: Int { 8 }

    private let own: [Own]
    private let items: [Item]
    private let results: UnsafeMutableBufferPointer<Result<Value, any Error>?>
    private let work: (Own, Item) throws -> Value
    private let next = Atomic(0)

    init(
        own: [Own], items: [Item],
        results: UnsafeMutableBufferPointer<Result<Value, any Error>?>,
        work: @escaping (Own, Item) throws -> Value
    ) {
        (self.own, self.items, self.results, self.work) = (own, items, results, work)
    }

    /// Works until no item is left.
    func run(thread: Int) {
        while true {
            let first = next.wrappingAdd(Self.share, ordering: .relaxed).oldValue
            guard first < items.count else { return }
            for place in first..<min(first + Self.share, items.count) {
                results[place] = Result { try work(own[thread], items[place]) }
            }
        }
    }
}
