import FleetClient
package import FleetCore
import FleetFeeds
package import FleetSQL
package import FleetService
import FleetSettings

/// Fetch options of a command that shows a source.
package struct FetchMode: Equatable, Sendable {
    /// Shows stored data without any request.
    var offline = false
    /// Fails if the source cannot be read, even if stored data exists.
    package private(set) var strict = false
    /// Shows the state at this time in the history (`MomentText`), without any request.
    package var moment: String?

    package init(offline: Bool = false, strict: Bool = false, moment: String? = nil) {
        self.offline = offline
        self.strict = strict
        self.moment = moment
    }
}

extension SourceSession {
    /// Snapshot for a command to show, which it reads in one way: `content.read { $0.counts(query) }`.
    package struct AvailableSnapshot {
        package let key: SourceKey
        /// The store that has it; `nil` if it was just loaded, or is from the history.
        package private(set) var store: (any FleetStore)?
        /// Whether it is in the store and not up to date.
        package private(set) var isStale = false
        private(set) var loaded: LoadedSnapshot?
        private var cacheState: FeedCacheState?

        /// Creates a snapshot that is not in a store.
        init(_ loaded: LoadedSnapshot, _ cacheState: FeedCacheState? = nil) {
            (key, self.loaded, self.cacheState) = (loaded.key, loaded, cacheState)
        }

        fileprivate init(in store: any FleetStore, _ key: SourceKey, isStale: Bool) {
            (self.store, self.key, self.isStale) = (store, key, isStale)
        }

        /// The time in the history that it is of; `nil` for the present.
        package var moment: PastMoment? { loaded?.moment }

        /// Returns the snapshot, within the transaction of a reader of its store.
        /// - Throws: `StoreError.nothingStored` if there is none.
        package func snapshot(in reader: (any SnapshotReader)?) throws -> StoredSnapshot {
            let own = loaded.map { LoadedSnapshotReader([$0]) as any SnapshotReader }
            guard let reader = own ?? reader else { throw StoreError.nothingStored }
            return try StoredSnapshot(key, in: reader)
        }

        /// Passes the snapshot to `body`, within one transaction.
        package func read<Value>(_ body: (StoredSnapshot) throws -> Value) throws -> Value {
            guard let store else { return try body(snapshot(in: nil)) }
            return try store.read(key, body)
        }

        /// Returns the documents of the feed, as they were last read.
        package func feedCacheState() async throws -> FeedCacheState? {
            guard let store else { return cacheState }
            return try await store.snapshots.record(of: key).cacheState
        }
    }

    /// Fetches the source if a fetch is due, and returns its snapshot.
    ///
    /// A snapshot that is not stored only has the vehicles that match `facets`.
    package func fetchIfDue(
        _ mode: FetchMode, _ facets: Filter = Filter()
    ) async throws -> AvailableSnapshot {
        if let moment = mode.moment {
            let (snapshot, past) = try await self.moment(moment)
            return AvailableSnapshot(LoadedSnapshot(snapshot, of: key, at: past))
        }
        if selected.hasPendingRemovals { try? await SourceRemoval(in: context).finish() }
        switch storage {
        case .notStored:
            if mode.offline, selected.source.location.isWeb { throw nothingStored }
            return try await loadedSnapshot(matching: facets)
        case .store(let store, let leadership):
            let isStale = try await update(store, leadership.key, leadership, mode)
            return AvailableSnapshot(in: store, leadership.key, isStale: isStale)
        case .readOnly(let store, let key):
            let isStale = try await update(store, key, nil, mode)
            return AvailableSnapshot(in: store, key, isStale: isStale)
        }
    }

    /// Loads the vehicles that match `facets`, and the documents of their feed.
    ///
    /// If there is none of a color of the filter, all vehicles are loaded: a list shows the colors
    /// that exist.
    private func loadedSnapshot(matching facets: Filter) async throws -> AvailableSnapshot {
        let response = try await load(nil, matching: facets)
        guard case .loaded(let snapshot, let cacheState, _) = response else {
            throw FeedFailure(
                .network(.connection("a response without content")), at: selected.label)
        }
        try definition.check()
        if snapshot.total > 0, !snapshot.hasAll(facets.color) {
            return try await loadedSnapshot(matching: Filter())
        }
        return AvailableSnapshot(
            LoadedSnapshot(snapshot, of: key, fetchedAt: context.shownNow()), cacheState)
    }
}

extension SourceSession {
    /// Updates the store if a fetch is due; returns whether it is stale.
    private func update(
        _ store: any FleetStore, _ key: SourceKey, _ leadership: (any Leadership)?,
        _ mode: FetchMode
    ) async throws -> Bool {
        let record = try await store.snapshots.record(of: key)
        let decision = FetchPolicy(
            record, at: context.now(), offline: mode.offline,
            hasLeader: try await leadership?.isTaken ?? false)
        context.log("cache: \(decision.diagnostic)")
        do {
            switch decision {
            case .fetch: _ = try await loadOnce(into: store)
            case .skip(.leader) where record.info == nil: _ = try await refreshByLeader()
            case .skip(.fresh) where hasStoppedClock: _ = try await refreshByLeader()
            case .skip: return try checkStaleness(decision, record, mode)
            }
            return false
        } catch let failure as FeedFailure where failure.reason != .machine(.sourceChanged) {
            try warnOrThrow(failure, record, mode)
            return true
        }
    }

    /// Whether the source is simulated at the fixed time of `FLEET_NOW`, which stored data may not
    /// match.
    private var hasStoppedClock: Bool {
        guard case .simulation = selected.source.location else { return false }
        return context.stoppedClock != nil
    }

    /// Returns whether the stored snapshot is stale after a decision not to fetch.
    private func checkStaleness(
        _ decision: FetchPolicy, _ record: SourceRecord, _ mode: FetchMode
    ) throws -> Bool {
        switch decision {
        case .fetch, .skip(.fresh): return false
        case .skip(.leader):
            // A leader that has stopped retrying leaves its last failure in the record.
            guard let backOff = record.backOff else { return false }
            try warnOrThrow(backOff.failure, record, mode)
            return true
        case .skip(.backOff(let backOff)):
            try warnOrThrow(backOff.failure, record, mode, during: backOff)
            return true
        case .skip(.offline):
            guard record.info != nil else { throw nothingStored }
            return record.backOff != nil
                || FetchPolicy(record, at: context.now(), offline: false, hasLeader: false)
                    == .fetch
        }
    }

    private var nothingStored: CommandError {
        CommandError(
            .unavailable, "nothing is stored for \(selected.label)",
            hint: "run once without --offline to fetch it")
    }

    /// Warns of a failure if stored data can be shown instead; throws it otherwise.
    private func warnOrThrow(
        _ failure: FeedFailure, _ record: SourceRecord, _ mode: FetchMode,
        during backOff: BackOff? = nil
    ) throws {
        guard let info = record.info, !mode.strict else { throw backOffError(failure, backOff) }
        context.output.warn(
            failure.cause + "; showing data fetched at " + LocalTime.text(info.fetchedAt))
    }

    func backOffError(_ failure: FeedFailure, _ backOff: BackOff?) -> any Error {
        guard let backOff else { return failure }
        guard failure.reason != .content(.onlyStations) else {
            return CommandError(
                ExitStatus(failure.kind), failure.cause,
                hint: "run `fleet site list\(selected.option)` to see the stations")
        }
        let now = context.now()
        if let notBefore = backOff.notBefore, notBefore > now {
            return userFacingError(for: .backingOff(failure, until: notBefore))
        }
        return CommandError(
            ExitStatus(failure.kind), failure.cause,
            hint: "run `fleet refresh\(selected.option)` to retry now")
    }
}

extension SourceSession {
    /// Disposes the running subscription, subscribes again and waits for the snapshot.
    ///
    /// This happens in the process that leads the source, or in this one if none leads. Fails if
    /// the source would be stored, but the store cannot be written.
    /// - Throws: `FeedFailure`, `CommandError`, `CancellationError`.
    package func refresh() async throws -> SnapshotInfo {
        let store = selected.key == nil ? nil : try writableStore()
        let info: SnapshotInfo
        do {
            info = try await refreshByLeader()
        } catch let failure as FeedFailure where !failure.isLocal {
            throw try await offeringStored(failure)
        }
        if let error = store?.writeError { throw error }
        return info
    }

    /// Makes a team's server read its feed now; nothing happens for a source of this home.
    package func refreshOnServer() async throws {
        guard let team = selected.team else { return }
        try await TeamServer(of: team.login, in: context).send(
            .post, TeamServer.path("sources", team.name, "refresh"))
    }

    /// Returns an error whose hint also names the command that shows the stored snapshot, if there
    /// is one.
    private func offeringStored(_ failure: FeedFailure) async throws -> any Error {
        guard failure.reason != .machine(.sourceChanged), let key = selected.key,
            let record = try? await readableStore().snapshots.record(of: key), record.info != nil
        else { return failure }
        let command = "fleet \(selected.feed == .sites ? "site list" : "list") --offline"
        return CommandError(
            ExitStatus(failure.kind), failure.cause,
            hint: "\(failure.hint); `\(command)\(selected.option)` shows the stored snapshot")
    }

    private func refreshByLeader() async throws -> SnapshotInfo {
        do {
            if let leadership, try await leadership.isTaken {
                context.log("leader: another process polls the source; asking it")
                if let info = try await outcome(ofRefreshBy: leadership) { return info }
                context.log("leader: it cannot be reached")
            }
            return try await refreshAlone()
        } catch let error as RefreshError {
            throw userFacingError(for: error)
        }
    }

    /// Returns the outcome of a refresh by the leader; `nil` if it cannot be reached.
    private func outcome(
        ofRefreshBy leadership: any Leadership
    ) async throws -> SnapshotInfo? {
        do {
            return try await leadership.refresh()
        } catch is HomeError {
            return nil
        }
    }

    /// Whether an error means that the source has no vehicles, as a system of stations may, or that
    /// only its vehicles cannot be read; also during its back-off.
    /// - Parameter strict: Whether vehicles that cannot be read are an error.
    package func lacksVehicles(_ error: any Error, strict: Bool = false) async -> Bool {
        guard let failure = await failureOfVehicles(error) else { return false }
        return failure.mayHaveSites && !(strict && failure.leavesStations == true)
    }

    /// Returns why the vehicles of a source were never read; `nil` for other errors, and if they are
    /// stored.
    package func failureOfVehicles(_ error: any Error) async -> FeedFailure? {
        // Standard input cannot be read a second time, for its sites.
        guard selected.source.location != .standardInput,
            error is FeedFailure || error is CommandError
        else { return nil }
        let record =
            selected.key == nil ? nil : try? await readableStore().snapshots.record(of: key)
        guard record?.info == nil else { return nil }
        return error as? FeedFailure ?? record?.backOff?.failure
    }

    private func refreshAlone() async throws -> SnapshotInfo {
        let service = service(storing: try workingStore(), WatchPolicy())
        do {
            let info = try await service.refresh()
            await service.stop()
            return info
        } catch {
            await service.stop()
            throw error
        }
    }

    /// Loads once for a command that shows the source; not a refresh by the user.
    /// - Throws: `FeedFailure`, `CancellationError`.
    func loadOnce(into store: any FleetStore) async throws -> SnapshotInfo {
        let service = service(storing: store, WatchPolicy())
        await service.start()
        for await update in await service.states() {
            switch update.state {
            case .idle, .loading: continue
            case .live(let info, _):
                await service.stop()
                return info
            case .failed(let failure, _, _, _), .stopped(let failure?, _):
                await service.stop()
                throw failure
            case .stopped(nil, _): break
            }
        }
        await service.stop()
        throw CancellationError()
    }

    /// Returns the error to report to the user for a failed refresh.
    package func userFacingError(for error: RefreshError) -> any Error {
        switch error {
        case .failed(let failure, _): return failure
        case .cancelled: return CancellationError()
        case .stopped:
            return CommandError(
                .unavailable, "the refresh of \(selected.label) was stopped",
                hint: "run the command again")
        case .backingOff(let failure, let until):
            let wait = (until - context.now()).secondsToWait
            return CommandError(
                ExitStatus(failure.kind), failure.cause,
                hint: "the service asks clients to wait another \(wait) s")
        }
    }
}

extension Snapshot {
    /// Whether there is a vehicle for each of the colors.
    fileprivate func hasAll(_ colors: ColorFilter) -> Bool {
        colors.choices.allSatisfy { choice in
            let filter = ColorFilter([choice.label]) ?? .all
            return vehicles.contains { filter.matches($0.color) }
        }
    }
}
