package import FleetCore
package import FleetService
import Synchronization

/// Receiver of alerts, one at a time.
package protocol Notifier: Sendable {
    /// Name in warnings, without secrets.
    var label: String { get }

    /// Sends an alert; returns when the receiver has accepted it.
    ///
    /// - Throws: `NotifierError`; `CancellationError` if the task is cancelled, soon and after
    ///   cleaning up.
    func notify(_ alert: Alert) async throws

    /// Closes connections that stay open between calls.
    func close() async
}

/// Sender of alerts to one notifier, driven by an ``AlertQueue``.
///
/// Posting never waits for the notifier.
package final class AlertDelivery: Sendable {
    let notifier: any Notifier
    private let clock: ServiceClock
    let warn: @Sendable (String) -> Void
    private let queue: Mutex<AlertQueue>
    private let task = Mutex<Task<Void, Never>?>(nil)
    /// Wake-ups of ``run()``: an alert was added, a timer fired or ``finish()`` was called.
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    package init(
        _ notifier: any Notifier, perMinute: Int, clock: ServiceClock,
        warn: @escaping @Sendable (String) -> Void
    ) {
        (self.notifier, self.clock, self.warn) = (notifier, clock, warn)
        queue = Mutex(AlertQueue(perMinute: perMinute))
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Number of alerts that were not delivered, once the delivery has ended.
    var lossCount: Int { queue.withLock { $0.lossCount } }

    /// Begins to send alerts, in a task that only ``cancel()`` and ``finish(_:)`` end.
    func start() {
        let task = Task { await run() }
        self.task.withLock { $0 = task }
    }

    /// Gives up all queued alerts.
    func cancel() { task.withLock(\.self)?.cancel() }

    /// Time limit for alerts that are still queued at the end.
    package static let finishTimeout = Duration.seconds(5)

    /// Tries each queued alert once, until the time limit, and ends the deliveries.
    static func finish(_ deliveries: [AlertDelivery], within timeout: Duration) async {
        for delivery in deliveries { delivery.finish() }
        let limit = Task {
            try await Task.sleep(for: timeout)
            for delivery in deliveries { delivery.cancel() }
        }
        for delivery in deliveries { await delivery.task.withLock(\.self)?.value }
        limit.cancel()
    }

    /// Queues alerts.
    func post(_ alerts: [Alert]) {
        guard !alerts.isEmpty else { return }
        queue.withLock { $0.add(alerts) }
        signal.yield()
    }

    /// Makes ``run()`` return once it has tried every queued alert.
    private func finish() {
        queue.withLock { $0.finish() }
        signal.yield()
    }

    /// Sends alerts until ``finish()`` is called or the task is cancelled.
    private func run() async {
        var signals = signals.makeAsyncIterator()
        loop: while !Task.isCancelled {
            let now = clock.now()
            reportLosses(at: now)
            switch queue.withLock({ $0.next(at: now) }) {
            case .call(let alert): await send(alert)
            case .wait(let until):
                let timer = until.map { time in
                    Task { [clock, signal] in
                        try await clock.sleep(time)
                        signal.yield()
                    }
                }
                _ = await signals.next()
                timer?.cancel()
            case .done: break loop
            }
        }
        queue.withLock { $0.abandon() }
        reportLosses(at: clock.now())
        await notifier.close()
    }

    private func send(_ alert: Alert) async {
        do {
            try await notifier.notify(alert)
            queue.withLock { $0.succeeded() }
        } catch let failure as NotifierError {
            queue.withLock { $0.failed(failure, at: clock.now()) }
        } catch {
            // A call interrupted by the end of the watch counts as not made.
            guard !Task.isCancelled else { return }
            queue.withLock {
                $0.failed(NotifierError("interrupted", isRetryable: true), at: clock.now())
            }
        }
    }

    private func reportLosses(at now: Timestamp) {
        let lines = queue.withLock { $0.takeWarnings(of: notifier.label, at: now) }
        lines.forEach(warn)
    }
}
