package import FleetCore
package import FleetService
import FleetSettings
package import Foundation
import POSIX
import Synchronization

/// The sources of a home or a database that a server polls, or follows where another process polls
/// them.
///
/// Each feed is a `Subscription`, so leadership, back-off and takeover are those of `fleet watch`.
/// Sources that other commands add, change, rename or remove are noticed while it runs.
package final class SourcePool: PolledSources {
    private struct State {
        var sources: [ServedSource] { didSet { index() } }
        private(set) var polled: [PolledSource] = []
        private(set) var byUUID: [UUID: PolledSource] = [:]
        var feeds: [SourceKey: PolledFeed] = [:]
        var states: [SourceKey: StateUpdate] = [:]
        var polls: [SourceKey: PollStatistics] = [:]
        /// Reports of leadership of feeds of which it is not known yet whether they exist.
        var leadership: [SourceKey: LeadershipChange] = [:]
        var readers: [UUID: Reader] = [:]
        var hasEnded = false
        /// When the settings were last read, or are read first.
        var readAt: ContinuousClock.Instant?
        /// The last change of the sources; the next one begins when it has ended.
        var update: Task<Void, any Error>?
        /// Number of vehicles and sites that were read since memory was released.
        var loaded = 0

        init(sources: [ServedSource]) {
            self.sources = sources
            index()
        }

        private mutating func index() {
            polled = sources.map(\.polled)
            byUUID = Dictionary(polled.map { ($0.uuid, $0) }) { first, _ in first }
        }

        func send(_ update: PolledUpdate, isLeader: Bool = false) {
            for reader in readers.values { reader.send(update, isLeader) }
        }
    }

    /// Reader of all changes.
    private struct Reader {
        let send: @Sendable (PolledUpdate, _ isLeader: Bool) -> Void
        let finish: @Sendable () -> Void
    }

    /// Number of vehicles and sites after which their memory is given back to the system.
    private static let releaseThreshold = 20_000

    private let names: [String]
    private let context: CommandContext
    private let checkInterval: Duration
    private let reportLeadership: LeadershipReport
    private let state: Mutex<State>

    /// Function that is called when this process leads a feed, or leads it no longer.
    package typealias LeadershipReport =
        @Sendable (
            _ source: String, Source.Feed, LeadershipChange
        ) -> Void

    /// Reads the sources; nothing is polled until `run()`.
    /// - Parameters:
    ///   - names: The sources to poll; if empty, all, or the simulated fleet if there is none.
    ///   - checkInterval: Time between two looks at the settings.
    /// - Throws: `CommandError` (66) for an unknown name; `PreferencesError`.
    package init(
        _ names: [String] = [], in context: CommandContext,
        checkInterval: Duration = .seconds(1),
        reportLeadership: @escaping LeadershipReport = { _, _, _ in }
    ) throws {
        (self.names, self.checkInterval) = (names, checkInterval)
        self.reportLeadership = reportLeadership
        self.context = context.withoutProgress().markingReadings()
        let catalog = try context.sourceCatalog()
        let preferences = try catalog.load()
        if let unknown = names.first(where: { preferences.source(named: $0) == nil }) {
            throw ResolvedSource.unknownSource(unknown, preferences)
        }
        let sources = try ServedSource.all(named: names, of: catalog)
        state = Mutex(State(sources: sources))
    }

    /// Polls the sources until the task is cancelled; then no request, lock or socket is left.
    package func run() async {
        try? context.database?.open().takeShare()
        try? await afterUpdates { await $0.start() }
        state.withLock { $0.readAt = .now }
        var warning: String?
        while !Task.isCancelled {
            try? await Task.sleep(for: checkInterval)
            if Task.isCancelled { break }
            do {
                try await reload()
                state.withLock { $0.readAt = .now }
                warning = nil
            } catch {
                let cause = ErrorReport(error).cause
                if cause != warning {
                    context.output.warn("the sources stay as they are: " + cause)
                }
                warning = cause
            }
            releaseMemory()
        }
        await stop()
    }

    /// Returns the time since the settings of the sources were last read; zero before `run()`.
    package func lag(at now: ContinuousClock.Instant = .now) -> Duration {
        state.withLock { $0.readAt }.map { max($0.duration(to: now), .zero) } ?? .zero
    }

    /// Gives the memory of what was read back to the system: the next feed may need another part of
    /// it.
    private func releaseMemory() {
        let isDue = state.withLock { state in
            guard state.loaded >= Self.releaseThreshold else { return false }
            state.loaded = 0
            return true
        }
        if isDue { CurrentProcess.releaseFreeMemory() }
    }

    /// Reads the settings again, and polls their sources; returns when ``all`` has it.
    package func reload() async throws { try await afterUpdates { try await $0.update() } }

    /// Runs `body` after the changes of the sources before it.
    private func afterUpdates(
        _ body: @escaping @Sendable (SourcePool) async throws -> Void
    ) async throws {
        let task = state.withLock { state in
            let task = Task { [before = state.update] in
                _ = await before?.result
                try await body(self)
            }
            state.update = task
            return task
        }
        try await task.value
    }

    package var all: [PolledSource] { state.withLock(\.polled) }

    /// The sources whose vehicles this process polls, and could read.
    var checkable: [(uuid: UUID, selected: ResolvedSource)] {
        state.withLock { state in
            state.sources.compactMap { source in
                let key = source.polled.vehicles
                if case .simulation = source.polled.source.location { return nil }
                guard state.polls[key]?.isLeader == true, case .live? = state.states[key]?.state
                else { return nil }
                return (source.polled.uuid, source.selected)
            }
        }
    }

    package func state(of uuid: UUID, _ feed: Source.Feed) -> StateUpdate? {
        state.withLock { state in
            guard let source = state.byUUID[uuid] else { return nil }
            return state.states[feed == .vehicles ? source.vehicles : source.sites]
        }
    }

    package func polls(of uuid: UUID) -> PollStatistics {
        state.withLock { state in
            state.byUUID[uuid].flatMap { state.polls[$0.vehicles] } ?? PollStatistics()
        }
    }

    package func updates() -> AsyncStream<PolledUpdate> { stream { update, _ in update } }

    /// Returns a stream of all changes from now on, each with whether this process led the feed
    /// then.
    func leaderUpdates() -> AsyncStream<(update: PolledUpdate, isLeader: Bool)> {
        stream { ($0, $1) }
    }

    private func stream<Element: Sendable>(
        _ element: @escaping @Sendable (PolledUpdate, _ isLeader: Bool) -> Element
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let id = UUID()
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: id) }
        }
        let reader = Reader(
            send: { continuation.yield(element($0, $1)) },
            finish: { continuation.finish() })
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.readers[id] = reader }
            return state.hasEnded
        }
        if hasEnded { continuation.finish() }
        return stream
    }

    package func refresh(_ uuid: UUID) async throws(RefreshError) -> SnapshotInfo {
        let (vehicles, sites) = state.withLock { state in
            let source = state.byUUID[uuid]
            return (
                source.flatMap { state.feeds[$0.vehicles] },
                source.flatMap { state.feeds[$0.sites] }
            )
        }
        let siteRefresh = sites?.refresh()
        guard let outcome = await vehicles?.refresh()?.value else { throw notPolled(uuid) }
        if case .failure(.failed(let failure, _)) = outcome, failure.mayHaveSites,
            case .success(let info)? = await siteRefresh?.value, info.total > 0
        {
            return info
        }
        return try outcome.get()
    }

    /// Returns the error for a source without a subscription.
    private func notPolled(_ uuid: UUID) -> RefreshError {
        switch state(of: uuid, .vehicles)?.state {
        case .failed(let failure, let retryAt, _, _): .failed(failure, retryAt: retryAt)
        case .stopped(let failure?, _): .failed(failure, retryAt: nil)
        default: .stopped
        }
    }
}

extension SourcePool {
    private func update() async throws {
        guard !state.withLock(\.hasEnded) else { return }
        let catalog = try context.sourceCatalog()
        try await catalog.refresh()
        let sources = try ServedSource.all(named: names, of: catalog)
        guard sources != state.withLock(\.sources) else { return }
        let ended = state.withLock { state in
            let unchanged = sources.filter(state.sources.contains).flatMap { $0.feeds.map(\.key) }
            let ended = state.feeds.filter { !unchanged.contains($0.key) }
            state.feeds = state.feeds.filter { unchanged.contains($0.key) }
            state.sources = sources
            let keys = sources.flatMap { [$0.polled.vehicles, $0.polled.sites] }
            state.states = state.states.filter { keys.contains($0.key) }
            state.polls = state.polls.filter { keys.contains($0.key) }
            state.send(.sourcesChanged)
            return Array(ended.values)
        }
        await Self.stop(ended)
        await start()
    }

    /// Starts polling the feeds that are not polled, the sites once the vehicles were read.
    private func start() async {
        for source in state.withLock(\.sources) {
            if let failure = source.failure { publish(failure, of: source.polled) }
            for (feed, key) in source.feeds where state.withLock({ $0.feeds[key] == nil }) {
                let reports = reports(of: source.polled.name, feed, key)
                let polled = PolledFeed(feed, of: source.selected, in: context, reports: reports) {
                    [weak self] polled, update, isLeader in
                    self?.publish(
                        update, of: source.polled.uuid, feed, key, from: polled, isLeader)
                }
                state.withLock { $0.feeds[key] = polled }
            }
            // Only now, because their first state starts the sites.
            state.withLock { $0.feeds[source.polled.vehicles] }?.start()
        }
    }

    private func reports(
        of name: String, _ feed: Source.Feed, _ key: SourceKey
    ) -> SubscriptionReports {
        SubscriptionReports(
            poll: { [weak self] outcome, duration in
                self?.state.withLock {
                    $0.polls[key, default: PollStatistics()].count(outcome, after: duration)
                }
            },
            leadership: { [weak self, reportLeadership] change in
                let isKnown = self?.state.withLock { state in
                    state.polls[key, default: PollStatistics()].isLeader = change != .ended
                    let exists = state.states[key]?.state.hasFeed
                    if exists == nil { state.leadership[key] = change }
                    return exists
                }
                if isKnown == true { reportLeadership(name, feed, change) }
            })
    }

    private func stop() async {
        let last = state.withLock { state in
            state.hasEnded = true
            return state.update
        }
        _ = await last?.result
        let (feeds, readers) = state.withLock { state in
            defer { (state.feeds, state.update) = ([:], nil) }
            return (Array(state.feeds.values), Array(state.readers.values))
        }
        await Self.stop(feeds)
        for reader in readers { reader.finish() }
    }

    private static func stop(_ feeds: [PolledFeed]) async {
        await withDiscardingTaskGroup { group in
            for feed in feeds { group.addTask { await feed.stop() } }
        }
    }

    private func publish(
        _ update: StateUpdate, of uuid: UUID, _ feed: Source.Feed, _ key: SourceKey,
        from polled: PolledFeed, _ isLeader: Bool
    ) {
        var change: LeadershipChange?
        let sites = state.withLock { state -> PolledFeed? in
            // A feed that is being stopped may still send states.
            guard state.feeds[key] === polled else { return nil }
            state.states[key] = update
            state.send(.state(of: uuid, feed, update), isLeader: isLeader)
            if isLeader, case .live(let info, _) = update.state { state.loaded += info.total }
            if update.state.hasFeed == true { change = state.leadership.removeValue(forKey: key) }
            guard feed == .vehicles, update.state.isResult else { return nil }
            return state.byUUID[uuid].flatMap { state.feeds[$0.sites] }
        }
        if let change, let name = state.withLock({ $0.byUUID[uuid]?.name }) {
            reportLeadership(name, feed, change)
        }
        sites?.start()
    }

    /// Publishes why a source is not polled.
    private func publish(_ failure: FeedFailure, of source: PolledSource) {
        let update = StateUpdate(seq: 1, at: context.now(), state: .stopped(failure, nil))
        state.withLock { state in
            guard state.states[source.vehicles]?.state != update.state else { return }
            state.states[source.vehicles] = update
            state.send(.state(of: source.uuid, .vehicles, update))
        }
    }
}
