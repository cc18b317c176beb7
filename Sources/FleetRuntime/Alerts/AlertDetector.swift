import FleetCore
import FleetService

/// Detector of the selected alerts in the states and snapshots of the feeds of one source.
struct AlertDetector: Sendable {
    private let rules: AlertRules
    private let label: String
    private var stale: SourceStaleness
    private var vehicles: AlarmDetector
    private var sites: AlarmDetector
    private var notices = NoticeDetector()
    /// The values of the filter that the source did not have in the last snapshot; `nil` before the
    /// first.
    private var unknownValues: Set<ListedValue>?

    /// - Parameters:
    ///   - source: Its name in the alerts.
    ///   - failing: The failures after which it is stale; `nil` for none.
    init(
        _ rules: AlertRules, of source: String, battery: BatteryThresholds, failing: FailureBound?
    ) {
        (self.rules, label) = (rules, source)
        stale = SourceStaleness(failing)
        vehicles = AlarmDetector(rules.vehicleQuantities, battery: battery)
        sites = AlarmDetector(rules.siteQuantities)
    }

    /// Whether it needs the vehicles of each snapshot.
    var needsVehicles: Bool { rules.includesEvents || !rules.vehicleQuantities.isEmpty }

    /// Whether it needs the sites of each snapshot.
    var needsSites: Bool { !rules.siteQuantities.isEmpty }

    /// Whether it needs the notices of each feed, also of one that has not changed.
    var needsNotices: Bool { rules.includes(.systemAlert) }

    /// Returns the alerts of the notices of one of the source's feeds.
    /// - Parameter filter: Selects those for some stations or regions.
    mutating func alerts(
        for notices: [SystemAlert], of feed: Source.Feed, _ filter: Filter, at now: Timestamp
    ) -> [Alert] {
        self.notices.began(notices, of: feed, at: now, for: filter)
            .map { Alert(.notice($0), of: label, at: now) }
    }

    /// Returns the alerts of a state of one of the source's feeds.
    mutating func alerts(
        for state: ServiceState, of feed: Source.Feed, at now: Timestamp
    ) -> [Alert] {
        let content: Alert.Content? =
            switch state {
            case _ where state.lacks(feed): stale.lacks(feed)
            case .live(let info, _): stale.loaded(feed, info, at: now)
            case .failed(let failure, _, let attempt, let info):
                stale.failed(feed, failure.cause, attempt: attempt, last: info, at: now)
            case .stopped(let failure?, let info):
                stale.failed(feed, failure.cause, attempt: nil, last: info, at: now)
            case .idle, .loading, .stopped(nil, _): nil
            }
        return selected(content.map { [Alert($0, of: label, at: now)] } ?? [])
    }

    /// Returns the alerts of the events and vehicles of a snapshot.
    ///
    /// A battery that becomes low is an alarm unless it is sent as an event, which it is not in the
    /// first snapshot.
    mutating func alerts(for step: EventFeed.Step, at now: Timestamp) -> [Alert] {
        let events = step.update.batch.events.filter { rules.includes(.event($0.kind)) }
        let low = VehicleIDs(events.filter { $0.kind == .batteryLow }.map(\.vehicleID))
        let alarms = vehicles.alarms(of: step.vehicles)
            .filter { $0.measurement.quantity != .battery || !low.contains($0.id) }
        return alerts(forUnknown: step.unknownValues, at: now)
            + events.map { Alert(.event($0), of: label, at: $0.at) } + alerts(for: alarms, at: now)
    }

    /// Returns an alert for each value that the source had in the last snapshot.
    private mutating func alerts(
        forUnknown unknown: [UnknownFilterValue], at now: Timestamp
    ) -> [Alert] {
        let earlier = unknownValues
        unknownValues = Set(unknown.map(\.value))
        guard let earlier else { return [] }
        return unknown.filter { !earlier.contains($0.value) }
            .map { Alert(.filterUnknown($0), of: label, at: now) }
    }

    /// Returns the alerts of the sites of a snapshot.
    mutating func alerts(for sites: [Site], at now: Timestamp) -> [Alert] {
        alerts(for: self.sites.alarms(of: sites), at: now)
    }

    private func alerts(for alarms: [Alarm], at now: Timestamp) -> [Alert] {
        selected(
            alarms.map { Alert(.alarm($0), of: label, at: $0.measurement.measuredAt ?? now) })
    }

    private func selected(_ alerts: [Alert]) -> [Alert] {
        alerts.filter { rules.includes($0.kind) }
    }
}

extension ServiceState {
    /// Returns whether this state of a feed shows that the source has no such feed.
    func lacks(_ feed: Source.Feed) -> Bool {
        guard info == nil else { return false }
        return switch feed {
        case .vehicles: failure?.lacksVehicles == true
        case .sites: failure?.reason == .content(.noSites)
        }
    }
}
