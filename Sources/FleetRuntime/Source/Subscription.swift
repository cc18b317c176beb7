package import FleetCore
package import FleetSQL
package import FleetService
package import FleetSettings
import Synchronization

/// Polling options of a watch.
package struct WatchPolicy: Equatable, Sendable {
    /// Minimum time between two requests, if the user sets one.
    var interval: Duration?
    /// Whether polling continues after an error.
    package var retries = true

    package init(interval: Duration? = nil, retries: Bool = true) {
        self.interval = interval
        self.retries = retries
    }
}

/// A change of the leadership of this process.
package enum LeadershipChange: String, Sendable {
    /// It leads, and has followed no other process before.
    case elected
    /// It leads after another process.
    case tookOver = "took over"
    /// It leads no longer.
    case ended
}

/// Functions that are called where something happens in a subscription.
struct SubscriptionReports: Sendable {
    /// Called after each request that this process makes, with its duration.
    var poll: @Sendable (PollOutcome, Duration) -> Void = { _, _ in }
    /// Called when this process leads, or leads no longer.
    var leadership: @Sendable (LeadershipChange) -> Void = { _ in }
}

/// Live states of a source, from this process's own service if it leads the source, otherwise from
/// the leading process.
package struct Subscription: Sendable {
    package let source: SourceSession
    package let policy: WatchPolicy
    /// Store of the vehicles that the states refer to.
    package let store: any FleetStore

    var reports = SubscriptionReports()

    /// Service of this process while it leads.
    private let leading = LeadingService()

    init(source: SourceSession, policy: WatchPolicy, store: any FleetStore) {
        (self.source, self.policy, self.store) = (source, policy, store)
    }

    /// Whether this process, and no other, leads the source.
    var isLeader: Bool { leading.isElected }

    /// Delay before the next attempt to lead a source whose leader cannot be reached.
    private static let retryDelay = Duration.milliseconds(100)

    /// Passes every state to `body`, beginning with the current one, until `body` returns `false`.
    ///
    /// When the leader exits, this process takes over. No request, lock or socket remains
    /// afterwards.
    /// - Throws: `FeedFailure` if the source was changed or removed; errors of `body`.
    package func forEachState(
        _ body: @Sendable (StateUpdate) async throws -> Bool
    ) async throws {
        try await follow { update in
            if case .stopped(let failure?, _) = update.state,
                failure.reason == .machine(.sourceChanged)
            {
                throw failure
            }
            return try await body(update)
        }
    }

    private func follow(_ body: @Sendable (StateUpdate) async throws -> Bool) async throws {
        guard let leadership = source.leadership else {
            _ = try await lead(body)
            return
        }
        var hasFollowed = false
        while true {
            if let term = try await leadership.acquire() {
                let change: LeadershipChange = hasFollowed ? .tookOver : .elected
                if try await lead(body, for: term, change) { return }
                continue
            }
            source.context.log("leader: follows the process that polls the source")
            hasFollowed = true
            switch try await leadership.follow(body) {
            case .finished: return
            case .elected(let term): if try await lead(body, for: term, .tookOver) { return }
            case .unreachable:
                _ = try await lead(body)
                return
            // The leader has exited, or cannot be reached yet.
            case .leaderGone: try await Task.sleep(for: Self.retryDelay)
            }
        }
    }

    /// Leads the feed until `body` returns `false` or the term ends; then releases it.
    /// - Returns: Whether `body` needs no more states.
    private func lead(
        _ body: @Sendable (StateUpdate) async throws -> Bool, for term: any LeaderTerm,
        _ change: LeadershipChange
    ) async throws -> Bool {
        leading.isElected = true
        reports.leadership(change)
        defer { reports.leadership(.ended) }
        source.context.log("leader: this process polls the source")
        do {
            let isFinished = try await lead(body, answeringFor: term)
            leading.isElected = false
            await term.release()
            return isFinished
        } catch {
            leading.isElected = false
            await term.release()
            throw error
        }
    }

    /// Disposes the running subscription, in whichever process leads, subscribes again and waits
    /// for the snapshot.
    ///
    /// Between two leaders it waits for the next one.
    /// - Throws: `RefreshError`, `HomeError`, `CancellationError`.
    package func refresh() async throws -> SnapshotInfo {
        while true {
            if let service = leading.service { return try await service.refresh() }
            if let info = try await source.leadership?.refresh() { return info }
            try await Task.sleep(for: Self.retryDelay)
        }
    }

    /// Saves the selected colors that vehicles of the stored snapshot have.
    package func saveColors(_ colors: ColorFilter, since known: Preferences? = nil) async throws {
        try await SavedColors(of: source.selected, in: source.context).save(
            colors, existing: source.existing(colors, in: store), since: known)
    }

    /// Saves the columns of the browser's list, none for the usual ones.
    package func saveColumns(_ names: [String]) async throws {
        guard let uuid = source.selected.filterUUID else { return }
        try await source.context.sourceCatalog().update { $0.setColumns(names, of: uuid) }
    }

    /// Reads the stored snapshot.
    package func read<Value>(_ body: (StoredSnapshot) throws -> Value) throws -> Value {
        try store.read(source.key, body)
    }

    private func lead(
        _ body: @Sendable (StateUpdate) async throws -> Bool,
        answeringFor term: (any LeaderTerm)? = nil
    ) async throws -> Bool {
        let service = source.service(storing: store, policy, reportPoll: reports.poll)
        leading.service = service
        defer { leading.service = nil }
        do {
            let isFinished = try await serve(service, for: term, body)
            await service.stop()
            return isFinished
        } catch {
            await service.stop()
            throw error
        }
    }

    /// Passes the states of the service to `body`, and answers other processes meanwhile.
    /// - Returns: Whether `body` needs no more states; false if the term has ended.
    private func serve(
        _ service: VehicleService, for term: (any LeaderTerm)?,
        _ body: @Sendable (StateUpdate) async throws -> Bool
    ) async throws -> Bool {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            if let term {
                group.addTask {
                    guard await term.serve(service) else { return }
                    leading.isElected = false
                    await service.stop()
                }
            }
            try await withChildTask { await service.start() }
            for await update in await service.states() {
                // The end of the term stops the service.
                if term != nil, !leading.isElected { return false }
                if try await !body(update) { return true }
            }
            try Task.checkCancellation()
            return term == nil || leading.isElected
        }
    }
}

/// Shared reference to the service that a process runs while it leads.
private final class LeadingService: Sendable {
    private let current = Mutex<(service: VehicleService?, isElected: Bool)>((nil, false))

    var service: VehicleService? {
        get { current.withLock(\.service) }
        set { current.withLock { $0.service = newValue } }
    }

    /// Whether the process has the leader's lock.
    var isElected: Bool {
        get { current.withLock(\.isElected) }
        set { current.withLock { $0.isElected = newValue } }
    }
}
