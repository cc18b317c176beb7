import FleetCore

// Content that is not behind a link: a document with the vehicles or sites themselves, or a system
// without stations.

extension FeedRefresh {
    /// Returns the response for the document of a server's source, with the documents in it and
    /// its zones.
    ///
    /// - Throws: Errors other than `FeedFailure`, such as `CancellationError`.
    func loadedWithZones(
        _ vehicles: VehiclesDocument, _ header: FeedHeader, version: String?,
        from document: FeedCacheState.Document
    ) async throws -> FeedResponse {
        var joined = emptyFeed(version: version)
        joined.snapshot.documents = vehicles.servedDocuments
        for name in vehicles.servedDocuments.names {
            joined.cacheState.documents[name] = StoredDocument(
                document: FeedCacheState.Document(address: document.address), content: nil)
        }
        if let digest = vehicles.served?.zonesDigest,
            let address = ServedFeed.zonesAddress(of: document.address)
        {
            let zones = ZonesDocument()
            let stored = cacheState?.documents[zones.name.text]?.content
            _ = try await request(
                zones, FeedLinks(to: zones, at: address, beside: document),
                evenIfFresh: stored != digest, into: &joined)
        }
        return loaded(vehicles, header, version: version, from: document, into: joined)
    }

    /// Returns the response for a document that contains the vehicles themselves.
    ///
    /// - Parameter joined: The documents that were read besides; `nil` without any.
    func loaded(
        _ vehicles: VehiclesDocument, _ header: FeedHeader, version: String?,
        from document: FeedCacheState.Document, others: [String: StoredDocument] = [:],
        trips: [VehicleTrip] = [], warnings: [String] = [], into joined: JoinedFeed? = nil
    ) -> FeedResponse {
        var joined = joined ?? emptyFeed(version: version)
        joined.cacheState.documents.merge(others) { $1 }
        joined.snapshot.trips = trips
        joined.snapshot.feed.describe(header, format: vehicles.format)
        vehiclesFeed.add(vehicles, to: &joined.snapshot)
        joined.warnings += warnings + [vehicles.served?.warning].compactMap(\.self)
        return loaded(
            joined, from: document.updated(by: header, at: now()),
            freshFor: header.freshFor(at: now()))
    }
}

extension FeedRefresh {
    /// Header for a web document without sites, to check only occasionally whether sites were
    /// added; the vehicles refresh requests the same document all the time.
    private static let noSitesHeader = FeedHeader(ttlSeconds: 600)

    /// Returns the response for a system without stations.
    func withoutStations(_ links: FeedLinks) -> FeedResponse {
        var discovery = links.discovery
        let wasRead = discovery != cacheState?.discovery || !discovery.isFresh(at: now())
        if wasRead, discovery.isWeb {
            let due = now() + Self.noSitesHeader.freshFor(at: now())
            discovery.freshUntil = max(discovery.freshUntil ?? due, due)
        }
        let joined = emptyFeed(discovery: discovery, version: links.version)
        if let cacheState, cacheState.discovery != nil, cacheState.documents.isEmpty {
            return notModified(joined, discovery)
        }
        return loaded(joined, from: discovery, freshFor: discovery.freshFor(at: now()))
    }

    /// Returns the response for a document that contains the sites themselves, or only vehicles.
    func loaded(
        _ sites: SitesDocument, _ header: FeedHeader, version: String?,
        from document: FeedCacheState.Document
    ) -> FeedResponse {
        var joined = emptyFeed(version: version)
        joined.snapshot.setSites(sites.sites)
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
