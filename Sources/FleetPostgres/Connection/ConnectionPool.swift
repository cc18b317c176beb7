import Dispatch
import FleetSQL
import Synchronization

/// A few slots for connections, each with its thread.
///
/// A slot has one user at a time. Its connection is opened on first use.
final class ConnectionPool: Sendable {
    /// A slot for a connection.
    final class Slot: @unchecked Sendable {
        /// Serial, so it has a thread of its own while it works.
        let thread: DispatchQueue
        // SAFETY: used only by its user of the moment.
        var connection: PostgresConnection?

        fileprivate init(number: Int) {
            thread = DispatchQueue(label: "postgres-\(number)")
        }
    }

    private typealias Waiter = @Sendable (Slot?) -> Void

    private struct State {
        var slots: ConnectionSlots<Waiter>
        var idle: [Slot]
        var isClosed = false

        /// Takes a slot, one with a connection if there is one.
        mutating func takeSlot() -> Slot? {
            let index = idle.lastIndex { $0.connection != nil } ?? idle.indices.last
            return index.map { idle.remove(at: $0) }
        }
    }

    private let state: Mutex<State>
    private let clock = DispatchQueue(label: "postgres-waits")

    init(size: Int) {
        state = Mutex(
            State(slots: ConnectionSlots(size), idle: (0..<size).map(Slot.init)))
    }

    /// The connections in use, and how often one was waited for.
    var use: (connections: [DatabaseStatistics.Connections], waits: Int) {
        state.withLock { state in
            var connections = ConnectionUse.allCases.map { use in
                DatabaseStatistics.Connections(
                    name: use.rawValue, inUse: state.slots.used(for: use), idle: 0)
            }
            let idle = state.idle.count { $0.connection != nil }
            connections.append(.init(name: "all", inUse: 0, idle: idle))
            return (connections, state.slots.waits)
        }
    }

    /// Runs work in a slot, on this thread, if one is free at once.
    /// - Returns: `nil` if none is.
    func runAtOnce<T>(_ use: ConnectionUse, _ work: (Slot) throws -> T) rethrows -> T? {
        let slot = state.withLock { $0.slots.take(for: use) ? $0.takeSlot() : nil }
        guard let slot else { return nil }
        defer { release(slot, use) }
        return try work(slot)
    }

    /// Runs blocking work in a slot, on its thread.
    /// - Throws: ``PostgresError/busy`` if no slot was free for `limit`.
    func run<T: Sendable>(
        _ use: ConnectionUse, waitingUpTo limit: Duration?,
        _ work: @escaping @Sendable (Slot) throws -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            take(use, waitingUpTo: limit) { slot in
                guard let slot else { return continuation.resume(throwing: PostgresError.busy) }
                slot.thread.async {
                    let result = Result { try work(slot) }
                    self.release(slot, use)
                    continuation.resume(with: result)
                }
            }
        }
    }

    /// Runs work in a slot, on this thread, which waits for it.
    /// - Throws: ``PostgresError/busy`` if no slot was free for `limit`.
    func runBlocking<T>(
        _ use: ConnectionUse, waitingUpTo limit: Duration?, _ work: (Slot) throws -> T
    ) throws -> T {
        let taken = DispatchSemaphore(value: 0)
        let found = Mutex<Slot?>(nil)
        take(use, waitingUpTo: limit) { slot in
            found.withLock { $0 = slot }
            taken.signal()
        }
        taken.wait()
        guard let slot = found.withLock(\.self) else { throw PostgresError.busy }
        defer { release(slot, use) }
        return try work(slot)
    }

    /// Uses fewer connections for a while, because the server accepts no more.
    func narrow(for duration: Duration) {
        state.withLock { $0.slots.narrow() }
        clock.asyncAfter(deadline: .now() + duration / .seconds(1)) { [weak self] in
            guard let self else { return }
            state.withLock { $0.slots.widen() }
            startWaiting()
        }
    }

    /// Closes the connections that are idle, and the others when they are released.
    func close() {
        state.withLock { state in
            state.isClosed = true
            for slot in state.idle { slot.connection = nil }
        }
    }

    /// Calls `body` with a slot, at once or when one is free for it; with `nil` if that takes
    /// longer than `limit`.
    private func take(
        _ use: ConnectionUse, waitingUpTo limit: Duration?, _ body: @escaping Waiter
    ) {
        let (slot, ticket) = state.withLock { state -> (Slot?, Int?) in
            if state.slots.take(for: use) { return (state.takeSlot(), nil) }
            return (nil, state.slots.wait(for: use, body))
        }
        if let slot { return body(slot) }
        guard let ticket, let limit else { return }
        clock.asyncAfter(deadline: .now() + limit / .seconds(1)) { [weak self] in
            self?.state.withLock { $0.slots.giveUp(ticket) }?(nil)
        }
    }

    private func release(_ slot: Slot, _ use: ConnectionUse) {
        state.withLock { state in
            if state.isClosed { slot.connection = nil }
            state.slots.release(use)
            state.idle.append(slot)
        }
        startWaiting()
    }

    /// Gives free slots to the work that waits for them.
    private func startWaiting() {
        while true {
            let next = state.withLock { state -> (Waiter, Slot)? in
                guard let (_, waiter) = state.slots.next(), let slot = state.takeSlot() else {
                    return nil
                }
                return (waiter, slot)
            }
            guard let (waiter, slot) = next else { return }
            waiter(slot)
        }
    }
}
