import FleetCore
import FleetRuntime
import FleetTUI
import Synchronization

/// The browser's second subscription, to the sites, which starts when they are first shown.
final class BrowseSites: Sendable {
    private let vehicles: Subscription
    private let inbox: BrowseInbox
    private let state = Mutex(State())

    private struct State {
        var session: Session?
        /// Whether starting is deferred, because the process is about to be suspended.
        var isSuspended = false
    }

    private struct Session {
        let states: BrowseSubscription
        let reader: SiteReader
    }

    init(beside vehicles: Subscription, _ inbox: BrowseInbox) {
        (self.vehicles, self.inbox) = (vehicles, inbox)
    }

    private var session: Session? { state.withLock(\.session) }

    /// Starts the subscription; posts an error if that fails, and a refresh tries again.
    func start() {
        do {
            let source = vehicles.source
            let subscription = try source.context.open(source.selected, reading: .sites)
                .subscription(vehicles.policy)
            let session = Session(
                states: BrowseSubscription(subscription, inbox, event: BrowserEvent.sitesState),
                reader: try SiteReader(subscription, beside: vehicles, inbox))
            let isSuspended = state.withLock { state in
                state.session = session
                return state.isSuspended
            }
            if !isSuspended { session.states.start() }
        } catch {
            inbox.post(.notice(ErrorReport(error).cause, isFailure: true))
        }
    }

    /// Disposes the subscription and subscribes again.
    func refresh() {
        if let session { session.states.refresh() } else { start() }
    }

    /// Reads all sites.
    func read(generation: Int) { session?.reader.read(generation: generation) }

    /// Reads a site with its measurement history.
    func find(_ id: String) { session?.reader.find(id) }

    /// Stops the subscription and waits until it has ended.
    func stop() async {
        let session = state.withLock { state in
            state.isSuspended = true
            return state.session
        }
        await session?.states.stop()
    }

    /// Restarts the subscription after a suspension.
    func resume() {
        let session = state.withLock { state in
            state.isSuspended = false
            return state.session
        }
        session?.states.start()
    }

    /// Waits for the current read.
    func finish() { session?.reader.finish() }
}
