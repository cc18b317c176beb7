import FleetCore

/// Shape of a document with a list of sites, by the path of the list.
enum SiteListShape: Int, CaseIterable {
    /// GBFS `station_information.json` and `station_status.json`.
    case dataStations
    /// Data of these without the envelope.
    case stations
    /// Sites next to other data, such as vehicles.
    case dataSites
    /// The same without the envelope.
    case sites
    /// Bare array of stations.
    case bare

    /// Path of the list; empty for the document itself.
    var path: String {
        switch self {
        case .dataStations: "data.stations"
        case .stations: "stations"
        case .dataSites: "data.sites"
        case .sites: "sites"
        case .bare: ""
        }
    }

    /// Fields for the site ID; the first one present is used.
    ///
    /// In a bare array, a plain `id` could be that of anything.
    var idFields: [SiteFeedField] {
        switch self {
        case .dataStations, .stations, .dataSites, .sites: [.stationID, .siteID, .id]
        case .bare: [.stationID, .siteID]
        }
    }

    /// Returns the name of the format for users.
    func format(version: String?) -> String {
        switch self {
        case .dataStations, .stations: FeedDialect.gbfs.format(version: version)
        case .dataSites, .sites, .bare: "sites document"
        }
    }
}
