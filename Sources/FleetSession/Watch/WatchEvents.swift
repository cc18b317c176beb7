import FleetCore
import FleetService

/// View of a watched source that prints the events between snapshots.
package final class WatchEvents: Sendable {
    private let feed: EventFeed
    private let writer: EventWriter
    private let format: EventFormat
    private let context: CommandContext
    private let alerts: WatchAlerts?

    package init(
        _ feed: EventFeed, _ format: EventFormat, _ context: CommandContext, alerts: WatchAlerts?
    ) {
        (self.feed, self.format, self.context) = (feed, format, context)
        self.alerts = alerts
        writer = EventWriter(context.output, format)
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
        case .failed(let failure, _, _, _):
            let hint = failure.reason == .onlyStations ? "; " + failure.hint : ""
            context.output.log("error: \(failure.cause)\(hint)")
        case .stopped(.some, _):
            context.output.log("stopped; run `fleet refresh` to restart")
        case .idle, .loading, .stopped(nil, _): break
        }
    }

    /// Waits until all lines are written.
    func finish() throws {
        try writer.finish()
    }
}
