import FleetCore
import JSON

/// Reader of `station_information.json` and `station_status.json`.
struct StationsDocument: SideDocument {
    static let information = Self(name: GBFS.stationInformation, cache: \.stationInformation)
    static let status = Self(name: GBFS.stationStatus, cache: \.stationStatus)

    /// Maximum number of stations to cache; more are read each time, since the cache state is
    /// stored with each snapshot.
    private static let maxCachedStations = 5000

    let name: String
    let cache: CacheMember<[Site]>
    let empty: [Site] = []

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

    func isCacheable(_ stations: [Site]) -> Bool { stations.count <= Self.maxCachedStations }

    /// Joins the stations with those of the other document by ID.
    func add(_ stations: [Site], to snapshot: inout Snapshot) {
        snapshot.sites = SitesByID.joined(snapshot.sites, stations)
        snapshot.total = snapshot.sites.count
    }
}
