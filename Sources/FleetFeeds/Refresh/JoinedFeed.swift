import FleetCore

/// Snapshot and cache state of a refresh, to which each of its documents adds a part.
struct JoinedFeed: Sendable {
    /// Snapshot so far.
    var snapshot: Snapshot
    /// State to cache so far.
    var cacheState: FeedCacheState
    /// Whether all side documents so far have the content that the last snapshot was joined with.
    var hasSameContent = true
    /// Adds the contents of the documents to the snapshot, in their order.
    var additions: [@Sendable (inout Snapshot) -> Void] = []
    /// Warnings about the documents.
    var warnings: [String] = []
}

extension FeedRefresh {
    /// Returns a feed without content.
    ///
    /// - Parameters:
    ///   - discovery: Discovery document that leads to the feed.
    ///   - version: Version selected from a list.
    func emptyFeed(
        discovery: FeedCacheState.Document? = nil, version: String?
    ) -> JoinedFeed {
        let location = source.location.text
        var cacheState = FeedCacheState(
            location: location,
            main: discovery ?? FeedCacheState.Document(address: location))
        cacheState.discovery = discovery
        cacheState.version = version
        cacheState.mdsVersion = versions.first?.text
        cacheState.colorMap = colorNames
        cacheState.language = source.language?.text
        let description = FeedDescription(format: FeedDialect.gbfs.format(version: version))
        let snapshot = Snapshot(vehicles: [], feed: description, parseReport: ParseReport())
        return JoinedFeed(snapshot: snapshot, cacheState: cacheState)
    }

    /// Returns the response with a new snapshot.
    ///
    /// - Parameters:
    ///   - document: The document that every refresh requests.
    ///   - freshFor: Time until the next request.
    func loaded(
        _ joined: JoinedFeed, from document: FeedCacheState.Document, freshFor: Duration
    ) -> FeedResponse {
        var joined = joined
        joined.cacheState.main = document
        joined.additions.forEach { $0(&joined.snapshot) }
        joined.snapshot.removeImpossibleTimes(at: now())
        joined.warnings.forEach { joined.snapshot.parseReport.warn($0) }
        return .loaded(
            joined.snapshot, joined.cacheState, schedule(of: document, freshFor: freshFor))
    }

    /// Returns the response without a new snapshot.
    func notModified(_ joined: JoinedFeed, _ document: FeedCacheState.Document) -> FeedResponse {
        var cacheState = joined.cacheState
        cacheState.main = document
        let freshFor = document.freshFor(at: now())
        return .notModified(cacheState, schedule(of: document, freshFor: freshFor))
    }

    private func schedule(
        of document: FeedCacheState.Document, freshFor: Duration
    ) -> FeedSchedule {
        let location = document.isWeb ? Location.web(document.address) : .file(document.address)
        return FeedSchedule(minInterval: location.minInterval, freshFor: freshFor)
    }
}
