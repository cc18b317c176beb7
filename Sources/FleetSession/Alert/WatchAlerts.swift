package import FleetCore
import FleetService
import Synchronization

/// Detector of alerts in the states and snapshots of a watched source.
package final class WatchAlerts: Sendable {
    private struct State {
        var stale = SourceStaleness()
        var vehicles: AlarmDetector
        var sites: AlarmDetector
    }

    package let alerts: AlertDispatcher
    private let label: String
    private let now: @Sendable () -> Timestamp
    /// Comparison of snapshots; nil if the view passes on its own.
    private let feed: EventFeed?
    private let selection: WatchSelection
    private let state: Mutex<State>

    /// Creates a detector of the alerts about a source.
    /// - Parameters:
    ///   - feed: The comparison of snapshots; nil if the view passes on its own.
    ///   - selection: The parts of its filter that apply to sites narrow their alarms.
    package init(
        _ alerts: AlertDispatcher, of source: String, feed: EventFeed?, selection: WatchSelection,
        battery: BatteryThresholds = .default, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.alerts, label, self.feed, self.now) = (alerts, source, feed, now)
        self.selection = selection
        state = Mutex(
            State(
                vehicles: AlarmDetector(alerts.rules.vehicleQuantities, battery: battery),
                sites: AlarmDetector(alerts.rules.siteQuantities)))
    }

    /// Processes a state of the vehicles' feed, and its snapshot.
    func process(_ update: StateUpdate) throws {
        process(update.state, of: .vehicles)
        guard case .live(let info, _) = update.state, needsVehicles else { return }
        if let step = try feed?.advance(to: info.revision) { process(step) }
    }

    /// Whether the rules select alerts that need the vehicles of each snapshot.
    private var needsVehicles: Bool {
        alerts.rules.includesEvents || !alerts.rules.vehicleQuantities.isEmpty
    }

    /// Processes a state of one of the source's feeds.
    func process(_ serviceState: ServiceState, of feed: Source.Feed) {
        let now = now()
        let content = state.withLock { state -> Alert.Content? in
            switch serviceState {
            case .live(let info, _): state.stale.loaded(feed, info, at: now)
            case .failed(let failure, _, _, let info), .stopped(let failure?, let info):
                state.stale.failed(feed, failure.cause, last: info, at: now)
            case .idle, .loading, .stopped(nil, _): nil
            }
        }
        if let content { alerts.post([Alert(content, of: label, at: now)]) }
    }

    /// Processes the events and vehicles of a snapshot.
    ///
    /// A battery that becomes low is an alarm only if it is no event that is sent: in the first
    /// snapshot, for example.
    func process(_ step: EventFeed.Step) {
        let events = step.update.batch.events.filter { alerts.rules.includes(.event($0.kind)) }
        let low = VehicleIDs(events.filter { $0.kind == .batteryLow }.map(\.vehicleID))
        let alarms = state.withLock { $0.vehicles.alarms(of: step.vehicles) }
            .filter { $0.measurement.quantity != .battery || !low.contains($0.id) }
        post(alarms, after: events.map { Alert(.event($0), of: label, at: $0.at) })
    }

    /// Processes the sites of a snapshot.
    func process(_ sites: [Site]) {
        let selected = sites.filter(selection.query.filter.matches)
        post(state.withLock { $0.sites.alarms(of: selected) })
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
