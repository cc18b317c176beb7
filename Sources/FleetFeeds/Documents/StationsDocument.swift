import FleetCore
import JSON

/// Reader of `station_information.json` and `station_status.json`.
struct StationsDocument: StoredContent {
    static let information = Self(name: .stationInformation)
    static let status = Self(name: .stationStatus)

    /// Maximum number of stations to store; more are read each time, since they are stored with each
    /// snapshot.
    private static let maxStoredStations = 5000

    let name: DocumentName<[Site]>

    /// Parses the document.
    ///
    /// - Throws: A failure at `location`; `noSites` if the document has no list of stations.
    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<[Site]> {
        var document = JSONDocument(bytes)
        let (header, sites) = try SitesDocument.scan(&document, at: location)
        guard let sites else { throw FeedFailure(.noSites, at: location) }
        return FeedDocument(header: header, content: sites.sites, warnings: sites.warnings)
    }

    func isStorable(_ stations: [Site]) -> Bool { stations.count <= Self.maxStoredStations }

    /// Joins the stations with those of the other document by ID.
    func add(_ stations: [Site], to snapshot: inout Snapshot) {
        snapshot.sites = SitesByID.joined(snapshot.sites, stations)
        snapshot.total = snapshot.sites.count
    }
}

extension FeedRefresh {
    /// Header for a web document without sites, to check only occasionally whether sites were added;
    /// the vehicles refresh requests the same document all the time.
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
