import FleetCore

extension FeedRefresh {
    /// The user's colors, as stored in the cache.
    var colorNames: [String: String] { source.colorMap.colors.mapValues(\.name) }

    /// Whether a cached document is still fresh.
    ///
    /// No document is fresh for more than an hour, so a later time comes from a clock that was
    /// ahead.
    func isFresh(_ document: FeedCacheState.Document) -> Bool {
        guard let freshUntil = document.freshUntil else { return false }
        let now = now()
        return freshUntil > now && freshUntil <= now + .seconds(FeedHeader.maxTTL)
    }

    /// Returns a document just read, with its freshness; files are never fresh.
    func updated(_ document: FeedCacheState.Document, _ header: FeedHeader)
        -> FeedCacheState.Document
    {
        guard isWeb(document.address) else { return document }
        var document = document
        document.lastUpdated = header.lastUpdated
        document.ttlSeconds = header.ttlSeconds
        document.freshUntil = now() + header.freshFor(at: now())
        return document
    }

    /// Returns an unchanged document, which is fresh for its ttl again.
    func revalidated(_ document: FeedCacheState.Document) -> FeedCacheState.Document {
        guard let ttl = document.ttlSeconds else { return document }
        var document = document
        document.freshUntil =
            now() + Duration(clampingSeconds: min(max(0, ttl), FeedHeader.maxTTL))
        return document
    }

    /// Returns the response for a vehicle feed that was read.
    func loaded(
        _ vehicles: VehiclesDocument, header: FeedHeader, sideFeeds: SideFeeds,
        document: FeedCacheState.Document
    ) -> FeedResponse {
        var feed = FeedDescription(format: vehicles.format)
        feed.lastUpdated = header.lastUpdated
        feed.ttlSeconds = header.ttlSeconds
        feed.systemName = sideFeeds.system.feed?.content.name
        feed.timeZone = sideFeeds.system.feed?.content.timeZone
        var parseReport = vehicles.parseReport
        for warning in [sideFeeds.vehicleTypes.warning, sideFeeds.system.warning] {
            if let warning { parseReport.warn(warning) }
        }
        let document = updated(document, header)
        let schedule = schedule(of: document.address, freshFor: header.freshFor(at: now()))
        let snapshot = Snapshot(
            vehicles: vehicles.vehicles, total: vehicles.total, feed: feed, parseReport: parseReport
        )
        return .loaded(snapshot, cacheState(of: document, sideFeeds), schedule)
    }

    /// Returns the response for an unchanged vehicle feed.
    func notModified(_ sideFeeds: SideFeeds, _ document: FeedCacheState.Document) -> FeedResponse {
        let document = revalidated(document)
        let remaining = document.freshUntil.map { $0 - now() } ?? .zero
        let freshFor = min(max(.zero, remaining), .seconds(FeedHeader.maxTTL))
        let schedule = schedule(of: document.address, freshFor: freshFor)
        return .notModified(cacheState(of: document, sideFeeds), schedule)
    }

    func cacheState(of document: FeedCacheState.Document, _ sideFeeds: SideFeeds) -> FeedCacheState
    {
        var cacheState = FeedCacheState(location: source.location.text, vehicles: document)
        cacheState.discovery = sideFeeds.discovery
        cacheState.vehicleTypes = sideFeeds.vehicleTypes.feed
        cacheState.system = sideFeeds.system.feed
        cacheState.version = sideFeeds.version
        cacheState.colorMap = colorNames
        return cacheState
    }

    func schedule(of address: String, freshFor: Duration) -> FeedSchedule {
        let location = isWeb(address) ? Location.web(address) : .file(address)
        return FeedSchedule(minInterval: location.minInterval, freshFor: freshFor)
    }

    func isWeb(_ address: String) -> Bool {
        address.hasPrefix("http://") || address.hasPrefix("https://")
    }
}
