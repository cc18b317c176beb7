import FleetCore
import FleetService

/// A watched source as events: what happened between each snapshot and the one before.
final class WatchEvents: Sendable {
    private let feed: EventFeed
    private let outlet: EventOutlet
    private let style: EventStyle
    private let composition: Composition
    private let alerts: WatchAlerts?

    init(
        _ feed: EventFeed, _ style: EventStyle, _ composition: Composition, alerts: WatchAlerts?
    ) {
        (self.feed, self.style, self.composition) = (feed, style, composition)
        self.alerts = alerts
        outlet = EventOutlet(composition.output, style)
    }

    /// Shows what a state brought: events of a snapshot that is new, a failure as talk.
    func show(_ update: StateUpdate) throws {
        try outlet.check()
        switch update.state {
        case .live(let info, _):
            guard let step = try feed.step(to: info.revision) else { return }
            alerts?.take(step)
            let news = step.news
            outlet.post(style.lines(of: news.batch, missedSnapshots: news.missedSnapshots))
        case .failed(let failure, _, _, _):
            composition.output.say("error: \(failure.cause)")
        case .stopped(.some, _):
            composition.output.say("stopped: `fleet refresh` begins anew")
        case .idle, .loading, .stopped(nil, _): break
        }
    }

    /// Waits until all is written.
    func finish() throws {
        try outlet.finish()
    }
}
