package import FleetCore
import FleetFeeds
package import FleetSQL
import FleetSQLite
import FleetService
import Foundation
import Synchronization

/// Open source: its loader and its storage.
package final class SourceSession: Sendable {
    /// Storage of a source's snapshots.
    enum Storage: Sendable {
        /// The store.
        case store(any FleetStore, any Leadership)
        /// A store that cannot be written; new snapshots are in its fallback.
        case readOnly(any FleetStore, SourceKey)
        /// No store, since the source is local; every command loads it.
        case notStored
    }

    package let selected: ResolvedSource
    let storage: Storage
    let loader: FeedLoader
    package let context: CommandContext
    /// The settings of a check over time of a source that is not stored; `nil` without one.
    private let check: CheckSettings?
    private let team = Mutex<HomeTeamFile?>(nil)

    /// Election of the leading process; `nil` if the source is not stored.
    var leadership: (any Leadership)? {
        if case .store(_, let leadership) = storage { leadership } else { nil }
    }

    /// Key of the source in the store, on disk or in memory.
    package var key: SourceKey { selected.key ?? SourceKey(UUID(sourceName: "source")) }

    /// The definition with which the source was opened.
    var definition: SourceDefinition { SourceDefinition(of: selected, in: context) }

    init(
        selected: ResolvedSource, storage: Storage, loader: FeedLoader, context: CommandContext,
        check: CheckSettings? = nil
    ) {
        (self.selected, self.storage, self.context) = (selected, storage, context)
        (self.loader, self.check) = (loader, check)
    }

    /// Returns the file with the favorites and notes, which is opened on first use.
    func homeTeam() throws -> HomeTeamFile {
        let file = HomeTeamFile(of: try context.home())
        return team.withLock { team in
            team = team ?? file
            return team ?? file
        }
    }

    /// Creates the service of this source, which saves its snapshots in `store`.
    /// - Parameter reportPoll: Called after each request, with its duration.
    func service(
        storing store: any FleetStore, _ policy: WatchPolicy,
        reportPoll: @escaping @Sendable (PollOutcome, Duration) -> Void = { _, _ in }
    ) -> VehicleService {
        let label = selected.label
        var ports = ServicePorts(
            load: { [self] in try await load($0) },
            readRecord: { [key, context] in
                let record = try await FeedFailure.translating(of: label) {
                    try await store.snapshots.record(of: key)
                }
                return context.readingMarks?.delayed(record, of: key, label, at: context.now())
                    ?? record
            },
            commit: { [self] outcome in
                try await FeedFailure.translating(of: label) {
                    try await commit(outcome, in: store)
                }
            },
            storeFailure: { [self] backOff, request in
                try await definition.withLock {
                    try await store.snapshots.recordFailure(
                        backOff, request: request, shownAt: context.shownNow(), for: key,
                        recording: recording)
                }
            },
            withRequestLock: { [self] body in
                guard let leadership else { return try await body() }
                try await FeedFailure.translating(of: label) {
                    try await leadership.withRequestLock(context.log) { try await reading(body) }
                }
            })
        ports.waitForTurn = { [loader] in try await loader.waitForTurn() }
        ports.log = context.log
        ports.reportPoll = reportPoll
        return VehicleService(
            policy: servicePolicy(policy), ports: ports, clock: context.serviceClock)
    }

    /// Runs a reading of the feed: a server marks it, and has few large documents at a time.
    private func reading(_ body: @Sendable () async throws -> Void) async throws {
        try await context.transport.reading {
            guard let marks = context.readingMarks else { return try await body() }
            try await marks.read(key, at: context.now, body)
        }
    }

    /// Stores an outcome, unless the settings define the source differently by now.
    func commit(_ outcome: FetchOutcome, in store: any FleetStore) async throws -> SnapshotInfo {
        try await definition.withLock {
            try await store.snapshots.commit(outcome, for: key, recording: recording)
        }
    }

    /// The records of the changes of this source: those that a server needs, while there is one, and
    /// those of a history or of a check.
    private var recording: Recording? {
        if let check { return Recording(rotation: selected.source.rotation, check: check) }
        let history = selected.source.history
        guard case .store = storage, selected.team == nil,
            history != nil || ServerLock.isHeld(in: context)
        else {
            return nil
        }
        let source = selected.source
        return Recording(rotation: source.rotation, history: history, check: source.check)
    }

    /// Returns the policy of a service of this source.
    func servicePolicy(_ policy: WatchPolicy) -> ServicePolicy {
        ServicePolicy(
            minInterval: selected.source.location.minInterval, process: context.process,
            location: selected.label,
            interval: policy.interval, retries: policy.retries)
    }

    /// Creates a subscription to the states of this source.
    package func subscription(_ policy: WatchPolicy) throws -> Subscription {
        Subscription(source: self, policy: policy, store: try workingStore())
    }

    /// Returns the selected colors that vehicles of the stored snapshot have.
    func existing(_ colors: ColorFilter, in store: any FleetStore) -> ColorFilter {
        let counts = try? store.read(key) { try $0.colorCounts() }
        return colors.limited(to: counts ?? [])
    }

    /// Loads the feed once, showing progress if that takes long.
    /// - Throws: `FeedFailure`, also if the settings now define the source differently.
    package func load(
        _ cacheState: FeedCacheState?, matching facets: Filter = Filter()
    ) async throws -> FeedResponse {
        try definition.check()
        return try await context.progress.track { [loader] in
            try await loader.load(cacheState, matching: facets)
        }
    }

    /// Returns the store, for writing.
    /// - Throws: `CommandError` (74) if there is none that can be written.
    package func writableStore() throws -> any FleetStore {
        if case .store(let store, _) = storage { return store }
        throw CommandError(
            .ioError, "cannot write the store of \(selected.label)",
            hint: "free disk space, check the permissions, or set FLEET_HOME to another folder")
    }

    /// Returns the store, for reading.
    /// - Throws: `CommandError` (74) if the source is not stored.
    package func readableStore() throws -> any FleetStore {
        if case .readOnly(let store, _) = storage { return store }
        return try writableStore()
    }

    /// Returns the store, for reading and new snapshots; one in memory if the source is not stored.
    func workingStore() throws -> any FleetStore {
        try (try? readableStore()) ?? HomeStore.inMemory()
    }
}
