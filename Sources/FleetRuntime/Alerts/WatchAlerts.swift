package import FleetCore
import FleetSQL
package import FleetService
import Synchronization

/// Detector of alerts in the states and snapshots of a watched source.
package final class WatchAlerts: Sendable {
    package let alerts: AlertDispatcher
    private let now: @Sendable () -> Timestamp
    /// Comparison of snapshots; `nil` if the view passes on its own.
    private let feed: EventFeed?
    private let selection: WatchSelection
    private let subscription: Subscription?
    private let detector: Mutex<AlertDetector>

    /// Creates a detector of the alerts about a source.
    /// - Parameters:
    ///   - feed: The comparison of snapshots; `nil` if the view passes on its own.
    ///   - selection: The parts of its filter that apply to sites narrow their alarms.
    ///   - subscription: The subscription to the vehicles, whose notices are read; `nil` for none.
    ///   - failing: The failures after which the source is stale; `nil` for none.
    package init(
        _ alerts: AlertDispatcher, of source: String, feed: EventFeed?, selection: WatchSelection,
        subscription: Subscription? = nil, battery: BatteryThresholds = .default,
        failing: FailureBound? = FailureBound(), now: @escaping @Sendable () -> Timestamp
    ) {
        (self.alerts, self.feed, self.now) = (alerts, feed, now)
        (self.selection, self.subscription) = (selection, subscription)
        detector = Mutex(
            AlertDetector(alerts.rules, of: source, battery: battery, failing: failing))
    }

    /// Processes a state of the vehicles' feed, and its snapshot.
    package func process(_ update: StateUpdate) throws {
        process(update.state, of: .vehicles)
        if let subscription { try processNotices(update.state, of: .vehicles, subscription) }
        guard case .live(let info, _) = update.state, detector.withLock(\.needsVehicles) else {
            return
        }
        if let step = try feed?.advance(to: info.revision) { process(step) }
    }

    /// Processes a state of one of the source's feeds.
    func process(_ state: ServiceState, of feed: Source.Feed) {
        let now = now()
        alerts.post(detector.withLock { $0.alerts(for: state, of: feed, at: now) })
    }

    /// Processes the notices that a feed has in a state.
    func processNotices(
        _ state: ServiceState, of feed: Source.Feed, _ subscription: Subscription
    ) throws {
        guard case .live = state, detector.withLock(\.needsNotices) else { return }
        let (notices, filter) = try subscription.read { stored in
            (
                try stored.reader.content(of: .alerts, of: stored.key) ?? [],
                selection.query.filter.resolvingNames(in: stored.info.feed)
            )
        }
        let now = now()
        alerts.post(detector.withLock { $0.alerts(for: notices, of: feed, filter, at: now) })
    }

    /// Processes the events and vehicles of a snapshot.
    package func process(_ step: EventFeed.Step) {
        let now = now()
        alerts.post(detector.withLock { $0.alerts(for: step, at: now) })
    }

    /// Processes the sites of a snapshot.
    func process(_ sites: [Site]) {
        let now = now()
        let selected = sites.filter(selection.query.filter.matches)
        alerts.post(detector.withLock { $0.alerts(for: selected, at: now) })
    }
}
