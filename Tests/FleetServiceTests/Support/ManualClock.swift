import FleetCore
import FleetService
import Foundation

/// A clock that a test moves; it tells of everybody who sleeps.
///
/// SAFETY: all that changes is read and written under the lock.
final class ManualClock: @unchecked Sendable {
    private struct Sleeper {
        var until: Timestamp
        var gate: Gate<Void>
    }

    /// The time of each sleep that begins, whether or not it has passed.
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

    /// How many sleep.
    var sleeping: Int { lock.withLock { sleepers.count } }

    /// What the service is handed; people see a clock that is an hour behind.
    var service: ServiceClock {
        ServiceClock(
            now: { self.now }, shownNow: { self.now - .seconds(3600) },
            sleep: { try await self.sleep($0) }, jitter: { 0 })
    }

    /// Moves the time, also backwards, and wakes whoever waited for it.
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

/// A value that somebody waits for until it is given or the wait is cancelled.
///
/// SAFETY: all that changes is read and written under the lock.
final class Gate<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private let obeysCancellation: Bool
    private var result: Result<Value, any Error>?
    private var waiter: CheckedContinuation<Value, any Error>?

    /// A gate that does not obey cancellation is left only by being opened.
    init(obeysCancellation: Bool = true) {
        self.obeysCancellation = obeysCancellation
    }

    /// Gives the value; only the first one counts.
    func open(_ value: Result<Value, any Error>) {
        let waiting = lock.withLock {
            guard result == nil else { return nil as CheckedContinuation<Value, any Error>? }
            result = value
            return waiter
        }
        waiting?.resume(with: value)
    }

    /// Waits for the value; one waiter at most.
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
