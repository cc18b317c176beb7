import FleetCore

/// Refresh of a sites feed, from the source's location to its stations, with as few requests as
/// possible.
///
/// Works like the refresh of the vehicles, with its own cache state.
struct SiteRefresh: Sendable {
    /// Source, cache state of its sites, and reader of documents.
    let feed: FeedRefresh

    /// Follows the cached route; if that fails, starts again from the location.
    func response() async throws -> FeedResponse {
        do {
            return try await cachedRoute()
        } catch let failure as FeedFailure
            where failure.allowsFallback && feed.cacheState?.discovery != nil
        {
            let retry = SiteRefresh(feed: feed.rereadingDiscovery)
            return try await retry.response(at: feed.source.location.text, version: nil)
        }
    }

    private func cachedRoute() async throws -> FeedResponse {
        if let cacheState = feed.cacheState, let discovery = cacheState.discovery,
            feed.isFresh(discovery)
        {
            return try await loadFeeds(SiteLinks(cacheState, discovery: discovery))
        }
        return try await response(at: feed.source.location.text, version: nil)
    }

    /// Reads the document at an address.
    ///
    /// - Parameter version: Version selected from a list, whose link must not lead to another list.
    private func response(at address: String, version: String?) async throws -> FeedResponse {
        let location = Location.redacted(address)
        switch try await feed.read(address, cached(at: address)) {
        case .notModified(let document):
            return try await unchanged(document, version: version)
        case .read(let bytes, let document, let base):
            switch try SiteFeedDocument(bytes, at: location) {
            case .sites(let sites): return standalone(sites, document, version: version)
            case .links(.discovery(let discovery), let header):
                let document = feed.updated(document, header)
                return try await loadFeeds(
                    SiteLinks(discovery, in: document, base: base, version: version))
            case .links(let content, _):
                let versions = try content.versions(at: location)
                guard version == nil else {
                    throw FeedFailure(
                        .brokenDiscovery("links to another list of versions"), at: location)
                }
                return try await feed.newestUsable(of: versions, base: base, at: location) {
                    try await response(at: $0, version: $1)
                }
            }
        }
    }

    /// Returns the cached document at an address, for a conditional request: discovery, or a
    /// standalone sites document.
    private func cached(at address: String) -> FeedCacheState.Document? {
        guard let cacheState = feed.cacheState else { return nil }
        let document = cacheState.discovery ?? cacheState.vehicles
        return document.address == address ? document : nil
    }

    private func unchanged(
        _ document: FeedCacheState.Document, version: String?
    ) async throws -> FeedResponse {
        guard let cacheState = feed.cacheState, cached(at: document.address) != nil else {
            throw FeedFailure(.status(304), at: Location.redacted(document.address))
        }
        guard cacheState.discovery != nil else {
            return feed.notModified(SideFeeds(version: version), document)
        }
        var links = SiteLinks(cacheState, discovery: feed.revalidated(document))
        links.version = version
        return try await loadFeeds(links)
    }

    /// Returns the response for a document that contains the sites themselves, or only vehicles.
    private func standalone(
        _ sites: SitesDocument, _ document: FeedCacheState.Document, version: String?
    ) -> FeedResponse {
        var description = FeedDescription(format: sites.format)
        description.lastUpdated = sites.header.lastUpdated
        description.ttlSeconds = sites.header.ttlSeconds
        var parseReport = ParseReport()
        sites.warnings.forEach { parseReport.warn($0) }
        let hasNoSites = sites.hasOnlyVehicles && feed.isWeb(document.address)
        let header = hasNoSites ? Self.vehiclesOnlyHeader : sites.header
        let document = feed.updated(document, header)
        return .loaded(
            Snapshot(sites: sites.sites, feed: description, parseReport: parseReport),
            feed.cacheState(of: document, SideFeeds(version: version)),
            feed.schedule(of: document.address, freshFor: header.freshFor(at: feed.now())))
    }

    /// Header for a web document with only vehicles, to check only occasionally whether sites were
    /// added; the vehicles refresh requests the same document all the time.
    private static let vehiclesOnlyHeader = FeedHeader(ttlSeconds: 600)
}
