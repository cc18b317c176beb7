import FleetCore

/// Station feeds of a refresh, and the side feeds.
private struct StationFeeds {
    var sideFeeds: SideFeeds
    var information: StationFeedOutcome?
    var status: StationFeedOutcome?

    /// Both feeds, the one that changes more often first.
    var outcomes: [StationFeedOutcome] { [status, information].compactMap(\.self) }
}

extension SiteRefresh {
    /// Time until a failed feed is requested again.
    private static let retryInterval = Duration.seconds(60)

    /// Reads the station feeds that are not fresh and joins them.
    ///
    /// A failed `station_information` becomes a warning. `station_status` is requested each time,
    /// and its failure fails the refresh, so that old measurements are never presented as new.
    /// On the first refresh, `station_information` alone is enough.
    func loadFeeds(_ links: SiteLinks) async throws -> FeedResponse {
        var feeds = StationFeeds(
            sideFeeds: SideFeeds(discovery: links.discovery, version: links.version))
        if links.isEmpty { return withoutStations(feeds.sideFeeds, links.discovery) }
        feeds.sideFeeds.system = try await feed.sideFeed(
            "system_information", at: links.system, cached: feed.cacheState?.system,
            default: SystemInformation(), parse: SideDocument.init(systemInformation:at:))
        feeds.information = try await stations(
            GBFS.stationInformation, at: links.information,
            cached: feed.cacheState?.stationInformation, canBeFresh: links.status != nil)
        feeds.status = try await stations(
            GBFS.stationStatus, at: links.status, cached: feed.cacheState?.stationStatus,
            canBeFresh: false)
        if let failure = failure(of: feeds) { throw failure }
        return response(of: feeds)
    }

    private func failure(of feeds: StationFeeds) -> FeedFailure? {
        let failures = feeds.outcomes.compactMap(\.failure)
        if failures.count == feeds.outcomes.count { return failures.first }
        return feed.cacheState == nil ? nil : feeds.status?.failure
    }

    private func response(of feeds: StationFeeds) -> FeedResponse {
        let main = feeds.outcomes.first { $0.failure == nil }
        let document = main?.feed.document ?? feeds.sideFeeds.discovery
        var cacheState = feed.cacheState(
            of: document ?? FeedCacheState.Document(address: feed.source.location.text),
            feeds.sideFeeds)
        cacheState.stationInformation = feeds.information?.cached
        cacheState.stationStatus = feeds.status?.cached
        let schedule = feed.schedule(of: cacheState.vehicles.address, freshFor: freshFor(feeds))
        let isSameSystem =
            feed.cacheState?.system?.content == feeds.sideFeeds.system.feed?.content
        if isSameSystem, feeds.outcomes.allSatisfy(\.isUnchanged) {
            return .notModified(cacheState, schedule)
        }
        return .loaded(snapshot(of: feeds), cacheState, schedule)
    }

    /// Returns the remaining time to live of the main feed; a failed one is retried soon.
    private func freshFor(_ feeds: StationFeeds) -> Duration {
        let times = feeds.outcomes.map { outcome in
            outcome.failure == nil
                ? outcome.feed.document.freshUntil.map { $0 - feed.now() } ?? .zero
                : Self.retryInterval
        }
        let time = times.first ?? .zero
        return min(max(.zero, time), .seconds(FeedHeader.maxTTL))
    }

    private func snapshot(of feeds: StationFeeds) -> Snapshot {
        let header = feeds.outcomes.compactMap(\.header).first
        let version =
            header?.version.map { "GBFS " + $0 } ?? feeds.sideFeeds.version.map { "GBFS " + $0 }
        var description = FeedDescription(format: version ?? "GBFS")
        // The age of the sites is that of the feed that is requested each time, even if only the
        // other one is new.
        let main = feeds.outcomes.first { $0.failure == nil }
        description.lastUpdated = main?.header?.lastUpdated ?? main?.feed.document.lastUpdated
        description.ttlSeconds = main?.header?.ttlSeconds ?? main?.feed.document.ttlSeconds
        description.systemName = feeds.sideFeeds.system.feed?.content.name
        description.timeZone = feeds.sideFeeds.system.feed?.content.timeZone
        var parseReport = ParseReport()
        let warnings = feeds.outcomes.flatMap(\.warnings) + [feeds.sideFeeds.system.warning ?? ""]
        for warning in warnings where !warning.isEmpty { parseReport.warn(warning) }
        let sites = SitesByID.joined(
            feeds.information?.feed.content ?? [], feeds.status?.feed.content ?? [])
        return Snapshot(sites: sites, feed: description, parseReport: parseReport)
    }

    /// Returns the response for a system without station feeds.
    private func withoutStations(
        _ sideFeeds: SideFeeds, _ discovery: FeedCacheState.Document
    ) -> FeedResponse {
        let remaining = discovery.freshUntil.map { $0 - feed.now() } ?? .zero
        let freshFor = min(max(.zero, remaining), .seconds(FeedHeader.maxTTL))
        let cacheState = feed.cacheState(of: discovery, sideFeeds)
        let schedule = feed.schedule(of: discovery.address, freshFor: freshFor)
        if let previous = feed.cacheState, previous.discovery != nil,
            previous.stationInformation == nil,
            previous.stationStatus == nil
        {
            return .notModified(cacheState, schedule)
        }
        let description = FeedDescription(format: sideFeeds.version.map { "GBFS " + $0 } ?? "GBFS")
        return .loaded(
            Snapshot(sites: [], feed: description, parseReport: ParseReport()), cacheState, schedule
        )
    }
}
