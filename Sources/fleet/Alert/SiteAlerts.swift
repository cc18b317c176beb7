import FleetCore
import FleetService
import FleetStore
import Synchronization

/// The sites of a watched source, whose alarms are told beside what becomes of its vehicles.
///
/// They are another feed, which fails by itself: that is told of, and ends nothing else.
final class SiteAlerts: Sendable {
    private let subscription: Subscription
    private let alerts: WatchAlerts
    private let state = Mutex((revision: Int64(0), isFailing: false, notes: ToldNotes()))
    /// Ends when the feed was read for the first time, or failed.
    private let heard: AsyncStream<Never>
    private let hear: AsyncStream<Never>.Continuation

    private var output: Output { subscription.source.composition.output }

    init(_ subscription: Subscription, _ alerts: WatchAlerts) {
        (self.subscription, self.alerts) = (subscription, alerts)
        (heard, hear) = AsyncStream.makeStream()
    }

    /// Follows the sites until the task is cancelled.
    func run() async {
        defer { hear.finish() }
        do {
            try await subscription.forEachState { update in
                try self.take(update.state)
                return true
            }
        } catch is CancellationError {
        } catch {
            warn(ErrorReport(error).cause)
        }
    }

    /// Returns when what the sites were at first is told, or cannot be.
    func untilHeard() async {
        for await _ in heard {}
    }

    private func take(_ state: ServiceState) throws {
        alerts.take(state, of: .sites)
        switch state {
        case .live(let info, _):
            self.state.withLock { $0.isFailing = false }
            try read(info)
            hear.finish()
        case .failed(let failure, _, _, _), .stopped(let failure?, _):
            let isNew = self.state.withLock { state in
                defer { state.isFailing = true }
                return !state.isFailing
            }
            if isNew { warn(failure.cause) }
            hear.finish()
        case .idle, .loading, .stopped(nil, _): break
        }
    }

    private func read(_ told: SnapshotInfo) throws {
        // What is noted may change while the sites, and so the revision, do not.
        state.withLock { $0.notes.news(in: told.reading) }.forEach(output.warn)
        guard state.withLock({ $0.revision }) != told.revision else { return }
        let (info, sites) = try subscription.read { stored in
            (stored.info, try stored.read { try $0.sites(of: stored.key) })
        }
        state.withLock { $0.revision = info.revision }
        alerts.take(sites)
    }

    private func warn(_ cause: String) {
        output.warn("no alarm of a site is told: " + cause)
    }
}
