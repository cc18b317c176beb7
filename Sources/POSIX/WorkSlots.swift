import Synchronization

/// Slots for work of which only some may run at once; the rest waits in order, without a thread.
package final class WorkSlots: Sendable {
    /// Error of work that would have to wait in a full queue.
    package struct QueueFull: Error {}

    private typealias Waiter = CheckedContinuation<Bool, Never>

    private struct State {
        var free: Int
        /// Work that may be cancelled while it waits, by number; it goes after all other work.
        var cancellable: [(number: Int, waiter: Waiter)] = []
        var lastNumber = 0
        /// Work with a reserved place in the queue, which goes first.
        var reserved: [Waiter] = []
        var waiting: [Waiter] = []
    }

    private let queueLimit: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - count: Number of slots.
    ///   - queue: Number of further work that may wait.
    package init(count: Int, queue: Int = .max) {
        queueLimit = queue
        state = Mutex(State(free: count))
    }

    /// Number of free slots.
    package var freeCount: Int { state.withLock(\.free) }

    /// Number of those that wait.
    package var waitingCount: Int {
        state.withLock { $0.reserved.count + $0.waiting.count + $0.cancellable.count }
    }

    /// Whether work would get a slot or may wait for one.
    package var hasRoom: Bool {
        state.withLock { $0.free > 0 || $0.waiting.count < queueLimit }
    }

    /// Runs `body` in a slot.
    /// - Parameter isReserved: Whether it goes first and is never refused.
    /// - Throws: ``QueueFull``; the errors of `body`.
    package func run<Value: Sendable>(
        isReserved: Bool = false, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard await enter(isReserved) else { throw QueueFull() }
        defer { leave() }
        return try await body()
    }

    /// Waits for a slot, whatever the length of the queue; its owner must call `leave()`.
    /// - Throws: Only `CancellationError`.
    package func waitForSlot() async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let hasSlot = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasSlot = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    state.cancellable.append((number, continuation))
                    return nil
                }
                if let hasSlot { continuation.resume(returning: hasSlot) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.cancellable.firstIndex { $0.number == number }
                    .map { state.cancellable.remove(at: $0).waiter }
            }
            waiter?.resume(returning: false)
        }
        if !hasSlot { throw CancellationError() }
    }

    /// Waits for a slot; returns false if the queue is full.
    private func enter(_ isReserved: Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let hasEntered = state.withLock { state -> Bool? in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                if isReserved {
                    state.reserved.append(continuation)
                } else if state.waiting.count < queueLimit {
                    state.waiting.append(continuation)
                } else {
                    return false
                }
                return nil
            }
            if let hasEntered { continuation.resume(returning: hasEntered) }
        }
    }

    /// Frees a slot.
    package func leave() {
        let next = state.withLock { state -> Waiter? in
            if !state.reserved.isEmpty { return state.reserved.removeFirst() }
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            if !state.cancellable.isEmpty { return state.cancellable.removeFirst().waiter }
            state.free += 1
            return nil
        }
        next?.resume(returning: true)
    }
}
