import FleetCore
import FleetStore
import FleetTUI
import Synchronization

/// The browser's second subscription, that of the sites: it begins when they are first looked at, and
/// then goes on beside that of the vehicles.
final class BrowseSites: Sendable {
    private let vehicles: Subscription
    private let inbox: BrowseInbox
    private let state = Mutex(State())

    private struct State {
        var begun: Begun?
        /// Whether nothing may begin, since the process is about to halt.
        var isHalted = false
    }

    private struct Begun {
        let states: LiveStates
        let reader: SiteReader
    }

    init(beside vehicles: Subscription, _ inbox: BrowseInbox) {
        (self.vehicles, self.inbox) = (vehicles, inbox)
    }

    private var begun: Begun? { state.withLock(\.begun) }

    /// Begins the subscription; if it cannot be, that is told, and a refresh tries again.
    func begin() {
        do {
            let source = vehicles.source
            let subscription = try source.composition.open(source.selected, reading: .sites)
                .subscription(vehicles.policy)
            let begun = Begun(
                states: LiveStates(subscription, inbox, telling: BrowserEvent.sitesState),
                reader: try SiteReader(subscription, beside: vehicles, inbox))
            let isHalted = state.withLock { state in
                state.begun = begun
                return state.isHalted
            }
            if !isHalted { begun.states.start() }
        } catch {
            inbox.post(.told(ErrorReport(error).cause, isFailure: true))
        }
    }

    /// Disposes the subscription for a new one.
    func refresh() {
        if let begun { begun.states.refresh() } else { begin() }
    }

    /// Reads all sites.
    func read(generation: Int) { begun?.reader.read(generation: generation) }

    /// Reads what the store keeps of a site.
    func find(_ id: String) { begun?.reader.find(id) }

    /// Ends the subscription, and returns when nothing of it is left.
    func stop() async {
        let begun = state.withLock { state in
            state.isHalted = true
            return state.begun
        }
        await begun?.states.stop()
    }

    /// Begins anew what was going on before it was stopped.
    func resume() {
        let begun = state.withLock { state in
            state.isHalted = false
            return state.begun
        }
        begun?.states.start()
    }

    /// Waits for what is being read.
    func finish() { begun?.reader.finish() }
}
