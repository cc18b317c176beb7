import FleetCore
import FleetService
import FleetTUI
import Synchronization

/// A subscription of the browser: it can be ended for a while and begun anew, and be refreshed.
final class LiveStates: Sendable {
    private let subscription: Subscription
    private let inbox: BrowseInbox
    private let event: @Sendable (StateUpdate) -> BrowserEvent
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let refreshing = Mutex<Task<Void, Never>?>(nil)

    init(
        _ subscription: Subscription, _ inbox: BrowseInbox,
        telling event: @escaping @Sendable (StateUpdate) -> BrowserEvent = BrowserEvent.state
    ) {
        (self.subscription, self.inbox, self.event) = (subscription, inbox, event)
    }

    /// Begins the subscription.
    func start() {
        let (subscription, inbox, event) = (subscription, inbox, event)
        let task = Task {
            do {
                try await subscription.forEachState { update in
                    inbox.post(event(update))
                    return true
                }
            } catch is CancellationError {
                // It was ended on purpose.
            } catch {
                inbox.post(.end(error))
            }
        }
        self.task.withLock { $0 = task }
    }

    /// Ends the subscription, and returns when nothing of it is left.
    func stop() async {
        let task = task.withLock { task in
            defer { task = nil }
            return task
        }
        refreshing.withLock { $0?.cancel() }
        task?.cancel()
        await task?.value
    }

    /// Disposes the subscription for a new one; what comes of it is told, unless the states tell it.
    func refresh() {
        let task = Task { [subscription, inbox] in
            do {
                let info = try await subscription.refresh()
                let changes = info.changes
                let words =
                    changes.isEmpty
                    ? "nothing changed"
                    : "\(changes.added) added, \(changes.gone) gone, \(changes.changed) changed"
                inbox.post(.told("refreshed: \(words)", isFailure: false))
            } catch let problem as Problem {
                inbox.post(.told("\(problem.cause); \(problem.hint)", isFailure: true))
            } catch {
                // A failure is a state, which is shown.
            }
        }
        refreshing.withLock { previous in
            // Who waits for the same is told once.
            previous?.cancel()
            previous = task
        }
    }
}
