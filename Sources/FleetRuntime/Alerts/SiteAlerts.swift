import FleetCore
import FleetSQL
import FleetService
import Synchronization

/// Watcher of a source's sites, which turns their alarms into alerts.
///
/// The sites are a feed of their own. If it fails, a warning is printed and the watch of the
/// vehicles continues.
package final class SiteAlerts: Sendable {
    private let subscription: Subscription
    private let alerts: WatchAlerts
    private let state = Mutex(
        (revision: Int64(0), isFailing: false, warnings: WarningDeduplicator()))
    /// Ends when the feed has loaded or failed for the first time.
    private let firstResult: AsyncStream<Never>
    private let firstResultContinuation: AsyncStream<Never>.Continuation

    private var output: Output { subscription.source.context.output }

    package init(_ subscription: Subscription, _ alerts: WatchAlerts) {
        (self.subscription, self.alerts) = (subscription, alerts)
        (firstResult, firstResultContinuation) = AsyncStream.makeStream()
    }

    /// Watches the sites until the task is cancelled.
    package func run() async {
        defer { firstResultContinuation.finish() }
        do {
            try await subscription.forEachState { update in
                try self.process(update.state)
                return true
            }
        } catch is CancellationError {
        } catch {
            warn(ErrorReport(error).cause)
        }
    }

    /// Waits until the feed has loaded or failed for the first time.
    package func waitForFirstResult() async {
        for await _ in firstResult {}
    }

    private func process(_ state: ServiceState) throws {
        alerts.process(state, of: .sites)
        try alerts.processNotices(state, of: .sites, subscription)
        switch state {
        case .live(let info, _):
            self.state.withLock { $0.isFailing = false }
            try read(info)
            firstResultContinuation.finish()
        case .failed(let failure, _, _, _), .stopped(let failure?, _):
            let isNew = self.state.withLock { state in
                defer { state.isFailing = true }
                return !state.isFailing
            }
            if isNew { warn(failure.cause) }
            firstResultContinuation.finish()
        case .idle, .loading, .stopped(nil, _): break
        }
    }

    private func read(_ latest: SnapshotInfo) throws {
        // Warnings may change while the sites, and so the revision, do not.
        state.withLock { $0.warnings.newWarnings(in: latest.parseReport) }.forEach(output.warn)
        guard state.withLock({ $0.revision }) != latest.revision else { return }
        let (info, sites) = try subscription.read { stored in
            (stored.info, try stored.reader.sites(of: stored.key))
        }
        state.withLock { $0.revision = info.revision }
        alerts.process(sites)
    }

    private func warn(_ cause: String) {
        output.warn("no site alarms: " + cause)
    }
}
