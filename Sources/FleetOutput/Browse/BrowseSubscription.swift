import FleetClient
import FleetCore
import FleetRuntime
import FleetService
import FleetTUI
import Synchronization

/// Subscription of the browser, which can be stopped, restarted and refreshed.
final class BrowseSubscription: Sendable {
    private let subscription: Subscription
    private let inbox: BrowseInbox
    private let event: @Sendable (StateUpdate) -> BrowserEvent
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let refreshTask = Mutex<Task<Void, Never>?>(nil)

    init(
        _ subscription: Subscription, _ inbox: BrowseInbox,
        event: @escaping @Sendable (StateUpdate) -> BrowserEvent = BrowserEvent.state
    ) {
        (self.subscription, self.inbox, self.event) = (subscription, inbox, event)
    }

    /// Starts the subscription.
    func start() {
        let (subscription, inbox, event) = (subscription, inbox, event)
        let task = Task {
            do {
                try await subscription.forEachState { update in
                    inbox.post(event(update))
                    return true
                }
            } catch is CancellationError {
                // Stopped on purpose.
            } catch {
                inbox.post(.end(error))
            }
        }
        self.task.withLock { $0 = task }
    }

    /// Stops the subscription and waits until it has ended.
    func stop() async {
        let task = task.withLock { task in
            defer { task = nil }
            return task
        }
        refreshTask.withLock { $0?.cancel() }
        task?.cancel()
        await task?.value
    }

    /// Makes a team's server read its feed, disposes the subscription and subscribes again; posts
    /// the outcome, unless a state reports it.
    func refresh() {
        let task = Task { [subscription, inbox] in
            do {
                let serverError = await Self.refreshServer(of: subscription.source)
                let info = try await subscription.refresh()
                if let serverError {
                    inbox.post(
                        .notice("\(serverError.cause); \(serverError.hint)", isFailure: true))
                    return
                }
                let changes = info.changes
                let summary =
                    changes.isEmpty
                    ? "nothing changed"
                    : "\(changes.added) added, \(changes.gone) gone, \(changes.changed) changed"
                inbox.post(.notice("refreshed: \(summary)", isFailure: false))
            } catch {
                let shown =
                    (error as? RefreshError).map(subscription.source.userFacingError) ?? error
                // The state reports other failures.
                guard let shown = shown as? CommandError else { return }
                inbox.post(.notice("\(shown.cause); \(shown.hint)", isFailure: true))
            }
        }
        refreshTask.withLock { previous in
            // Several refreshes of the same subscription post one outcome.
            previous?.cancel()
            previous = task
        }
    }

    /// Makes a team's server read its feed now; returns the error that it answers with.
    ///
    /// Ignores an unreachable server, because the subscription fails then, too.
    private static func refreshServer(of source: SourceSession) async -> TeamServerError? {
        do {
            try await source.refreshOnServer()
            return nil
        } catch {
            return error as? TeamServerError
        }
    }
}
