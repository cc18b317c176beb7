import FleetCore
import FleetService
import Foundation

/// A clock that a test moves; it reports every sleep.
///
/// SAFETY: all mutable state is read and written under the lock.
final class ManualClock: @unchecked Sendable {
    private struct Sleeper {
        var until: Timestamp
        var gate: Gate<Void>
    }

    /// End of each sleep that begins, even if it has passed.
    let sleeps: AsyncStream<Timestamp>

    private let lock = NSLock()
    private let began: AsyncStream<Timestamp>.Continuation
    private var time = origin
    private var sleepers: [Int: Sleeper] = [:]
    private var lastSleeper = 0

    init() {
        (sleeps, began) = AsyncStream.makeStream(of: Timestamp.self)
    }

    var now: Timestamp { lock.withLock { time } }

    /// Number of running sleeps.
    var sleeping: Int { lock.withLock { sleepers.count } }

    /// Clock for the service; the clock that people see is an hour behind.
    var service: ServiceClock {
        ServiceClock(
            now: { self.now }, shownNow: { self.now - .seconds(3600) },
            sleep: { try await self.sleep($0) }, jitter: { 0 })
    }

    /// Moves the time, also backwards, and ends the sleeps that are over.
    func advance(by interval: Duration) {
        let awake = lock.withLock {
            time = time + interval
            return sleepers.values.filter { $0.until <= time }.map(\.gate)
        }
        for gate in awake { gate.open(.success(())) }
    }

    private func sleep(_ until: Timestamp) async throws {
        let gate = Gate<Void>()
        let (id, isPast) = lock.withLock {
            lastSleeper += 1
            sleepers[lastSleeper] = Sleeper(until: until, gate: gate)
            return (lastSleeper, until <= time)
        }
        defer { _ = lock.withLock { sleepers.removeValue(forKey: id) } }
        if isPast { gate.open(.success(())) }
        began.yield(until)
        try await gate.value()
    }
}

/// A value that a task waits for until it is available or the wait is cancelled.
///
/// SAFETY: all mutable state is read and written under the lock.
final class Gate<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private let obeysCancellation: Bool
    private var result: Result<Value, any Error>?
    private var waiter: CheckedContinuation<Value, any Error>?

    /// Creates a gate; one that does not obey cancellation waits until it is opened.
    init(obeysCancellation: Bool = true) {
        self.obeysCancellation = obeysCancellation
    }

    /// Sets the value; only the first call counts.
    func open(_ value: Result<Value, any Error>) {
        let waiting = lock.withLock {
            guard result == nil else { return nil as CheckedContinuation<Value, any Error>? }
            result = value
            return waiter
        }
        waiting?.resume(with: value)
    }

    /// Waits for the value; at most one task may wait.
    func value() async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let known = lock.withLock {
                    if result == nil { waiter = continuation }
                    return result
                }
                if let known { continuation.resume(with: known) }
            }
        } onCancel: {
            if obeysCancellation { open(.failure(CancellationError())) }
        }
    }
}
