import FleetCore
import FleetService
import Synchronization

/// Carries out what an ``AlertQueue`` says, for one notifier.
///
/// Alerts are left here at once, whatever the notifier does.
final class AlertDelivery: Sendable {
    private let notifier: any Notifier
    private let clock: ServiceClock
    private let warn: @Sendable (String) -> Void
    private let queue: Mutex<AlertQueue>
    /// Something to look at: an alert was added, a time has come, the end is near.
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init(
        _ notifier: any Notifier, perMinute: Int, clock: ServiceClock,
        warn: @escaping @Sendable (String) -> Void
    ) {
        (self.notifier, self.clock, self.warn) = (notifier, clock, warn)
        queue = Mutex(AlertQueue(perMinute: perMinute))
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Leaves alerts to be told.
    func post(_ alerts: [Alert]) {
        guard !alerts.isEmpty else { return }
        queue.withLock { $0.add(alerts) }
        signal.yield()
    }

    /// Has ``run()`` return when what waits was told or tried once.
    func end() {
        queue.withLock { $0.end() }
        signal.yield()
    }

    /// Tells alerts until ``end()``, or until the task is cancelled.
    func run() async {
        var signals = signals.makeAsyncIterator()
        loop: while !Task.isCancelled {
            let now = clock.now()
            tellLosses(at: now)
            switch queue.withLock({ $0.next(at: now) }) {
            case .call(let alert): await tell(alert)
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
        tellLosses(at: clock.now())
        await notifier.close()
    }

    private func tell(_ alert: Alert) async {
        do {
            try await notifier.notify(alert)
            queue.withLock { $0.succeeded() }
        } catch let failure as NotifyFailure {
            queue.withLock { $0.failed(failure, at: clock.now()) }
        } catch {
            // A call that was cut off at the end counts as not made.
            guard !Task.isCancelled else { return }
            queue.withLock {
                $0.failed(NotifyFailure("it broke off", mayPass: true), at: clock.now())
            }
        }
    }

    private func tellLosses(at now: Timestamp) {
        let lines = queue.withLock { $0.takeWarnings(of: notifier.label, at: now) }
        lines.forEach(warn)
    }
}
