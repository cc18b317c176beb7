import FleetCore
package import FleetRuntime
import FleetService
import Synchronization

/// View of watched sites that prints each new value, and each alarm that begins or ends.
package final class SiteWatchEvents: Sendable {
    private struct State {
        var detector = SiteEventDetector()
        var revision: Int64 = 0
        var warnings = WarningDeduplicator()
        /// Exact ID of the single watched site, once found.
        var watchedID: String?
    }

    private let subscription: Subscription
    private let id: String?
    private let format: EventFormat
    private let writer: EventWriter
    private let state = Mutex(State())

    /// Whether lines are JSON objects.
    var isJSON: Bool { format == .json }

    private var context: CommandContext { subscription.source.context }

    /// Creates a view of the site with an ID, or of all sites.
    package init(_ subscription: Subscription, id: String?, _ format: EventFormat) {
        (self.subscription, self.id, self.format) = (subscription, id, format)
        writer = EventWriter(subscription.source.context.output, format)
    }

    /// Shows a state: the site events of a snapshot, or a failure.
    /// - Throws: `CommandError` (66) if there is no such site; `FeedFailure` if the watch has
    ///   stopped.
    func show(_ update: StateUpdate) throws {
        try writer.check()
        switch update.state {
        case .live(let info, _): try compare(info)
        case .failed:
            switch format {
            case .text: subscription.log(update.state)
            case .json: writer.post([update.json(clockOffset: clockOffset(of: update)).text.string])
            }
        case .stopped(let failure?, _): throw failure
        case .idle, .loading, .stopped(nil, _): break
        }
    }

    /// Waits until all lines are written.
    func finish() throws {
        try writer.finish()
    }

    private func clockOffset(of update: StateUpdate) -> Duration {
        context.stoppedClock.map { $0 - update.at } ?? .zero
    }

    private func compare(_ latest: SnapshotInfo) throws {
        // Warnings may change while the sites, and so the revision, do not.
        let warnings = state.withLock { $0.warnings.newWarnings(in: latest.parseReport) }
        warnings.forEach(context.output.warn)
        guard state.withLock({ $0.revision }) != latest.revision else { return }
        let (info, listing) = try subscription.read { stored in
            let listing = try SiteListing(stored, of: subscription.source.selected, isStale: false)
            return (stored.info, listing)
        }
        let sites = try watchedSites(in: listing)
        if format == .text, state.withLock({ $0.revision }) == 0, !sites.isEmpty,
            sites.allSatisfy(\.measurements.isEmpty)
        {
            context.output.log(
                "no sensors, so there are no values to print; `fleet site list"
                    + "\(subscription.source.selected.option)` shows vehicles and docks")
        }
        let events = state.withLock { state in
            state.revision = info.revision
            return state.detector.events(in: sites, at: info.fetchedAt)
        }
        writer.post(events.map(line(of:)))
    }

    /// Returns the watched sites; the first snapshot resolves the ID.
    private func watchedSites(in listing: SiteListing) throws -> [Site] {
        guard let id else { return listing.sites.map(\.site) }
        let watchedID = try state.withLock { state in
            let watchedID = try state.watchedID ?? listing.find(id, in: context).site.id
            state.watchedID = watchedID
            return watchedID
        }
        return listing.sites.map(\.site).filter { ByteOrder.equal($0.id, watchedID) }
    }

    private func line(of event: SiteEvent) -> String {
        switch format {
        case .text: event.text
        case .json: event.json.text.string
        }
    }
}

extension SiteEvent {
    /// Line for people, with the time in the system's time zone.
    fileprivate var text: String {
        let site = DisplayWidth.shortened(TerminalText.escaped(siteID), to: 60)
        let value = "\(measurement.quantity.label) \(measurement.text)"
        let normal = measurement.thresholdText.map { " (normal: \($0))" } ?? ""
        let description =
            switch kind {
            case .measurement: value + (measurement.state == .alarm ? "  ALARM" : "")
            case .alarmBegan: "ALARM began: \(value)\(normal)"
            case .alarmEnded: "alarm ended: \(value)\(normal)"
            }
        return "\(LocalTime.text(measurement.measuredAt ?? at))  \(site)  \(description)"
    }
}
