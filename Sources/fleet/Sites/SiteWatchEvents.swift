import FleetCore
import FleetService
import FleetStore
import Synchronization

/// The watched sites of a source as lines: each value that is new, and each alarm that began or ended.
final class SiteWatchEvents: Sendable {
    private struct State {
        var detector = SiteEventDetector()
        var revision: Int64 = 0
        var notes = ToldNotes()
        /// The exact id of the one site that is wanted, once it was found.
        var wanted: String?
    }

    private let subscription: Subscription
    private let id: String?
    private let style: EventStyle
    private let outlet: EventOutlet
    private let state = Mutex(State())

    private var composition: Composition { subscription.source.composition }

    /// Watches the site of an id, or all.
    init(_ subscription: Subscription, id: String?, _ style: EventStyle) {
        (self.subscription, self.id, self.style) = (subscription, id, style)
        outlet = EventOutlet(subscription.source.composition.output, style)
    }

    /// Shows what a state brought.
    /// - Throws: `Problem` (66) if there is no such site, `FeedFailure` if the watch has stopped.
    func show(_ update: StateUpdate) throws {
        try outlet.check()
        switch update.state {
        case .live(let info, _): try compare(info)
        case .failed(let failure, _, _, _):
            switch style {
            case .text: composition.output.say("error: \(failure.cause)")
            case .json: outlet.post([update.json(timesMovedBy: lead(of: update)).text.string])
            }
        case .stopped(let failure?, _): throw failure
        case .idle, .loading, .stopped(nil, _): break
        }
    }

    /// Waits until all is written.
    func finish() throws {
        try outlet.finish()
    }

    private func lead(of update: StateUpdate) -> Duration {
        composition.stoppedClock.map { $0 - update.at } ?? .zero
    }

    private func compare(_ told: SnapshotInfo) throws {
        // What is noted may change while the sites, and so the revision, do not.
        let notes = state.withLock { $0.notes.news(in: told.reading) }
        notes.forEach(composition.output.warn)
        guard state.withLock({ $0.revision }) != told.revision else { return }
        let (info, listing) = try subscription.read { stored in
            let listing = try SiteListing(stored, of: subscription.source.selected, isStale: false)
            return (stored.info, listing)
        }
        let sites = try wanted(in: listing)
        let events = state.withLock { state in
            state.revision = info.revision
            return state.detector.events(in: sites, at: info.fetchedAt)
        }
        outlet.post(events.map(line(of:)))
    }

    /// The sites that are watched; the id is understood once, by the first snapshot.
    private func wanted(in listing: SiteListing) throws -> [Site] {
        guard let id else { return listing.sites.map(\.site) }
        let wanted = try state.withLock { state in
            let wanted = try state.wanted ?? listing.find(id).site.id
            state.wanted = wanted
            return wanted
        }
        return listing.sites.map(\.site).filter { ByteOrder.equal($0.id, wanted) }
    }

    private func line(of event: SiteEvent) -> String {
        switch style {
        case .text: event.text
        case .json: event.json.text.string
        }
    }
}

extension SiteEvent {
    /// A line for a person, with the time in the system's zone.
    fileprivate var text: String {
        let site = DisplayWidth.shortened(TerminalText.escaped(siteID), to: 60)
        let value = "\(measurement.quantity.words) \(measurement.words)"
        let normal = measurement.thresholdWords.map { " (normal: \($0))" } ?? ""
        let words =
            switch kind {
            case .measurement: value + (measurement.state == .alarm ? "  ALARM" : "")
            case .alarmBegan: "ALARM began: \(value)\(normal)"
            case .alarmEnded: "alarm ended: \(value)\(normal)"
            }
        return "\(LocalTime.text(measurement.measuredAt ?? at))  \(site)  \(words)"
    }
}
