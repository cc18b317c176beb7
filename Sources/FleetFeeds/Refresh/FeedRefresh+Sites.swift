import FleetCore

extension FeedRefresh {
    /// Time until a failed feed is requested again.
    private static let retryInterval = Duration.seconds(60)

    /// Header for a web document without sites, to check only occasionally whether sites were added;
    /// the vehicles refresh requests the same document all the time.
    private static let noSitesHeader = FeedHeader(ttlSeconds: 600)

    /// Reads the side documents and station feeds that are not fresh, and joins them.
    ///
    /// A failed `station_information` becomes a warning. `station_status` is requested each time,
    /// and its failure fails the refresh, so that old measurements are never presented as new.
    /// On the first refresh, `station_information` alone is enough.
    func sites(_ links: FeedLinks) async throws -> FeedResponse {
        let hasStatus = links.address(of: StationsDocument.status) != nil
        guard hasStatus || links.address(of: StationsDocument.information) != nil else {
            return withoutStations(links)
        }
        var joined = try await joinedFeed(links)
        let isSameSystem = joined.hasSameContent
        let information = try await join(
            StationsDocument.information, at: links, evenIfFresh: !hasStatus, into: &joined)
        let status = try await join(
            StationsDocument.status, at: links, evenIfFresh: true, into: &joined)
        if cacheState != nil, let failure = status?.failure { throw failure }
        // The one that changes more often comes first.
        let outcomes = [status, information].compactMap(\.self)
        let main = outcomes.first { $0.failure == nil }
        if main == nil, let failure = outcomes.first?.failure { throw failure }
        let document = main?.document ?? links.discovery
        if isSameSystem, outcomes.allSatisfy(\.isUnchanged) {
            return notModified(joined, document)
        }
        joined.warnings = outcomes.flatMap(\.warnings) + joined.warnings
        // The age of the sites is that of the feed that is requested each time, even if only the
        // other one is new.
        let version = outcomes.compactMap(\.header).first?.version ?? links.version
        joined.snapshot.feed.describe(
            main?.header ?? FeedHeader(document), format: GBFS.format(version: version))
        let isRetry = outcomes.first?.failure != nil
        let freshFor = isRetry ? Self.retryInterval : document.freshFor(at: now())
        return loaded(joined, from: document, freshFor: freshFor)
    }

    /// Returns the response for a system without station feeds.
    private func withoutStations(_ links: FeedLinks) -> FeedResponse {
        var discovery = links.discovery
        let wasRead = discovery != cacheState?.discovery || !discovery.isFresh(at: now())
        if wasRead, discovery.isWeb {
            let due = now() + Self.noSitesHeader.freshFor(at: now())
            discovery.freshUntil = max(discovery.freshUntil ?? due, due)
        }
        let joined = emptyFeed(discovery: discovery, version: links.version)
        if let cacheState, cacheState.discovery != nil, cacheState.stationInformation == nil,
            cacheState.stationStatus == nil
        {
            return notModified(joined, discovery)
        }
        return loaded(joined, from: discovery, freshFor: discovery.freshFor(at: now()))
    }

    /// Returns the response for a document that contains the sites themselves, or only vehicles.
    func loaded(
        _ sites: SitesDocument, _ header: FeedHeader, into joined: JoinedFeed,
        from document: FeedCacheState.Document
    ) -> FeedResponse {
        var joined = joined
        joined.snapshot.sites = sites.sites
        joined.snapshot.total = sites.sites.count
        joined.snapshot.feed.describe(header, format: sites.format)
        sites.served?.describe(&joined.snapshot.feed)
        joined.warnings = sites.warnings + [sites.served?.warning].compactMap(\.self)
        let hasNoSites = sites.hasOnlyVehicles && document.isWeb
        let header = hasNoSites ? Self.noSitesHeader : header
        return loaded(
            joined, from: document.updated(by: header, at: now()),
            freshFor: header.freshFor(at: now()))
    }
}
