import FleetCore
import FleetService
import Synchronization

/// One feed of a source that a server polls, or follows where another process polls it.
///
/// Its owner must call `stop()`.
final class PolledFeed: Sendable {
    typealias Outcome = Result<SnapshotInfo, RefreshError>

    /// Time until a subscription that ended with an error of this machine is replaced.
    private static let retryDelay = Duration.seconds(10)
    /// Time until a source without sites is asked for sites again.
    private static let siteCheckInterval = Duration.seconds(3600)

    private struct State {
        var task: Task<Void, Never>?
        var subscription: Subscription?
        var refresh: Task<Outcome, Never>?
        /// Last published state.
        var last: StateUpdate?
        var attempts = 0
        var isStopped = false
    }

    private let selected: ResolvedSource
    private let feed: Source.Feed
    private let context: CommandContext
    private let reports: SubscriptionReports
    private let publish: @Sendable (PolledFeed, StateUpdate, _ isLeader: Bool) -> Void
    private let state = Mutex(State())

    /// Creates a feed that is not polled yet.
    /// - Parameter publish: Called with each state, and whether this process leads the feed.
    init(
        _ feed: Source.Feed, of selected: ResolvedSource, in context: CommandContext,
        reports: SubscriptionReports = SubscriptionReports(),
        publish: @escaping @Sendable (PolledFeed, StateUpdate, _ isLeader: Bool) -> Void
    ) {
        (self.feed, self.selected, self.context) = (feed, selected, context)
        (self.reports, self.publish) = (reports, publish)
    }

    /// Starts polling, unless it was started or stopped before.
    func start() {
        state.withLock { state in
            guard state.task == nil, !state.isStopped else { return }
            // A request may start it, whose language it must not keep.
            state.task = Task { await Language.$current.withValue(.english) { await run() } }
        }
    }

    /// Stops polling; returns when no request, lock or socket is left.
    func stop() async {
        let (task, refresh) = state.withLock { state in
            state.isStopped = true
            return (state.task, state.refresh)
        }
        refresh?.cancel()
        task?.cancel()
        await task?.value
        _ = await refresh?.value
    }

    /// Starts a refresh, or joins the running one; `nil` if the feed is not polled.
    func refresh() -> Task<Outcome, Never>? {
        state.withLock { state in
            guard !state.isStopped, feed == .vehicles || state.last != nil else { return nil }
            if let refresh = state.refresh { return refresh }
            guard let subscription = state.subscription else { return nil }
            let refresh = Task {
                let outcome = await Language.$current.withValue(.english) {
                    await self.outcome { try await subscription.refresh() }
                }
                self.state.withLock { $0.refresh = nil }
                return outcome
            }
            state.refresh = refresh
            return refresh
        }
    }

    private func outcome(_ refresh: () async throws -> SnapshotInfo) async -> Outcome {
        do {
            return .success(try await refresh())
        } catch let error as RefreshError {
            return .failure(error)
        } catch is CancellationError {
            return .failure(.stopped)
        } catch {
            return .failure(.failed(failure(for: error), retryAt: nil))
        }
    }

    private func run() async {
        while !Task.isCancelled {
            let wait: Duration
            do {
                let isFound = try await withChildTask { try await self.follow() }
                wait = isFound ? Self.retryDelay : Self.siteCheckInterval
            } catch is CancellationError {
                return
            } catch {
                wait = Self.retryDelay
                report(failure(for: error), retryAt: context.now() + wait)
            }
            state.withLock { $0.subscription = nil }
            try? await context.serviceClock.sleep(context.now() + wait)
        }
    }

    /// Follows the feed to the end of its subscription.
    /// - Returns: Whether the source has the feed.
    private func follow() async throws -> Bool {
        let session = try context.open(selected, reading: feed)
        var subscription = try session.subscription(WatchPolicy())
        subscription.reports = reports
        return try await follow(subscription)
    }

    private func follow(_ subscription: Subscription) async throws -> Bool {
        state.withLock { $0.subscription = subscription }
        let isFound = Mutex(true)
        try await subscription.forEachState { update in
            if feed == .sites, lacksSites(update.state) {
                isFound.withLock { $0 = false }
                // Ends a failure that was published before.
                if state.withLock({ $0.last != nil }) {
                    report(update, isLeader: subscription.isLeader)
                }
                return false
            }
            if feed == .vehicles || !update.state.isUnknown {
                report(update, isLeader: subscription.isLeader)
            }
            return true
        }
        return isFound.withLock(\.self)
    }

    /// Whether a state of the sites feed shows that the source has no sites, and never had any.
    private func lacksSites(_ new: ServiceState) -> Bool {
        if case .live(let info, _) = new, info.total == 0 {
            return state.withLock(\.last)?.state.info?.total ?? 0 == 0
        }
        return new.lacks(.sites)
    }

    private func report(_ update: StateUpdate, isLeader: Bool) {
        state.withLock { state in
            state.last = update
            state.attempts = 0
        }
        publish(self, update, isLeader)
    }

    /// Reports a failure of this machine; the settings of a source that has changed are read soon.
    private func report(_ failure: FeedFailure, retryAt: Timestamp) {
        guard failure.reason != .machine(.sourceChanged) else { return }
        let now = context.now()
        let update = state.withLock { state in
            state.attempts += 1
            let failed = ServiceState.failed(
                failure, retryAt: retryAt, attempt: state.attempts, state.last?.state.info)
            let update = StateUpdate(seq: (state.last?.seq ?? 0) + 1, at: now, state: failed)
            state.last = update
            return update
        }
        publish(self, update, false)
    }

    private func failure(for error: any Error) -> FeedFailure {
        error as? FeedFailure ?? FeedFailure(ofDatabase: error, of: selected.label)
            ?? FeedFailure(.store(.storeUnusable(ErrorReport(error).cause)), at: selected.label)
    }
}

extension ServiceState {
    /// Whether the feed was read, or cannot be.
    var isResult: Bool {
        switch self {
        case .idle, .loading: false
        case .live, .failed, .stopped: true
        }
    }

    /// Whether the source has the feed: a system may have no stations; `nil` while that is not
    /// known.
    var hasFeed: Bool? { isUnknown ? nil : failure?.reason != .content(.noSites) }

    /// Whether it is not known yet if the source has the feed.
    fileprivate var isUnknown: Bool { info == nil && failure == nil }
}
