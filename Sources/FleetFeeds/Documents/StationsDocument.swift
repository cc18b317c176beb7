import FleetCore
import JSON

/// Reader of `station_information.json` and `station_status.json`.
struct StationsDocument: StoredContent {
    static let information = Self(name: .stationInformation)
    static let status = Self(name: .stationStatus)

    /// Maximum number of stations to store; more are read each time, since they are stored with
    /// each snapshot.
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
        guard let sites else { throw FeedFailure(.content(.noSites), at: location) }
        return FeedDocument(header: header, content: sites.sites, warnings: sites.warnings)
    }

    func isStorable(_ stations: [Site]) -> Bool { stations.count <= Self.maxStoredStations }

    /// Joins the stations with those of the other document by ID.
    func add(_ stations: [Site], to snapshot: inout Snapshot) {
        snapshot.setSites(SitesByID.joined(snapshot.sites, stations))
    }
}
