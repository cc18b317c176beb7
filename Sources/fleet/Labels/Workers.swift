import Dispatch
import Foundation
import Synchronization

/// Threads that do the same work for many items, each with things of its own.
struct Workers<Own> {
    private let own: [Own]

    /// - Parameter count: How many threads, at least one.
    init(_ count: Int, _ make: () throws -> Own) rethrows {
        own = try (0..<max(1, count)).map { _ in try make() }
    }

    /// Does the work for every item, and hands on what comes of it, some at a time and in order, while
    /// the threads go on.
    ///
    /// Several threads do it at once: it changes nothing but what is its thread's own.
    func map<Item, Value>(
        _ items: [Item], _ work: @escaping (Own, Item) throws -> Value,
        then use: ([Value]) throws -> Void
    ) throws {
        let shift = Shift(own: own, items: items, work: work)
        let threads = DispatchGroup()
        // The thread that this is called on is the last of them: it works where it would wait. The
        // others are not of Dispatch's pool, which has no more than processors, and this may be one.
        for thread in 0..<own.count - 1 {
            threads.enter()
            Thread.detachNewThread {
                shift.run(thread: thread)
                threads.leave()
            }
        }
        defer {
            shift.stop()
            threads.wait()
        }
        for share in 0..<shift.shares { try use(try shift.values(ofShare: share)) }
    }
}

/// What the threads share while they work.
// SAFETY: each of `own` is used by one thread; each of `results` is written by one thread, and read
// after that thread has signalled that its share is done. `work` promises the rest.
private final class Shift<Own, Item, Value>: @unchecked Sendable {
    /// Items that a thread takes at a time.
    private static var size: Int { 32 }

    /// How many times a thread takes some.
    let shares: Int
    private let own: [Own]
    private let items: [Item]
    private let work: (Own, Item) throws -> Value
    private let results: UnsafeMutableBufferPointer<Result<Value, any Error>?>
    private let done: [DispatchSemaphore]
    private let next = Atomic(0)

    init(own: [Own], items: [Item], work: @escaping (Own, Item) throws -> Value) {
        (self.own, self.items, self.work) = (own, items, work)
        shares = (items.count + Self.size - 1) / Self.size
        results = .allocate(capacity: items.count)
        results.initialize(repeating: nil)
        done = (0..<shares).map { _ in DispatchSemaphore(value: 0) }
    }

    deinit {
        results.deinitialize()
        results.deallocate()
    }

    /// Works until no item is left.
    func run(thread: Int) {
        while takeShare(thread: thread) {}
    }

    /// Works on the next share, if there is one.
    private func takeShare(thread: Int) -> Bool {
        let share = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard share < shares else { return false }
        for place in range(ofShare: share) {
            results[place] = Result { try work(own[thread], items[place]) }
        }
        done[share].signal()
        return true
    }

    /// Lets the threads begin nothing new.
    func stop() {
        next.store(shares, ordering: .relaxed)
    }

    /// What came of a share, once it is done; until then, the last thread works.
    func values(ofShare share: Int) throws -> [Value] {
        while done[share].wait(timeout: .now()) == .timedOut {
            guard takeShare(thread: own.count - 1) else {
                done[share].wait()
                break
            }
        }
        return try range(ofShare: share).compactMap { place in
            let result = results[place]
            results[place] = nil
            return try result?.get()
        }
    }

    private func range(ofShare share: Int) -> Range<Int> {
        share * Self.size..<min((share + 1) * Self.size, items.count)
    }
}
