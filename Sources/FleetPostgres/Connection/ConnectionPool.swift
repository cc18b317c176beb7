import Dispatch
import FleetStore
import Synchronization

/// A few places for connections, each with a thread of its own.
///
/// Whoever takes a place has it alone until it is released. Its connection is opened on first use.
final class ConnectionPool: Sendable {
    /// A place for a connection.
    final class Place: @unchecked Sendable {
        /// Serial, so it has a thread of its own while it works.
        let thread: DispatchQueue
        // SAFETY: used only by whoever has taken the place.
        var connection: PostgresConnection?

        fileprivate init(number: Int) {
            thread = DispatchQueue(label: "postgres-\(number)")
        }
    }

    private struct State {
        var idle: [Place]
        var waiting: [@Sendable (Place) -> Void] = []
        /// Number of times that no place was idle.
        var waits = 0
        var isClosed = false
    }

    private let state: Mutex<State>
    private let places: Int

    /// The connections in use, and how often one was waited for.
    var use: (connections: DatabaseStatistics.Connections, waits: Int) {
        state.withLock { state in
            let open = state.idle.count { $0.connection != nil }
            let inUse = places - state.idle.count
            return (.init(name: "all", inUse: state.isClosed ? 0 : inUse, idle: open), state.waits)
        }
    }

    init(places: Int) {
        self.places = places
        state = Mutex(State(idle: (0..<places).map(Place.init)))
    }

    /// Runs blocking work in a place, on its thread.
    func run<T: Sendable>(_ work: @escaping @Sendable (Place) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            take { place in
                place.thread.async {
                    let result = Result { try work(place) }
                    self.release(place)
                    continuation.resume(with: result)
                }
            }
        }
    }

    /// Runs work in a place, on this thread, which waits for it.
    func runBlocking<T>(_ work: (Place) throws -> T) throws -> T {
        let taken = DispatchSemaphore(value: 0)
        let found = Mutex<Place?>(nil)
        take { place in
            found.withLock { $0 = place }
            taken.signal()
        }
        taken.wait()
        guard let place = found.withLock(\.self) else { preconditionFailure() }
        defer { release(place) }
        return try work(place)
    }

    /// Closes the connections that nobody uses now, and the others when they are released.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for place in idle { release(place) }
    }

    /// Calls `body` with a place that it has alone then, at once or when one is released.
    private func take(_ body: @escaping @Sendable (Place) -> Void) {
        let place = state.withLock { state -> Place? in
            if let place = state.idle.popLast() { return place }
            state.waiting.append(body)
            state.waits += 1
            return nil
        }
        if let place { body(place) }
    }

    private func release(_ place: Place) {
        let next = state.withLock { state -> (@Sendable (Place) -> Void)? in
            if state.isClosed { place.connection = nil }
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.idle.append(place)
            return nil
        }
        next?(place)
    }
}
