import FleetCore
import FleetService
import Synchronization

/// What becomes of a watched source, as alerts.
final class WatchAlerts: Sendable {
    private struct State {
        var stale = StaleSource()
        var vehicles: AlarmWatch
        var sites: AlarmWatch
    }

    let alerts: Alerts
    private let label: String
    private let now: @Sendable () -> Timestamp
    /// Where the vehicles come from, unless the view hands them over.
    private let feed: EventFeed?
    private let state: Mutex<State>

    init(
        _ alerts: Alerts, of source: String, feed: EventFeed?,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.alerts, label, self.feed, self.now) = (alerts, source, feed, now)
        state = Mutex(
            State(
                vehicles: AlarmWatch(alerts.rules.quantitiesOfVehicles),
                sites: AlarmWatch(alerts.rules.quantitiesOfSites)))
    }

    /// Takes a state: what it says of the feed, and what its snapshot brought.
    func take(_ update: StateUpdate) throws {
        take(update.state, of: .vehicles)
        guard case .live(let info, _) = update.state, needsVehicles else { return }
        if let step = try feed?.step(to: info.revision) { take(step) }
    }

    /// Whether snapshots are to be read and compared.
    private var needsVehicles: Bool {
        alerts.rules.tellEvents || !alerts.rules.quantitiesOfVehicles.isEmpty
    }

    /// Takes what a state says of one of the source's feeds.
    func take(_ told: ServiceState, of feed: Source.Feed) {
        let now = now()
        let content = state.withLock { state -> Alert.Content? in
            switch told {
            case .live(let info, _): state.stale.answered(feed, info, at: now)
            case .failed(let failure, _, _, let info), .stopped(let failure?, let info):
                state.stale.failed(feed, failure.cause, last: info, at: now)
            case .idle, .loading, .stopped(nil, _): nil
            }
        }
        if let content { alerts.post([Alert(content, of: label, at: now)]) }
    }

    /// Takes what a snapshot brought.
    func take(_ step: EventFeed.Step) {
        let events = step.news.batch.events.filter { alerts.rules.tell(.event($0.kind)) }
            .map { Alert(.event($0), of: label, at: $0.at) }
        let alarms = state.withLock { $0.vehicles.alarms(of: step.vehicles) }
        post(alarms, after: events)
    }

    /// Takes the sites as they are now.
    func take(_ sites: [Site]) {
        post(state.withLock { $0.sites.alarms(of: sites) })
    }

    private func post(_ alarms: [Alarm], after events: [Alert] = []) {
        let now = now()
        alerts.post(
            events
                + alarms.map {
                    Alert(.alarm($0), of: label, at: $0.measurement.measuredAt ?? now)
                })
    }
}
