import FleetCore
package import FleetRuntime
import FleetService

/// View of a watched source that prints the events between snapshots.
package final class WatchEvents: Sendable {
    private let subscription: Subscription
    private let feed: EventFeed
    private let writer: EventWriter
    private let format: EventFormat
    private let alerts: WatchAlerts?

    package init(
        _ subscription: Subscription, _ feed: EventFeed, _ format: EventFormat,
        alerts: WatchAlerts?
    ) {
        (self.subscription, self.feed, self.format) = (subscription, feed, format)
        self.alerts = alerts
        writer = EventWriter(subscription.source.context.output, format)
    }

    /// Shows a state: the events of a new snapshot, or a failure on standard error.
    func show(_ update: StateUpdate) throws {
        try writer.check()
        switch update.state {
        case .live(let info, _):
            guard let step = try feed.advance(to: info.revision) else { return }
            alerts?.process(step)
            let events = step.update
            writer.post(format.lines(of: events.batch, missedSnapshots: events.missedSnapshots))
        case .failed, .stopped(.some, _): subscription.log(update.state)
        case .idle, .loading, .stopped(nil, _): break
        }
    }

    /// Waits until all lines are written.
    func finish() throws {
        try writer.finish()
    }
}
