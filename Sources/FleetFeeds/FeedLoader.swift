public import FleetCore

/// Loader of snapshots from a source: the simulation, a file, the standard input or the web.
///
/// A loader reads one feed of the source. Snapshots of the sites feed contain no vehicles, and no
/// sites either if the source has none.
///
///     let loader = FeedLoader(source: source, reader: reader, now: now, shownNow: now)
///     let response = try await loader.load(nil)
public struct FeedLoader: Sendable {
    /// Function that returns the newest sighting of each vehicle of a table.
    public typealias Sightings = @Sendable () async throws -> [Sighting]

    /// Function that reads a document; each refresh gets a function of its own.
    typealias ReadDocument = @Sendable (DocumentRequest) async throws -> DocumentResponse

    private let source: Source
    private let feed: Source.Feed
    private let startRefresh: @Sendable () -> ReadDocument
    private let waitForHost: @Sendable () async throws -> Void
    private let linkPolicy: LinkPolicy
    private let budget: SourceBudget
    private let now: @Sendable () -> Timestamp
    private let shownNow: @Sendable () -> Timestamp
    private let zone: SystemTimeZone
    private let progress: @Sendable (Int) -> Void
    /// The asset list beside the vehicles.
    private let assets: AssetLoader?
    private let sightings: Sightings?

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - source: Source to read, with the user's colors.
    ///   - feed: Feed of the source to read.
    ///   - reader: Reader of documents, with the credentials of this source.
    ///   - now: The system clock, which determines whether a feed has expired.
    ///   - shownNow: The clock that users see, which drives the simulation.
    ///   - zone: The zone of times in tables that have none of their own.
    ///   - sightings: The sightings of the vehicles, if the source is a table; `nil` for none.
    ///   - progress: Receives the number of vehicles read so far, every few thousand.
    public init(
        source: Source, feed: Source.Feed = .vehicles, reader: DocumentReader,
        now: @escaping @Sendable () -> Timestamp,
        shownNow: @escaping @Sendable () -> Timestamp, zone: SystemTimeZone = .utc,
        sightings: Sightings? = nil,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        let location = source.location.text
        let startRefresh: @Sendable () -> ReadDocument = {
            let session = reader.session(for: location, and: source.assets?.location.text)
            return { try await session.read($0) }
        }
        self.init(
            source: source, feed: feed, startRefresh: startRefresh,
            waitForHost: { try await reader.waitForTurn(at: location) },
            linkPolicy: LinkPolicy(credentials: reader.credentials, location: location),
            budget: reader.budget, now: now, shownNow: shownNow, zone: zone,
            sightings: sightings, progress: progress)
    }

    /// Creates a loader with a custom document reader; `startRefresh` is called once per refresh.
    init(
        source: Source, feed: Source.Feed = .vehicles,
        startRefresh: @escaping @Sendable () -> ReadDocument,
        waitForHost: @escaping @Sendable () async throws -> Void = {}, linkPolicy: LinkPolicy,
        budget: SourceBudget = SourceBudget(),
        now: @escaping @Sendable () -> Timestamp, shownNow: @escaping @Sendable () -> Timestamp,
        zone: SystemTimeZone = .utc, sightings: Sightings? = nil,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.source = source
        self.feed = feed
        self.startRefresh = startRefresh
        self.waitForHost = waitForHost
        (self.linkPolicy, self.budget) = (linkPolicy, budget)
        self.now = now
        (self.shownNow, self.zone) = (shownNow, zone)
        self.progress = progress
        assets =
            feed == .vehicles ? AssetLoader(of: source, zone: zone, budget: budget) : nil
        self.sightings = feed == .vehicles ? sightings : nil
    }

    /// Waits until the host of the source may be polled; the next load then need not wait.
    /// - Throws: Only `CancellationError`.
    public func waitForTurn() async throws { try await waitForHost() }

    /// Loads the feed once, with as few requests as the cache allows.
    ///
    /// - Parameters:
    ///   - cacheState: Cache state of the stored snapshot, since the response may be "not
    ///     modified"; ignored if it belongs to another location or language.
    ///   - filter: Filter for the returned vehicles; all vehicles are counted.
    /// - Throws: `FeedFailure`, or `CancellationError` if its task is cancelled.
    public func load(
        _ cacheState: FeedCacheState?, matching filter: Filter = Filter()
    ) async throws -> FeedResponse {
        let fetch = startRefresh()
        var additions = try await additions(fetch, cacheState)
        let wasTable = cacheState.map { $0.joined.map(FeedAdditions.isOfTable) ?? true } ?? false
        if wasTable { await additions.readSightings(sightings) }
        let isSame =
            additions.isIncomplete || cacheState?.joined == additions.digest(isTable: wasTable)
        switch try await response(isSame ? cacheState : nil, filter, fetch) {
        case .loaded(var snapshot, var newState, let schedule):
            let isTable = snapshot.feed.isTable
            if isTable { await additions.readSightings(sightings) }
            additions.join(to: &snapshot)
            newState.joined = additions.digest(isTable: isTable)
            newState.assets = additions.rows?.stored
            return .loaded(snapshot, newState, schedule)
        case .notModified(var newState, let schedule):
            (newState.joined, newState.assets) = (cacheState?.joined, cacheState?.assets)
            return .notModified(newState, schedule)
        }
    }

    /// Returns the rows of the asset list, which are joined with the vehicles; if the list cannot be
    /// read, the last rows.
    /// - Throws: The failure of the asset list, if no rows are known; `CancellationError`.
    private func additions(
        _ fetch: ReadDocument, _ cacheState: FeedCacheState?
    ) async throws -> FeedAdditions {
        var additions = FeedAdditions()
        guard let assets else { return additions }
        additions.rowKey = assets.key
        do {
            additions.rows = try await assets.rows(read: fetch)
        } catch let failure as FeedFailure {
            let last = assets.lastRows ?? AssetRows(stored: cacheState?.assets)
            guard let last else { throw failure }
            additions.rows = last
            additions.fail("the asset list cannot be read: " + failure.cause)
        }
        return additions
    }

    private func response(
        _ cacheState: FeedCacheState?, _ filter: Filter, _ fetch: @escaping ReadDocument
    ) async throws -> FeedResponse {
        let location = source.location.text
        if case .simulation = source.location { return try simulated(location) }
        let isSame =
            cacheState?.location == location && cacheState?.language == source.language?.text
        let refresh = FeedRefresh(
            source: source, feed: feed, cacheState: isSame ? cacheState : nil, filter: filter,
            fetch: fetch, linkPolicy: linkPolicy, budget: budget, now: now,
            zone: zone, progress: progress)
        let response = try await FeedLanguage.$wanted.withValue(source.language) {
            try await refresh.response()
        }
        try Task.checkCancellation()
        return response
    }

    private func simulated(_ address: String) throws(FeedFailure) -> FeedResponse {
        let response = try Simulation(address).response(of: feed, at: shownNow())
        guard case .loaded(var snapshot, let cacheState, let schedule) = response,
            !source.colorMap.colors.isEmpty
        else { return response }
        for index in snapshot.vehicles.indices {
            guard let color = source.colorMap[snapshot.vehicles[index].typeID] else { continue }
            snapshot.vehicles[index].color = color
        }
        return .loaded(snapshot, cacheState, schedule)
    }
}
