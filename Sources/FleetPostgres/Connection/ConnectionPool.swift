import Dispatch
import FleetSQL
import Synchronization

/// A few places for connections, each with a thread of its own.
///
/// A place has one user at a time. Its connection is opened on first use.
final class ConnectionPool: Sendable {
    /// A place for a connection.
    final class Place: @unchecked Sendable {
        /// Serial, so it has a thread of its own while it works.
        let thread: DispatchQueue
        // SAFETY: used only by its user of the moment.
        var connection: PostgresConnection?

        fileprivate init(number: Int) {
            thread = DispatchQueue(label: "postgres-\(number)")
        }
    }

    private typealias Waiter = @Sendable (Place?) -> Void

    private struct State {
        var slots: ConnectionSlots<Waiter>
        var idle: [Place]
        var isClosed = false

        /// Takes a place, one with a connection if there is one.
        mutating func takePlace() -> Place? {
            let index = idle.lastIndex { $0.connection != nil } ?? idle.indices.last
            return index.map { idle.remove(at: $0) }
        }
    }

    private let state: Mutex<State>
    private let clock = DispatchQueue(label: "postgres-waits")

    init(places: Int) {
        state = Mutex(
            State(slots: ConnectionSlots(places), idle: (0..<places).map(Place.init)))
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

    /// Runs work in a place, on this thread, if one is free at once.
    /// - Returns: `nil` if none is.
    func runAtOnce<T>(_ use: ConnectionUse, _ work: (Place) throws -> T) rethrows -> T? {
        let place = state.withLock { $0.slots.take(for: use) ? $0.takePlace() : nil }
        guard let place else { return nil }
        defer { release(place, use) }
        return try work(place)
    }

    /// Runs blocking work in a place, on its thread.
    /// - Throws: ``PostgresError/busy`` if no place was free for `limit`.
    func run<T: Sendable>(
        _ use: ConnectionUse, waitingUpTo limit: Duration?,
        _ work: @escaping @Sendable (Place) throws -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            take(use, waitingUpTo: limit) { place in
                guard let place else { return continuation.resume(throwing: PostgresError.busy) }
                place.thread.async {
                    let result = Result { try work(place) }
                    self.release(place, use)
                    continuation.resume(with: result)
                }
            }
        }
    }

    /// Runs work in a place, on this thread, which waits for it.
    /// - Throws: ``PostgresError/busy`` if no place was free for `limit`.
    func runBlocking<T>(
        _ use: ConnectionUse, waitingUpTo limit: Duration?, _ work: (Place) throws -> T
    ) throws -> T {
        let taken = DispatchSemaphore(value: 0)
        let found = Mutex<Place?>(nil)
        take(use, waitingUpTo: limit) { place in
            found.withLock { $0 = place }
            taken.signal()
        }
        taken.wait()
        guard let place = found.withLock(\.self) else { throw PostgresError.busy }
        defer { release(place, use) }
        return try work(place)
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
            for place in state.idle { place.connection = nil }
        }
    }

    /// Calls `body` with a place, at once or when one is free for it; with `nil` if that takes
    /// longer than `limit`.
    private func take(
        _ use: ConnectionUse, waitingUpTo limit: Duration?, _ body: @escaping Waiter
    ) {
        let (place, ticket) = state.withLock { state -> (Place?, Int?) in
            if state.slots.take(for: use) { return (state.takePlace(), nil) }
            return (nil, state.slots.wait(for: use, body))
        }
        if let place { return body(place) }
        guard let ticket, let limit else { return }
        clock.asyncAfter(deadline: .now() + limit / .seconds(1)) { [weak self] in
            self?.state.withLock { $0.slots.giveUp(ticket) }?(nil)
        }
    }

    private func release(_ place: Place, _ use: ConnectionUse) {
        state.withLock { state in
            if state.isClosed { place.connection = nil }
            state.slots.release(use)
            state.idle.append(place)
        }
        startWaiting()
    }

    /// Gives free places to the work that waits for them.
    private func startWaiting() {
        while true {
            let next = state.withLock { state -> (Waiter, Place)? in
                guard let (_, waiter) = state.slots.next(), let place = state.takePlace() else {
                    return nil
                }
                return (waiter, place)
            }
            guard let (waiter, place) = next else { return }
            waiter(place)
        }
    }
}
