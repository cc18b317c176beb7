import FleetCore

/// Refresh of a vehicle feed, from the source's location to its vehicles, with as few requests as
/// possible.
struct FeedRefresh: Sendable {
    let source: Source
    /// Cache state of this location.
    let cacheState: FeedCacheState?
    /// Filter for the returned vehicles; all vehicles are counted.
    let filter: Filter
    let read: FeedLoader.ReadDocument
    let now: @Sendable () -> Timestamp
    let progress: @Sendable (Int) -> Void

    /// Follows the cached route; if that fails, starts again from the location.
    func response() async throws -> FeedResponse {
        do {
            return try await cachedRoute()
        } catch let failure as FeedFailure
            where failure.allowsFallback && cacheState?.discovery != nil
        {
            return try await rereadingDiscovery.response(at: source.location.text, version: nil)
        }
    }

    /// Reads only the vehicle feed while the cached discovery document is fresh.
    private func cachedRoute() async throws -> FeedResponse {
        if let cacheState, let discovery = cacheState.discovery, isFresh(discovery) {
            return try await loadFeeds(FeedLinks(cacheState, discovery: discovery))
        }
        return try await response(at: source.location.text, version: nil)
    }

    /// The same refresh, but with an unconditional request for the discovery document.
    var rereadingDiscovery: FeedRefresh {
        var cacheState = cacheState
        if let address = cacheState?.discovery?.address {
            cacheState?.discovery = FeedCacheState.Document(address: address)
        }
        return FeedRefresh(
            source: source, cacheState: cacheState, filter: filter, read: read, now: now,
            progress: progress)
    }

    /// Reads the document at an address.
    ///
    /// - Parameter version: Version selected from a list, whose link must not lead to another list.
    private func response(at address: String, version: String?) async throws -> FeedResponse {
        let location = Location.redacted(address)
        switch try await read(address, cached(at: address)) {
        case .notModified(let document):
            return try await unchanged(document, version: version)
        case .read(let bytes, let document, let base):
            let feed = try FeedDocument(
                bytes, at: location, join: VehicleJoin(colorMap: source.colorMap, filter: filter),
                progress: progress)
            switch feed.content {
            case .vehicles(let vehicles):
                return loaded(
                    vehicles, header: feed.header, sideFeeds: SideFeeds(version: version),
                    document: document)
            case .discovery(let discovery):
                let document = updated(document, feed.header)
                return try await loadFeeds(
                    FeedLinks(discovery, in: document, base: base, version: version))
            case .versions, .manifest:
                let versions = try feed.content.versions(at: location)
                guard version == nil else {
                    throw FeedFailure(
                        .brokenDiscovery("links to another list of versions"), at: location)
                }
                return try await newestUsable(of: versions, base: base, at: location) {
                    try await response(at: $0, version: $1)
                }
            }
        }
    }

    /// Tries the versions of a system, the highest first and each address once, until `response`
    /// succeeds for one.
    func newestUsable(
        of versions: [GBFS.Version], base: String, at location: String,
        response: (_ address: String, _ version: String) async throws -> FeedResponse
    ) async throws -> FeedResponse {
        var tried: Set<String> = []
        var firstFailure: FeedFailure?
        for version in versions {
            do {
                let address = try DocumentAddress.resolve(link: version.link, relativeTo: base)
                guard tried.insert(address).inserted else { continue }
                return try await response(address, version.version)
            } catch let failure as FeedFailure where failure.allowsFallback {
                firstFailure = firstFailure ?? failure
            }
        }
        throw firstFailure ?? FeedFailure(.brokenDiscovery("lists no version"), at: location)
    }

    /// Returns the cached document at an address, for a conditional request: discovery, or the
    /// vehicle feed if it has no side feeds and was read with the same colors.
    private func cached(at address: String) -> FeedCacheState.Document? {
        guard let cacheState else { return nil }
        if let discovery = cacheState.discovery {
            return discovery.address == address ? discovery : nil
        }
        let isSame = cacheState.vehicles.address == address && cacheState.vehicleTypes == nil
        return isSame && cacheState.colorMap == colorNames ? cacheState.vehicles : nil
    }

    private func unchanged(
        _ document: FeedCacheState.Document, version: String?
    ) async throws -> FeedResponse {
        guard let cacheState, document.address == cached(at: document.address)?.address else {
            throw FeedFailure(.status(304), at: Location.redacted(document.address))
        }
        if cacheState.discovery != nil {
            var links = FeedLinks(cacheState, discovery: revalidated(document))
            links.version = version
            return try await loadFeeds(links)
        }
        return notModified(SideFeeds(version: version), document)
    }
}
